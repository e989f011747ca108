/** The day of this device's clock, followed: a page may stay open over midnight. */
import { today } from '@kontor/contract/time/day';
import { useSyncExternalStore } from 'react';

/** ms between two looks at the clock: timers of hours stand still while a computer sleeps. */
const lookEvery = 60_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, lookEvery);
  document.addEventListener('visibilitychange', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
  };
}

/** Returns today, `YYYY-MM-DD`; renders again when it is another day. */
export const useToday = (): string => useSyncExternalStore(subscribe, today);
