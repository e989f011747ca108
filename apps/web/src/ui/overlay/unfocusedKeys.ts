import { type RefObject, useEffect, useRef } from 'react';
import { isNowhere } from '../../platform/focus.ts';

/**
 * Hands keys to what contains `inside` while nothing in particular has the focus: what had it is gone, or a press beside everything took it
 * away. While dialogs are open, only the newest of them hears keys.
 */
export function useUnfocusedKeys(
  inside: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent) => void,
): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (!(event.target instanceof Element) || !isNowhere(event.target)) return;
      const newest = [...document.querySelectorAll('[role="dialog"]')].at(-1);
      if (!newest || newest.contains(inside.current)) latest.current(event);
    };
    // Before the listener of a dialog above, which a key may close: that key is not ours, too.
    window.addEventListener('keydown', hear, { capture: true });
    return () => window.removeEventListener('keydown', hear, { capture: true });
  }, [inside]);
}
