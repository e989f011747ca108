import type { TeamMember } from '@kontor/client/team/team';
import { satisfies } from '@kontor/contract/entity/role';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { saveMember } from '../../features/team/actions.ts';
import { faultsOf, formOf, type TeamForm } from '../../features/team/form.ts';
import { teamMessages } from '../../features/team/messages.ts';
import { PersonnelFields } from '../../features/team/personnel/fields.tsx';
import { PlaceFields } from '../../features/team/placeFields.tsx';
import { nameOf, useHints, useMembers, withAddresses } from '../../features/team/queries.ts';
import { ProofBadge, StatusBadge } from '../../features/team/statusBadge.tsx';
import css from '../../features/team/team.module.css';
import { useDraft } from '../../platform/draft/drafts.ts';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { logoUrl } from '../../ui/logo.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { Avatar } from '../../ui/person/avatar.tsx';
import { FormerPanel } from './formerPanel.tsx';

const untouched: Partial<TeamForm> = {};

function Form({ member, close }: { member: TeamMember; close: () => void }) {
  const t = useMessages(teamMessages);
  const file = useRecord('personnel', personnelId(member.userId));
  const draft = useDraft(`member ${member.userId}`, untouched);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // What was typed lies over what is stored, which another admin may change meanwhile.
  const form = { ...formOf(member, file), ...draft.value };
  const faults = faultsOf(form);

  const save = async () => {
    setTried(true);
    if (busy || Object.keys(faults).length > 0) return;
    setBusy(true);
    const done = await saveMember(member, form);
    setBusy(false);
    if (!done) return;
    draft.clear();
    close();
  };

  return (
    <FormSlideOver
      title={nameOf(member)}
      onClose={close}
      draft={draft}
      action={t('save')}
      onSave={() => void save()}
      isSaving={busy}
    >
      <Stack gap="lg">
        <div className={css.head}>
          <Avatar name={nameOf(member)} image={logoUrl(member.avatar)} size={44} />
          <div>
            <Text>{member.email}</Text>
            <Group gap="xs" mt={4}>
              <StatusBadge status={member.status} />
              <ProofBadge proof={member.proof} />
              <Text size="sm" c="dimmed">
                {t('joined', { date: formatDate(member.joinedAt) })}
              </Text>
            </Group>
          </div>
        </div>
        <PlaceFields member={member} value={form} faults={tried ? faults : {}} onChange={draft.change} />
        {satisfies(form.role, 'EMPLOYEE') && (
          <PersonnelFields value={form} faults={tried ? faults : {}} onChange={draft.change} />
        )}
      </Stack>
    </FormSlideOver>
  );
}

/** A member of the workspace, for admins: role, status and personnel file. */
export function MemberPanel({ item, close }: { item: string | undefined; close: () => void }) {
  const t = useMessages(teamMessages);
  const mayEdit = useCan('personnel.update');
  const { hints } = useHints();
  const member = withAddresses(useMembers(), hints).find(({ userId }) => userId === item);
  const former = useRecord('member', item);
  if (mayEdit && !member && former) return <FormerPanel member={former} close={close} />;
  if (!member || !mayEdit)
    return (
      <SlideOver title={t('editUser')} onClose={close}>
        <EmptyState>{t('gone')}</EmptyState>
      </SlideOver>
    );
  return <Form member={member} close={close} />;
}
