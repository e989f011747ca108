/** Moving a task by a key, in a list on the screen. */
import type { Page } from '@playwright/test';
import { type Press, press, shownRows } from './keyToPaint.ts';
import { listItem } from './opening.ts';

/** Rows at the top of the list that change places. */
export const stretch = 6;

/** Moves one of the first rows one down. */
export async function moveDown(page: Page, i: number): Promise<Press> {
  const at = i % (stretch - 1);
  const rows = await shownRows(page, stretch);
  await page.locator(listItem.selector).filter({ hasText: rows[at]! }).first().focus();
  const pressed = await press(page, 'Alt+ArrowDown', { row: rows[at]!, below: rows[at + 1]! });
  [rows[at], rows[at + 1]] = [rows[at + 1]!, rows[at]!];
  const after = await shownRows(page, stretch);
  if (after.some((row, n) => row !== rows[n]))
    throw new Error(`after move ${i} the list is in another order`);
  return pressed;
}
