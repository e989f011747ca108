import { type HistoryItem, historyKey } from '@kontor/client/team/history';
import { formatDateTime } from '../../../platform/text/format.ts';
import { historyText } from '../history/text.ts';
import css from './restore.module.css';

/** Shows acts upon members in plain words. */
export function ActList({
  items,
  nameOf,
}: {
  items: readonly HistoryItem[];
  nameOf: (id: string) => string;
}) {
  return (
    <ul className={css.list}>
      {items.map((item) => (
        <li key={historyKey(item)}>
          {formatDateTime(item.at)}: {historyText(item, nameOf)}
        </li>
      ))}
    </ul>
  );
}
