import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';

const longMs = 10 * 3_600_000;
/** ms without a sign of the person after which what they did before counts as their last activity. */
const gapMs = 30 * 60_000;
const storageKey = 'kontor-active';

/** Tells whether a timer has run for so long, or past a midnight, that nobody may have meant it to. */
export function isForgotten({ status, segments, zone }: TimeEntry, now: number): boolean {
  const from = segments.at(-1)?.from;
  if (status !== 'IN_PROGRESS' || from === undefined) return false;
  return now - from > longMs || dayAt(from, zone || 'UTC') !== dayAt(now, zone || 'UTC');
}

const stored = (): number => Number(localStorage.getItem(storageKey)) || 0;
let before = stored();

/** Returns when the person last did something here before their latest absence, ms; 0 where that is not known. */
export const lastActivity = (): number => before;

/**
 * Notes at most once a minute that the person does something. Returns the function that stops it and forgets the moment:
 * it outlives a closed browser, and no sign-out.
 */
export function noteActivity(): () => void {
  const note = () => {
    const [now, last] = [Date.now(), stored()];
    if (now - last < 60_000) return;
    if (now - last > gapMs) before = last;
    localStorage.setItem(storageKey, String(now));
  };
  note();
  const events = ['pointerdown', 'keydown'] as const;
  for (const event of events) window.addEventListener(event, note, { passive: true });
  return () => {
    for (const event of events) window.removeEventListener(event, note);
    localStorage.removeItem(storageKey);
  };
}
