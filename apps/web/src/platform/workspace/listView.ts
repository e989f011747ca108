/** Keeps with the person's own records how lists were left: the same here and on the next device. */
import type { ListView } from '@kontor/contract/nouns/listView';
import { useMemo } from 'react';
import { useRemembered } from '../draft/drafts.ts';
import { useWhere, useWorkspace } from './workspace.ts';

export type ListSetting = Pick<
  ListView,
  'sortedBy' | 'isDescending' | 'layout' | 'show' | 'group' | 'personId' | 'withArchived'
>;

const nothing: Partial<ListSetting> = {};

/**
 * Returns how a list was left, and what keeps it another way; where nothing can be written, for this tab alone. `list`
 * names the list or its kind.
 */
export function useListView(
  list: string,
  initial: ListSetting,
): [setting: ListSetting, set: (changes: Partial<ListSetting>) => void] {
  const { records } = useWorkspace();
  const [kept] = useWhere('listView', 'list', list).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [unkept, setUnkept] = useRemembered(`view of ${list}`, nothing);
  const { sortedBy, isDescending, layout, show, group, personId, withArchived } = {
    ...(kept ?? initial),
    ...unkept,
  };
  const setting = useMemo(
    () => ({
      sortedBy,
      isDescending,
      layout,
      ...(show && { show }),
      ...(group && { group }),
      ...(personId && { personId }),
      ...(withArchived !== undefined && { withArchived }),
    }),
    [sortedBy, isDescending, layout, show, group, personId, withArchived],
  );
  const set = (part: Partial<ListSetting>) => {
    const changes = { ...unkept, ...part };
    if (!records.isWritable()) {
      setUnkept(changes);
      return;
    }
    setUnkept(nothing);
    if (kept) records.update('listView', kept.id, changes);
    else records.create('listView', records.scopeOf('personal'), { list, ...setting, ...changes });
  };
  return [setting, set];
}
