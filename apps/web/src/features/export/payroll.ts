/** Sums people's hours and absences by months, as payroll needs them. */
import { type AbsentDays, daysOfMonth, plansOf, targetOn } from '@kontor/client/nouns/dayTarget';
import type { ReportEntry } from '@kontor/client/nouns/hoursReport';
import { wholeMinutes } from '@kontor/client/nouns/rounding';
import { type DayPart, partsOf } from '@kontor/client/nouns/timeSheet';
import type { AbsenceKind } from '@kontor/contract/nouns/absence';
import type { DayTarget } from '@kontor/contract/nouns/month';
import type { WorkingWeek } from '@kontor/contract/nouns/workingTime';
import { monthStart, monthsBetween, weekday } from '@kontor/contract/time/day';
import { lengthOf, union } from '@kontor/contract/time/span';
import type { TableColumn, TableRow } from '@kontor/table/table';

/** The words of the columns, in their order. */
export interface PayrollTexts {
  person: string;
  month: string;
  days: string;
  time: string;
  hours: string;
  target: string;
  vacation: string;
  sickness: string;
  other: string;
}

/** A person on the list: what they were to work, and when they were away. */
export interface PayrollPerson {
  userId: string;
  name: string;
  weeks: readonly WorkingWeek[];
  /** The targets that were signed, by the first days of closed months. */
  signed: ReadonlyMap<string, readonly DayTarget[]>;
  absences: readonly AbsentDays[];
}

/** The choice of a list: days, inclusive, and people; absent: all. */
export interface PayrollChoice {
  from?: string | undefined;
  to?: string | undefined;
  userIds?: readonly string[] | undefined;
}

export const payrollColumns = (texts: PayrollTexts): TableColumn[] => [
  { header: texts.person, kind: 'text', share: 4 },
  { header: texts.month, kind: 'text', share: 2 },
  { header: texts.days, kind: 'text', share: 2 },
  { header: texts.time, kind: 'duration', share: 2 },
  { header: texts.hours, kind: 'hours', share: 2 },
  { header: texts.target, kind: 'hours', share: 2 },
  ...[texts.vacation, texts.sickness, texts.other].map(
    (header): TableColumn => ({ header, kind: 'text', share: 2 }),
  ),
];

/** Whoever is ill on a day of vacation has not taken it. */
const order: readonly AbsenceKind[] = ['sickness', 'vacation', 'other'];

/** Counts days of absence by kind: of those on which there was something to work; of people without a week from Monday to Friday. */
function daysAway(targets: readonly DayTarget[], absences: readonly AbsentDays[]) {
  const away: Record<AbsenceKind, number> = { sickness: 0, vacation: 0, other: 0 };
  for (const { day, minutes, isHalf, absences: own } of plansOf(targets, absences)) {
    if (minutes === undefined ? weekday(day) > 4 : minutes === 0) continue;
    let left = isHalf ? 0.5 : 1;
    for (const kind of order)
      for (const absence of own.filter((each) => each.kind === kind)) {
        const share = Math.min(left, absence.isHalf ? 0.5 : 1);
        away[kind] += share;
        left -= share;
      }
  }
  return away;
}

/** Returns the first days of the months that absences touch, within a choice. */
const monthsAway = (absences: readonly AbsentDays[], { from, to }: { from: string; to: string }): string[] =>
  absences.flatMap((absence) =>
    monthsBetween(absence.from > from ? absence.from : from, absence.to < to ? absence.to : to),
  );

/**
 * Returns a row for each person and month: days with work, working time, in which what several entries cover counts once, what was
 * to be worked, and days of absence. `region`: BCP 47, for halves of days and the order of names.
 */
export function payrollRows(
  entries: Iterable<ReportEntry>,
  people: readonly PayrollPerson[],
  { from = '', to = '9999-12-31', userIds = [] }: PayrollChoice,
  region: string,
): TableRow[] {
  const isChosen = (day: string) => day >= from && day <= to;
  const entriesBy = Map.groupBy(entries, ({ userId }) => userId);
  const format = new Intl.NumberFormat(region);
  const collator = new Intl.Collator(region, { numeric: true });
  const days = (count: number) => (count > 0 ? format.format(count) : undefined);
  /** Returns the row of a month; none where somebody neither worked nor was away. */
  const rowsOf = (person: PayrollPerson, month: string, parts: readonly DayPart[]): TableRow[] => {
    const { name, weeks, signed, absences } = person;
    // In whole minutes, as the signed month has it: both columns say the same.
    const [time] = wholeMinutes([lengthOf(union(parts))]);
    const worked = new Set(parts.map(({ day }) => day)).size;
    const targets = signed.get(month) ?? daysOfMonth(month).map((day) => targetOn(weeks, day));
    const chosen = targets.filter(({ day }) => isChosen(day));
    const planned = plansOf(chosen, absences).flatMap((plan) => plan.target ?? []);
    const target = planned.length > 0 ? planned.reduce((sum, each) => sum + each, 0) : undefined;
    const { vacation, sickness, other } = daysAway(chosen, absences);
    if (worked + vacation + sickness + other === 0) return [];
    const cells = [name, month.slice(0, 7), String(worked), time, time, target];
    return [{ role: 'row', cells: [...cells, days(vacation), days(sickness), days(other)] }];
  };
  return people
    .filter(({ userId }) => userIds.length === 0 || userIds.includes(userId))
    .toSorted((a, b) => collator.compare(a.name, b.name))
    .flatMap((person) => {
      const own = (entriesBy.get(person.userId) ?? []).map(({ entry }) => entry);
      const parts = partsOf(own).filter(({ day }) => isChosen(day));
      const byMonth = Map.groupBy(parts, ({ day }) => monthStart(day));
      const months = new Set([...byMonth.keys(), ...monthsAway(person.absences, { from, to })]);
      return [...months].sort().flatMap((month) => rowsOf(person, month, byMonth.get(month) ?? []));
    });
}
