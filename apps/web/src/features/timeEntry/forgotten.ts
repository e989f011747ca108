import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';

const longMs = 10 * 3_600_000;

/** Tells whether a timer has run for so long, or past a midnight, that nobody may have meant it to. */
export function isForgotten({ status, segments, zone }: TimeEntry, now: number): boolean {
  const from = segments.at(-1)?.from;
  if (status !== 'IN_PROGRESS' || from === undefined) return false;
  return now - from > longMs || dayAt(from, zone || 'UTC') !== dayAt(now, zone || 'UTC');
}
