import type { Happening, HistoryItem } from '@kontor/client/team/history';
import { personName } from '../../../platform/text/personName.ts';
import { useAll } from '../../../platform/workspace/workspace.ts';
import { teamHistoryMessages } from './messages.ts';

/** Words for those whose name is not known, by what became of them last. */
const strangers = {
  invite: 'invited',
  add: 'newcomer',
  join: 'newcomer',
  remove: 'former',
  customer: 'someCustomer',
} as const satisfies Partial<Record<Happening, string>>;

/**
 * Returns a function that names the people and customers of a history, which begins with the log and is given oldest first.
 * `others`: names of those who are not known here.
 */
export function useHistoryNames(
  history: readonly HistoryItem[],
  others: Iterable<readonly [string, string]>,
): (id: string) => string {
  // Who has left is still in the directory.
  const people = [...useAll('customerUser'), ...useAll('member')];
  const customers = useAll('customer');
  const names = new Map([
    ...others,
    ...people.flatMap((entry) => {
      const name = personName(entry);
      return name ? [[entry.userId, name] as const] : [];
    }),
    ...customers.map(({ id, name }) => [id, name] as const),
  ]);
  const words = new Map(
    history.flatMap(({ what, subjectId }) =>
      subjectId !== undefined && what in strangers
        ? [[subjectId, strangers[what as keyof typeof strangers]] as const]
        : [],
    ),
  );
  return (id) => names.get(id) || teamHistoryMessages.t(words.get(id) ?? 'former');
}
