import { useLayoutEffect } from 'react';
import { itemSelector } from '../list/arrowList.ts';

const rowOf = (key: string | null | undefined) =>
  key ? document.querySelector(`[data-row="${CSS.escape(key)}"]`) : null;

/**
 * Gives the focus back, once a sheet or dialog is gone, to what opened it. The row of a list may stand elsewhere by then, e.g. under
 * another status: it is found by its key. Where nothing opened it, the row of what it shows gets the focus, or the page.
 */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement === document.body ? null : document.activeElement;
    const key =
      opener?.closest<HTMLElement>('[data-row]')?.dataset.row ??
      new URLSearchParams(location.search).get('item');
    return () => {
      const row = rowOf(key)?.querySelector(itemSelector);
      const target = opener?.isConnected ? opener : (row ?? document.querySelector('main'));
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, []);
}
