/** The hours worked on a project until the end of each week. */
import type { Effort } from '@kontor/contract/nouns/effort';
import { addDays, weekday } from '@kontor/contract/time/day';

export interface BurnWeek {
  /** Its Monday. */
  week: string;
  /** Minutes since the project began. */
  total: number;
}

const msPerMinute = 60_000;

/**
 * Returns the weeks up to that of `today`, the last `count` of those since somebody worked, each with all that was worked
 * by its end.
 */
export function burnOf(efforts: readonly Pick<Effort, 'weeks'>[], today: string, count: number): BurnWeek[] {
  const byWeek = new Map<string, number>();
  for (const { weeks } of efforts)
    for (const [week, { time }] of Object.entries(weeks)) byWeek.set(week, (byWeek.get(week) ?? 0) + time);
  const last = addDays(today, -weekday(today));
  const worked = [...byWeek]
    .filter(([week, time]) => time > 0 && week <= last)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (worked.length === 0) return [];
  const first = addDays(last, -7 * (count - 1));
  const out: BurnWeek[] = [];
  for (let week = first > worked[0]![0] ? first : worked[0]![0]; week <= last; week = addDays(week, 7)) {
    const time = worked.reduce((sum, [each, more]) => (each <= week ? sum + more : sum), 0);
    out.push({ week, total: Math.round(time / msPerMinute) });
  }
  return out;
}
