import { useLayoutEffect, useState } from 'react';
import { itemSelector } from '../list/arrowList.ts';
import { actedOn } from '../list/keepFocus.ts';

const rowOf = (key: string | null | undefined) =>
  key ? document.querySelector(`[data-row="${CSS.escape(key)}"]`) : null;

/**
 * Gives the focus back, once a sheet or dialog is gone, to what opened it; of an item of a menu, to the menu's button. The row of
 * a list may stand elsewhere by then, e.g. under another status: it is found by its key. Where nothing opened it, the dialog
 * beneath gets the focus, or the row of what it shows, or the page.
 */
export function useReturnFocus(): void {
  // While rendering: fields that take the focus as they come do so before any effect of what is around them.
  const [opener] = useState(actedOn);
  const [beneath] = useState(() => [...document.querySelectorAll('[role="dialog"]')].at(-1));
  useLayoutEffect(() => {
    // What takes the place of another one is opened by what opened that, which has the focus again by now.
    const from = opener?.isConnected ? opener : actedOn();
    const key =
      from?.closest<HTMLElement>('[data-row]')?.dataset.row ??
      new URLSearchParams(location.search).get('item');
    return () => {
      const row = rowOf(key)?.querySelector(itemSelector);
      const target =
        [from, beneath].find((each) => each?.isConnected) ?? row ?? document.querySelector('main');
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, [opener, beneath]);
}
