import type { Hints, TeamMember } from '@kontor/client/team/team';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatAgo } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { type Column, DataTable } from '../../ui/list/dataTable.tsx';
import { PendingMark } from '../../ui/list/pendingMark.tsx';
import { logoUrl } from '../../ui/logo.ts';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { Avatar } from '../../ui/person/avatar.tsx';
import { useBusy } from './busy.ts';
import { teamMessages } from './messages.ts';
import { nameOf, statusOf } from './queries.ts';
import { ProofBadge, StatusBadge } from './statusBadge.tsx';
import css from './team.module.css';

interface MemberTableProps {
  members: readonly TeamMember[];
  hints: Hints | undefined;
  onOpen: (userId: string) => void;
  menu: (member: TeamMember) => ReactNode;
}

/** Shows everybody whom the member log names, with what they are and when they were here last. */
export function MemberTable({ members, hints, onOpen, menu }: MemberTableProps) {
  const t = useMessages(teamMessages);
  const { userId: ownId } = useWorkspace();
  const busy = useBusy();
  const status = (member: TeamMember) => statusOf(member, hints?.byUser.get(member.userId));
  const seen = ({ userId }: TeamMember) => {
    const hint = hints?.byUser.get(userId);
    if (!hint) return '';
    return hint.lastSeenAt === null ? t('never') : formatAgo(hint.lastSeenAt);
  };
  const customers = useAll('customer');
  const role = ({ isOwner, role, customerId }: TeamMember) => {
    const customer = customers.find(({ id }) => id === customerId);
    return customer ? `${t(role)}: ${customer.name}` : t(isOwner ? 'owner' : role);
  };
  const columns: Column<TeamMember>[] = [
    {
      key: 'name',
      header: t('name'),
      cell: (member) => (
        <span className={css.person}>
          <Avatar name={nameOf(member)} image={logoUrl(member.avatar)} size={24} />
          <span className={css.names}>
            <QueryLink
              className={css.name}
              query={{ panel: 'member', item: member.userId }}
              onFollow={() => onOpen(member.userId)}
              isRow
            >
              {nameOf(member)}
            </QueryLink>
            <span className={css.facts}>
              {[role(member), t(status(member)), seen(member)].filter(Boolean).join(' · ')}
            </span>
          </span>
          {busy.has(member.userId) && <PendingMark />}
          {member.userId === ownId && (
            <Badge className={css.you} variant="light" color="gray" tt="none">
              {t('you')}
            </Badge>
          )}
        </span>
      ),
    },
    { key: 'email', header: t('email'), isOptional: 'first', cell: ({ email }) => email },
    { key: 'role', header: t('role'), width: '168px', isOptional: true, cell: role },
    {
      key: 'status',
      header: t('status'),
      width: '96px',
      isOptional: true,
      cell: (member) => <StatusBadge status={status(member)} />,
    },
    { key: 'seen', header: t('lastSeen'), width: '136px', isOptional: true, cell: seen },
    {
      key: 'proof',
      header: t('verified'),
      width: '176px',
      isOptional: true,
      cell: (member) => <ProofBadge proof={member.proof} />,
    },
    { key: 'actions', header: null, width: '44px', align: 'end', cell: menu },
  ];
  return <DataTable label={t('users')} columns={columns} rows={members} rowKey={({ userId }) => userId} />;
}
