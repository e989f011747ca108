/** Choosing rows of a list: a click, Ctrl or Cmd for one more, Shift for all up to there. */

export interface Selection {
  ids: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: string | undefined;
}

/** `only`: nothing else; `toggle`: besides others; `range`: all from the one before. */
export type SelectHow = 'only' | 'toggle' | 'range';

export const nothingSelected: Selection = { ids: new Set(), anchor: undefined };

/** Returns the selection after a row was chosen; `order` is the list as it stands on screen. */
export function select(
  selection: Selection,
  order: readonly string[],
  id: string,
  how: SelectHow,
): Selection {
  if (how === 'range' && selection.anchor !== undefined) {
    const [from, to] = [order.indexOf(selection.anchor), order.indexOf(id)];
    if (from >= 0 && to >= 0) {
      const ids = order.slice(Math.min(from, to), Math.max(from, to) + 1);
      return { ids: new Set(ids), anchor: selection.anchor };
    }
  }
  if (how === 'toggle') {
    const ids = new Set(selection.ids);
    if (!ids.delete(id)) ids.add(id);
    return { ids, anchor: id };
  }
  return { ids: new Set([id]), anchor: id };
}

/** Returns the selection without rows that are gone from the list. */
export function stillThere(selection: Selection, isThere: (id: string) => boolean): Selection {
  const ids = [...selection.ids].filter(isThere);
  return ids.length === selection.ids.size ? selection : { ...selection, ids: new Set(ids) };
}
