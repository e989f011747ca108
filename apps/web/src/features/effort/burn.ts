/** The hours worked on a project, and what they are worth, until the end of each week. */
import type { Effort } from '@kontor/contract/nouns/effort';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { addDays, mondayOf } from '@kontor/contract/time/day';
import { earnedByDay } from './sums.ts';

export interface BurnWeek {
  /** Its Monday. */
  week: string;
  /** Minutes, or cents, since the project began. */
  total: number;
}

/** Returns the time worked by the Mondays of its weeks, ms. */
export function timeByWeek(efforts: readonly Pick<Effort, 'weeks'>[]): ReadonlyMap<string, number> {
  const byWeek = new Map<string, number>();
  for (const { weeks } of efforts)
    for (const [week, { time }] of Object.entries(weeks)) byWeek.set(week, (byWeek.get(week) ?? 0) + time);
  return byWeek;
}

/** Returns what entries are worth by the Mondays of its weeks, cents times ms. */
export function earnedByWeek(
  entries: readonly TimeEntry[],
  personOf: (scopeId: string) => string,
  rates: readonly HourlyRate[],
): ReadonlyMap<string, number> {
  const byWeek = new Map<string, number>();
  for (const entry of entries)
    for (const { day, earned } of earnedByDay(entry, personOf(entry.scopeId), rates))
      byWeek.set(mondayOf(day), (byWeek.get(mondayOf(day)) ?? 0) + earned);
  return byWeek;
}

/**
 * Returns the weeks up to that of `today`, the last `count` of those since somebody worked, each with all that came together
 * by its end. `unit` is the part of a week's figure that counts as one.
 */
export function burnOf(
  byWeek: ReadonlyMap<string, number>,
  unit: number,
  today: string,
  count: number,
): BurnWeek[] {
  const last = mondayOf(today);
  const worked = [...byWeek]
    .filter(([week, figure]) => figure > 0 && week <= last)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (worked.length === 0) return [];
  const first = addDays(last, -7 * (count - 1));
  const out: BurnWeek[] = [];
  for (let week = first > worked[0]![0] ? first : worked[0]![0]; week <= last; week = addDays(week, 7)) {
    const figure = worked.reduce((sum, [each, more]) => (each <= week ? sum + more : sum), 0);
    out.push({ week, total: Math.round(figure / unit) });
  }
  return out;
}
