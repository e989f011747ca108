/** The day of this device's clock, followed: a page may stay open over midnight. */
import { today } from '@kontor/contract/time/day';
import { useSyncExternalStore } from 'react';

/** ms between two looks at the clock: timers of hours stand still while a computer sleeps. */
const lookEvery = 60_000;

const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
let timer: ReturnType<typeof setInterval> | undefined;

/** Looks at the clock once for all who follow it: each row of a list may. */
function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tell, lookEvery);
    document.addEventListener('visibilitychange', tell);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tell);
  };
}

/** Returns today, `YYYY-MM-DD`; renders again when it is another day. */
export const useToday = (): string => useSyncExternalStore(subscribe, today);
