/** The hints on the days of a month: what somebody should look at before they sign it. */
import { overlapping } from '@kontor/client/nouns/timeEntry';
import { type DayPart, partsOf } from '@kontor/client/nouns/timeSheet';
import { type WorkHint, workHints } from '@kontor/client/nouns/workHints';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';

/**
 * - `overlap`: an entry shares a moment of that day with another one.
 * - `cut`: an entry was ended that day where another one began on another device.
 */
export type DayHint = WorkHint | 'overlap' | 'cut';

const keyOf = ({ day, entry }: DayPart) => `${day} ${entry.id}`;

/** Returns what there is to say of a person's days: their entries, then breaks and rests. A running entry goes up to `now`, ms. */
export function dayHints(
  entries: readonly TimeEntry[],
  now: number,
): ReadonlyMap<string, readonly DayHint[]> {
  const parts = partsOf(entries, now);
  // Each day of an entry by itself: one over midnight may overlap on one of its two.
  const overlaps = overlapping(
    parts.map((part) => ({ ...part.entry, id: keyOf(part), segments: [part] })),
    now,
  );
  const found = new Map<string, DayHint[]>();
  const add = (day: string, hint: DayHint) => {
    const hints = found.get(day) ?? [];
    if (!hints.includes(hint)) found.set(day, [...hints, hint]);
  };
  for (const part of parts) if (overlaps.has(keyOf(part))) add(part.day, 'overlap');
  const lastParts = new Map(parts.map((part) => [part.entry.id, part]));
  for (const part of lastParts.values())
    if (part.entry.cutAt !== undefined && !overlaps.has(keyOf(part))) add(part.day, 'cut');
  for (const [day, hints] of workHints(parts)) for (const hint of hints) add(day, hint);
  return found;
}
