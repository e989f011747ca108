/**
 * Arrow keys in lists: Up, Down, Home and End move between the rows, Left and Right between the controls of one, which are
 * no stops of Tab; Enter is the link's or button's own.
 */
import type { KeyboardEvent } from 'react';

/** Marks the element of a row that takes the focus, usually its link. */
export const itemSelector = '[data-list-item]';

/** Rows that need not all be in the page. */
export interface OfferedRows {
  count: () => number;
  /** Brings a row into the page and gives it the focus. */
  focus: (index: number) => void;
}

const offered = new WeakMap<Element, OfferedRows>();

/** Says how the rows in an element are reached; returns the verb that takes it back. */
export function offerRows(element: HTMLElement, rows: OfferedRows): () => void {
  offered.set(element, rows);
  element.dataset.rows = '';
  return () => void offered.delete(element);
}

/** Gives the focus to a row of the first list in an element, or of the element itself. */
export function focusRow(within: Element, index: number): void {
  const list = within.matches('[data-rows]') ? within : within.querySelector('[data-rows]');
  if (list) offered.get(list)?.focus(index);
}

const keys = ['ArrowDown', 'ArrowUp', 'Home', 'End'] as const;
type Key = (typeof keys)[number];

const nextOf = (key: Key, at: number, count: number): number =>
  Math.max(0, Math.min(count - 1, { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[key]));

/** Moves between the controls of a row; returns true if that was asked for. */
function moveInRow({ key, target, altKey }: KeyboardEvent<HTMLElement>): boolean {
  const from = target as HTMLElement;
  const row = from.closest<HTMLElement>('[data-row]');
  if (!row || altKey || !['ArrowLeft', 'ArrowRight'].includes(key)) return false;
  if (from.matches('textarea, [contenteditable="true"], input:not([type="checkbox"])')) return false;
  const controls = [...row.querySelectorAll<HTMLElement>(`a[href], button, input, ${itemSelector}`)];
  const next = controls[controls.indexOf(from) + (key === 'ArrowLeft' ? -1 : 1)];
  next?.focus();
  return next !== undefined;
}

/**
 * Moves the focus. Put it on the `onKeyDown` of what holds one or several lists, and `data-list-item` on one focusable
 * element of each row.
 */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  if (moveInRow(event)) {
    event.preventDefault();
    return;
  }
  const key = keys.find((known) => known === event.key);
  const target = event.target as HTMLElement;
  // A menu's own keys bubble here too, through React's tree: they are no row's.
  if (!event.currentTarget.contains(target) || target.getAttribute('aria-haspopup') === 'menu') return;
  const item = target.closest<HTMLElement>(itemSelector);
  if (!key || !item) return;
  const lists = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rows]')].flatMap((element) => {
    const rows = offered.get(element);
    return rows ? { element, rows } : [];
  });
  const own = lists.findIndex(({ element }) => element.contains(item));
  if (own >= 0) {
    const index = Number(item.closest<HTMLElement>('[data-index]')?.dataset.index);
    const before = (list: number) => lists.slice(0, list).reduce((sum, { rows }) => sum + rows.count(), 0);
    const next = nextOf(key, before(own) + index, before(lists.length));
    const target = lists.findLastIndex(({ rows }, list) => rows.count() > 0 && before(list) <= next);
    lists[target]?.rows.focus(next - before(target));
  } else {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>(`${itemSelector}:not(:disabled)`)];
    items[nextOf(key, items.indexOf(item), items.length)]?.focus();
  }
  event.preventDefault();
}
