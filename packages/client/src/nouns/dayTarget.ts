/** Targets of somebody's days: by their weeks, the public holidays where they work, and their absences. */
import type { AbsenceKind } from '@kontor/contract/nouns/absence';
import type { OpenOf } from '@kontor/contract/nouns/entities';
import type { DayTarget } from '@kontor/contract/nouns/month';
import type { WorkingWeek } from '@kontor/contract/nouns/workingTime';
import { addDays, nextMonth, weekday } from '@kontor/contract/time/day';
import { holidayOn } from '@kontor/contract/time/holiday';

/** A day's target with what is taken off it. */
export interface DayPlan extends DayTarget {
  /** ms that are left to work; undefined before the first week that was set. */
  target?: number;
  absences: { kind: AbsenceKind; isHalf: boolean }[];
}

/** Days on which somebody is away. */
export type AbsentDays = Pick<OpenOf<'absence'>, 'kind' | 'from' | 'to' | 'isHalf'>;

/** Returns the days from one up to another, that one left out. */
export function daysFrom(from: string, end: string): string[] {
  const out: string[] = [];
  for (let day = from; day < end; day = addDays(day, 1)) out.push(day);
  return out;
}

/** Returns the days of the month that begins on a day. */
export const daysOfMonth = (month: string): string[] => daysFrom(month, nextMonth(month));

/** Returns what somebody is to work on a day by the newest of their weeks then, absences apart. */
export function targetOn(weeks: readonly WorkingWeek[], day: string): DayTarget {
  const week = weeks.filter(({ from }) => from <= day).at(-1);
  if (!week) return { day };
  const holiday = week.region && holidayOn(week.region, day);
  const minutes = Math.round(week.minutes[weekday(day)] ?? 0);
  if (!holiday) return { day, minutes };
  const { name, isHalf } = holiday;
  return { day, minutes: isHalf ? Math.round(minutes / 2) : 0, holiday: name, ...(isHalf && { isHalf }) };
}

/** Lays absences over targets. */
export const plansOf = (targets: readonly DayTarget[], absences: readonly AbsentDays[]): DayPlan[] =>
  targets.map((target) => {
    const own = absences.filter(({ from, to }) => from <= target.day && target.day <= to);
    const away = Math.min(
      1,
      own.reduce((sum, { isHalf }) => sum + (isHalf ? 0.5 : 1), 0),
    );
    // Half of a day that is half free is what is left of it.
    const left = target.isHalf && away > 0 ? 0 : 1 - away;
    const { minutes } = target;
    return {
      ...target,
      ...(minutes !== undefined && { target: Math.round(minutes * left) * 60_000 }),
      absences: own.map(({ kind, isHalf }) => ({ kind, isHalf })),
    };
  });
