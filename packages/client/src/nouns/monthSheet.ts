/** A month's timesheet: what is printed, shown and closed. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import type { DayTarget } from '@kontor/contract/nouns/month';
import { addDays } from '@kontor/contract/time/day';
import { lengthOf, union } from '@kontor/contract/time/span';
import { minutesAt, startOfDay } from '@kontor/contract/time/zone';
import { type DayPlan, plansOf } from './dayTarget.ts';
import { wholeMinutes } from './rounding.ts';
import { zoneOf } from './timeEntry.ts';
import { type DayPart, partsOf } from './timeSheet.ts';

/** A line of a timesheet. Times are ms unless said otherwise. */
export interface SheetDay extends Pick<DayPlan, 'day' | 'holiday' | 'isHalf' | 'absences'> {
  /** Minutes since midnight on the clock of the place of work; `end` is 1440 for work up to midnight. */
  begin?: number;
  end?: number;
  /** Between begin and end, without work. */
  pause: number;
  /** Worked, pauses apart; what several entries cover counts once. */
  net: number;
  /** To be worked, holidays and absences taken off; undefined before the first week that was set. */
  target?: number;
  /** Undefined on days to come. */
  balance?: number;
}

/** A month of somebody's hours, with the sums of its days. */
export interface Timesheet {
  /** Its first day. */
  month: string;
  days: SheetDay[];
  net: number;
  target?: number;
  /** Of the days that have one. */
  balance?: number;
}

export interface SheetSource {
  month: string;
  entries: readonly OpenOf<'timeEntry'>[];
  absences: readonly OpenOf<'absence'>[];
  /** Of each day of the month. */
  targets: readonly DayTarget[];
  /** The last day that has a balance; all unless given. */
  until?: string;
  /** ms, up to which an entry that runs counts; it does not unless given. */
  now?: number;
}

/** Writes somebody's timesheet of a month, each day's work in whole minutes that add up. Work past midnight counts on both days. */
export function timesheetOf({ month, entries, absences, targets, until, now }: SheetSource): Timesheet {
  const parts = Map.groupBy(partsOf(entries, now), ({ day }) => day);
  const plans = plansOf(targets, absences);
  const partsOn = ({ day }: DayPlan) => parts.get(day) ?? [];
  const nets = wholeMinutes(plans.map((plan) => lengthOf(union(partsOn(plan)))));
  const days = plans.map((plan, i) => lineOf(plan, partsOn(plan), nets[i]!, until));
  const sum = (key: 'net' | 'target' | 'balance') =>
    days.reduce<number | undefined>(
      (all, { [key]: value }) => (value === undefined ? all : (all ?? 0) + value),
      undefined,
    );
  const [target, balance] = [sum('target'), sum('balance')];
  return {
    month,
    days,
    net: sum('net') ?? 0,
    ...(target !== undefined && { target }),
    ...(balance !== undefined && { balance }),
  };
}

function lineOf(
  { day, holiday, isHalf, absences, target }: DayPlan,
  parts: readonly DayPart[],
  net: number,
  until = day,
): SheetDay {
  const first = parts.toSorted((a, b) => a.from - b.from)[0];
  const last = parts.toSorted((a, b) => b.to - a.to)[0];
  return {
    day,
    ...(first && last && { begin: minutesIn(first.from, first), end: minutesIn(last.to, last) }),
    pause: first && last ? last.to - first.from - lengthOf(union(parts)) : 0,
    net,
    ...(target !== undefined && { target }),
    ...(target !== undefined && day <= until && { balance: net - target }),
    ...(holiday && { holiday, ...(isHalf && { isHalf }) }),
    absences,
  };
}

function minutesIn(moment: number, { day, entry }: DayPart): number {
  const zone = zoneOf(entry);
  return moment >= startOfDay(addDays(day, 1), zone) ? 24 * 60 : minutesAt(moment, zone);
}
