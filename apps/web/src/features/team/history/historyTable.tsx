import { type HistoryItem, historyKey, historyOf } from '@kontor/client/team/history';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useObservable } from '../../../platform/workspace/workspace.ts';
import { type Column, DataTable } from '../../../ui/list/dataTable.tsx';
import { LastConfirmed } from '../freshness/lastConfirmed.tsx';
import { useTeam } from '../queries.ts';
import { ProofBadge } from '../statusBadge.tsx';
import css from '../team.module.css';
import { teamHistoryMessages } from './messages.ts';
import { useHistoryNames } from './names.ts';
import { historyText } from './text.ts';

/** Shows the member log in plain words, newest first. `addresses` stand in for names. */
export function HistoryTable({ addresses }: { addresses: ReadonlyMap<string, string> }) {
  const t = useMessages(teamHistoryMessages);
  const entries = useObservable(useTeam().entries);
  const history = useMemo(() => historyOf(entries), [entries]);
  const items = useMemo(() => history.toReversed(), [history]);
  const name = useHistoryNames(history, addresses);
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
      <DataTable label={t('history')} columns={columns} rows={items} rowKey={historyKey} />
    </>
  );
}
