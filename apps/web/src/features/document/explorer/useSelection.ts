import type { View } from '@kontor/client/replica/view';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useCount } from '../../../platform/workspace/views.ts';
import { nothingSelected, type SelectHow, type Selection, select, stillThere } from './selection.ts';

/** Returns the id of the row that has the focus. */
export const focusedId = ({ target }: KeyboardEvent): string | undefined =>
  (target as HTMLElement).closest<HTMLElement>('[data-drag-id]')?.dataset.dragId;

/** Holds which rows of a list are chosen. `list` names it: another list, another choice. */
export function useSelection<Row extends { id: string }>(content: View<Row>, list: string) {
  const [held, setSelection] = useState<Selection>(nothingSelected);
  // It decides what is still there, and so is read again with each coming and going.
  useCount(content);
  const selection = stillThere(held, (id) => content.indexOf(id) >= 0);
  const rowOf = (id: string) => content.at(content.indexOf(id)) ?? [];
  const order = () => content.get().map(({ id }) => id);
  const clear = () => setSelection(nothingSelected);
  const chooseAll = () => setSelection({ ids: new Set(order()), anchor: content.at(0)?.id });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list, another choice
  useEffect(clear, [list]);
  const choose = (id: string, how: SelectHow) => setSelection(select(selection, order(), id, how));
  return {
    selection,
    chosen: [...selection.ids].flatMap(rowOf),
    rowOf,
    choose,
    /** Chooses all of the list; where all are chosen, none. */
    toggleAll: () => (selection.ids.size > 0 && selection.ids.size === content.size ? clear() : chooseAll()),
    clear,
    /** Takes the keys that choose; returns whether it was one. */
    onKey: (event: KeyboardEvent): boolean => {
      const focused = focusedId(event);
      if (event.key === 'Escape' && selection.ids.size > 0) clear();
      else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) chooseAll();
      else if (event.key === ' ' && focused && (event.target as HTMLElement).matches('[data-list-item]'))
        choose(focused, event.shiftKey ? 'range' : 'toggle');
      else return false;
      return true;
    },
  };
}
