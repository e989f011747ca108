/** Keeps with the person's own records how lists were left: the same here and on the next device. */
import type { ListView } from '@kontor/contract/nouns/listView';
import { useMemo } from 'react';
import { useWhere, useWorkspace } from './workspace.ts';

export type ListSetting = Pick<ListView, 'sortedBy' | 'isDescending' | 'layout'>;

/** Returns how a kind of list was left, and what keeps it another way. `list` names the kind. */
export function useListView(
  list: string,
  initial: ListSetting,
): [setting: ListSetting, set: (changes: Partial<ListSetting>) => void] {
  const { records } = useWorkspace();
  const [kept] = useWhere('listView', 'list', list).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { sortedBy, isDescending, layout } = kept ?? initial;
  const setting = useMemo(() => ({ sortedBy, isDescending, layout }), [sortedBy, isDescending, layout]);
  const set = (changes: Partial<ListSetting>) => {
    if (kept) records.update('listView', kept.id, changes);
    else records.create('listView', records.scopeOf('personal'), { list, ...setting, ...changes });
  };
  return [setting, set];
}
