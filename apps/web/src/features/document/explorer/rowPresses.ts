/** Presses upon the rows of a list of documents, whoever lists them. */
import type { MouseEvent } from 'react';
import { itemSelector } from '../../../ui/list/arrowList.ts';
import type { SelectHow } from './selection.ts';

/** Returns the row that was pressed: React's events of menus and dialogs come by here, too. */
function rowAround({ target, currentTarget }: MouseEvent<HTMLElement>): Element | null {
  const row = (target as HTMLElement).closest('[data-drag-id], [data-drop-into]');
  return row && currentTarget.contains(row) ? row : null;
}

const controls = 'a, button, input, label, [role="menu"]';

/** Returns what chooses a row that is pressed beside its controls. */
export const chooseRow =
  (choose: (id: string, how: SelectHow) => void, id: string) => (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest(controls)) return;
    if (event.shiftKey) window.getSelection()?.removeAllRanges();
    choose(id, event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
  };

/** Opens the first row of a list: what somebody typed has narrowed it down. */
export function openFirst(list: Element | null): void {
  const first = list?.querySelector<HTMLElement>(itemSelector);
  // A file that opens leaves the focus to a field in which somebody types.
  first?.focus();
  first?.click();
}

/** Opens the row that is pressed twice. */
export function openRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target as HTMLElement).closest(controls))
    rowAround(event)?.querySelector<HTMLElement>(itemSelector)?.click();
}

/** Opens a row's own menu in place of the browser's, where it has one. */
export function openRowMenu(event: MouseEvent<HTMLElement>): void {
  const button = rowAround(event)?.querySelector<HTMLElement>('[aria-haspopup="menu"]');
  // With Shift it is the browser's own; a finger that rests on a row begins to drag it.
  if (!button || event.shiftKey || (event.nativeEvent as PointerEvent).pointerType === 'touch') return;
  event.preventDefault();
  if (button.getAttribute('aria-expanded') !== 'true') button.click();
}
