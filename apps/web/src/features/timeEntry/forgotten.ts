import { zoneOf } from '@kontor/client/nouns/timeEntry';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';

const longMs = 10 * 3_600_000;

/** Tells whether a timer has run for so long, or past a midnight, that nobody may have meant it to. */
export function isForgotten(entry: TimeEntry, now: number): boolean {
  const { status, segments } = entry;
  const from = segments.at(-1)?.from;
  if (status !== 'IN_PROGRESS' || from === undefined) return false;
  return now - from > longMs || dayAt(from, zoneOf(entry)) !== dayAt(now, zoneOf(entry));
}
