import type { HistoryItem } from '@kontor/client/team/history';
import { formatDateTime } from '../../../platform/text/format.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useAll } from '../../../platform/workspace/workspace.ts';
import { teamHistoryMessages } from '../history/messages.ts';
import { historyText } from '../history/text.ts';
import { nameOf } from '../queries.ts';
import css from './restore.module.css';

/**
 * Shows acts upon members in plain words. `names`: of people and customers who are not known here any more.
 */
export function ActList({
  items,
  names = {},
}: {
  items: readonly HistoryItem[];
  names?: Record<string, string>;
}) {
  const t = useMessages(teamHistoryMessages);
  const directory = useAll('member');
  const customers = useAll('customer');
  const known = new Map([
    ...Object.entries(names),
    ...directory.map((entry) => [entry.userId, nameOf(entry)] as const),
    ...customers.map(({ id, name }) => [id, name] as const),
  ]);
  const invited = new Set(items.flatMap(({ what, subjectId }) => (what === 'invite' ? [subjectId] : [])));
  // Who came behind the backup and has not said their name is in no directory.
  const newcomers = new Set(
    items.flatMap(({ what, subjectId }) => (what === 'add' || what === 'join' ? [subjectId] : [])),
  );
  const stranger = (id: string) => {
    if (invited.has(id)) return t('invited');
    return t(newcomers.has(id) ? 'newcomer' : 'former');
  };
  const nameIn = (id: string) => known.get(id) || stranger(id);
  return (
    <ul className={css.list}>
      {items.map((item) => (
        <li key={item.seq}>
          {formatDateTime(item.at)}: {historyText(item, nameIn)}
        </li>
      ))}
    </ul>
  );
}
