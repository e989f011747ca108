/**
 * Hints on breaks, long days and short rests, by the limits that the German Working Hours Act (ArbZG, sections 3 to 5) sets; other
 * countries' are near them. They are computed where they are shown: nothing is refused, stored or printed because of one.
 */
import { lengthOf, type Span, union } from '@kontor/contract/time/span';
import type { DayPart } from './timeSheet.ts';

/**
 * - `unbroken`: more than six hours without a break of 15 minutes.
 * - `pause30`, `pause45`: breaks of less than 30 minutes within more than six hours, of less than 45 within more than nine.
 * - `long`: more than ten hours.
 * - `rest`: less than eleven hours since the work before.
 */
export type WorkHint = 'unbroken' | 'pause30' | 'pause45' | 'long' | 'rest';

const minute = 60_000;
const hour = 60 * minute;
/** Shorter ones are no breaks. */
const leastBreak = 15 * minute;
/** A gap that ends a shift where another day has begun meanwhile; one of a whole rest ends it anyway. */
const leastGap = 4 * hour;
const leastRest = 11 * hour;

interface Shift {
  /** The day on which it begins. */
  day: string;
  /** In order, apart from each other. */
  spans: Span[];
}

/** Gathers parts of one person's entries into shifts, which may go on past midnight. */
function shiftsOf(parts: readonly DayPart[]): Shift[] {
  const shifts: Shift[] = [];
  let lastDay = '';
  for (const [day, own] of Map.groupBy(
    parts.toSorted((a, b) => a.from - b.from),
    ({ day }) => day,
  ))
    for (const span of union(own)) {
      const shift = shifts.at(-1);
      const gap = shift ? span.from - shift.spans.at(-1)!.to : Number.POSITIVE_INFINITY;
      if (!shift || gap >= leastRest || (gap >= leastGap && day !== lastDay))
        shifts.push({ day, spans: [span] });
      else shift.spans = union([...shift.spans, span]);
      lastDay = day;
    }
  return shifts;
}

function hintsOf({ spans }: Shift, before: Shift | undefined): WorkHint[] {
  const net = lengthOf(spans);
  const gaps = spans.slice(1).map(({ from }, i) => from - spans[i]!.to);
  const pause = gaps.reduce((sum, gap) => sum + (gap >= leastBreak ? gap : 0), 0);
  let [stretch, longest] = [0, 0];
  for (const [i, { from, to }] of spans.entries()) {
    stretch = (i > 0 && gaps[i - 1]! < leastBreak ? stretch : 0) + (to - from);
    longest = Math.max(longest, stretch);
  }
  const hints: WorkHint[] = [];
  if (longest > 6 * hour) hints.push('unbroken');
  if (net > 9 * hour && pause < 45 * minute) hints.push('pause45');
  else if (net > 6 * hour && pause < 30 * minute && longest <= 6 * hour) hints.push('pause30');
  if (net > 10 * hour) hints.push('long');
  if (before && spans[0]!.from - before.spans.at(-1)!.to < leastRest) hints.push('rest');
  return hints;
}

/** Returns what there is to say of a person's days; a shift counts on the day on which it begins. */
export function workHints(parts: readonly DayPart[]): ReadonlyMap<string, readonly WorkHint[]> {
  const shifts = shiftsOf(parts);
  const found = new Map<string, WorkHint[]>();
  for (const [i, shift] of shifts.entries()) {
    const hints = hintsOf(shift, shifts[i - 1]);
    if (hints.length > 0) found.set(shift.day, [...new Set([...(found.get(shift.day) ?? []), ...hints])]);
  }
  return found;
}
