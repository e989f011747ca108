import type { KeyboardEvent } from 'react';

/** What in a list takes the focus: one element of each row, usually its link. */
const itemSelector = '[data-list-item]';

/**
 * Arrow keys in a list: put it on the container's `onKeyDown` and `data-list-item` on one focusable element of each
 * row. Up, down, Home and End move; Enter is the link's or button's own.
 */
export function moveInList(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(itemSelector)];
  const at = items.indexOf((event.target as HTMLElement).closest<HTMLElement>(itemSelector)!);
  if (at < 0) return;
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[Math.max(0, Math.min(items.length - 1, next))]?.focus();
}
