/** Paper has no window: lists that keep only what is near it in the page bring the rest while they are printed. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** The rows of one list that are printed: about fifty pages. More would let the page stand still for long. */
export const printedMost = 2_000;

/** Returns true while the page is printed, from before it is laid out for paper. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // At once: the browser takes the page as it stands when the event's listeners are through.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
