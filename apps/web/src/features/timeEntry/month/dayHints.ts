/** The hints on the days of a month: what somebody should look at before they sign it. */
import { overlapping } from '@kontor/client/nouns/timeEntry';
import { partsOf } from '@kontor/client/nouns/timeSheet';
import { type WorkHint, workHints } from '@kontor/client/nouns/workHints';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';

/**
 * - `overlap`: an entry shares a moment with another one.
 * - `cut`: an entry was ended where another one began on another device.
 */
export type DayHint = WorkHint | 'overlap' | 'cut';

/** Returns what there is to say of a person's days: their entries, then breaks and rests. A running entry goes up to `now`, ms. */
export function dayHints(
  entries: readonly TimeEntry[],
  now: number,
): ReadonlyMap<string, readonly DayHint[]> {
  const parts = partsOf(entries, now);
  const overlaps = overlapping(entries, now);
  const found = new Map<string, DayHint[]>();
  const add = (day: string, hint: DayHint) => {
    const hints = found.get(day) ?? [];
    if (!hints.includes(hint)) found.set(day, [...hints, hint]);
  };
  for (const { day, entry } of parts) if (overlaps.has(entry.id)) add(day, 'overlap');
  for (const { day, entry } of parts)
    if (entry.cutAt !== undefined && !overlaps.has(entry.id)) add(day, 'cut');
  for (const [day, hints] of workHints(parts)) for (const hint of hints) add(day, hint);
  return found;
}
