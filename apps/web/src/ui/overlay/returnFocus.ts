import { useLayoutEffect } from 'react';
import { itemSelector } from '../list/arrowList.ts';

/**
 * Gives the focus back, once a sheet is gone, to what opened it. The row of a list may stand elsewhere by then, e.g. under
 * another status: it is found by its key.
 */
export function useReturnFocus(): void {
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const key = opener?.closest<HTMLElement>('[data-row]')?.dataset.row;
    return () => {
      const row = key === undefined ? null : document.querySelector(`[data-row="${CSS.escape(key)}"]`);
      const target = opener?.isConnected ? opener : row?.querySelector(itemSelector);
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, []);
}
