/** Presses upon the rows of a list of documents, whoever lists them. */
import type { MouseEvent } from 'react';

/** Returns the row that was pressed: React's events of menus and dialogs come by here, too. */
function rowAround({ target, currentTarget }: MouseEvent<HTMLElement>): Element | null {
  const row = (target as HTMLElement).closest('[data-drag-id], [data-drop-into]');
  return row && currentTarget.contains(row) ? row : null;
}

/** Opens the row that is pressed twice. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target as HTMLElement).closest('a, button, input, label'))
    rowAround(event)?.querySelector<HTMLElement>('[data-list-item]')?.click();
}

/** Opens a row's own menu in place of the browser's, where it has one. */
export function openRowMenu(event: MouseEvent<HTMLElement>): void {
  const button = rowAround(event)?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  // With Shift it is the browser's own; a finger that rests on a row begins to drag it.
  if (!button || event.shiftKey || (event.nativeEvent as PointerEvent).pointerType === 'touch') return;
  event.preventDefault();
  if (button.getAttribute('aria-expanded') !== 'true') button.click();
}
