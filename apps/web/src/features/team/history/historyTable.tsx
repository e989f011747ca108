import { type HistoryItem, historyOf } from '@kontor/client/team/history';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useAll, useObservable } from '../../../platform/workspace/workspace.ts';
import { type Column, DataTable } from '../../../ui/list/dataTable.tsx';
import { LastConfirmed } from '../freshness/lastConfirmed.tsx';
import { nameOf, useMembers, useTeam } from '../queries.ts';
import { ProofBadge } from '../statusBadge.tsx';
import css from '../team.module.css';
import { teamHistoryMessages } from './messages.ts';
import { historyText } from './text.ts';

/** Shows the member log in plain words, newest first. `addresses` stand in for names. */
export function HistoryTable({ addresses }: { addresses: ReadonlyMap<string, string> }) {
  const t = useMessages(teamHistoryMessages);
  const entries = useObservable(useTeam().entries);
  const members = useMembers();
  const directory = useAll('member');
  const customers = useAll('customer');
  const items = useMemo(() => historyOf(entries).reverse(), [entries]);
  // Who has left is still in the directory.
  const names = new Map([
    ...addresses,
    ...directory.map((entry) => [entry.userId, nameOf(entry)] as const),
    ...members.flatMap((member) =>
      member.firstName || member.lastName || member.email ? [[member.userId, nameOf(member)] as const] : [],
    ),
    ...customers.map((customer) => [customer.id, customer.name] as const),
  ]);
  const invited = new Set(items.flatMap(({ what, subjectId }) => (what === 'invite' ? [subjectId] : [])));
  const places = new Set(items.flatMap(({ what, subjectId }) => (what === 'customer' ? [subjectId] : [])));
  const name = (id: string) => {
    if (places.has(id)) return names.get(id) ?? t('someCustomer');
    return names.get(id) ?? t(invited.has(id) ? 'invited' : 'former');
  };
  const columns: Column<HistoryItem>[] = [
    {
      key: 'when',
      header: t('when'),
      width: '168px',
      isOptional: true,
      cell: ({ at }) => <span className="figures">{formatDateTime(at)}</span>,
    },
    {
      key: 'what',
      header: t('what'),
      cell: (item) => (
        <span className={css.line}>
          {historyText(item, name)}
          <span className={css.facts}>{formatDateTime(item.at)}</span>
        </span>
      ),
    },
    {
      key: 'verified',
      header: t('verified'),
      width: '176px',
      isOptional: true,
      cell: ({ proof }) => proof && <ProofBadge proof={proof} />,
    },
  ];
  return (
    <>
      <Text c="dimmed" mb="md">
        {t('hint')}
      </Text>
      <LastConfirmed />
      <DataTable label={t('history')} columns={columns} rows={items} rowKey={({ seq }) => String(seq)} />
    </>
  );
}
