/** A person's week: their time by task and day, against what they are to work. */
import { type DayPlan, plansOf } from '@kontor/client/nouns/dayTarget';
import { targetsIn } from '@kontor/client/nouns/month';
import { wholeMinutes } from '@kontor/client/nouns/rounding';
import { entriesNear, overlapping } from '@kontor/client/nouns/timeEntry';
import { type DayPart, partsOf, workedOn } from '@kontor/client/nouns/timeSheet';
import { type WorkHint, workHints } from '@kontor/client/nouns/workHints';
import { hoursOf } from '@kontor/client/nouns/workingTime';
import type { Collections } from '@kontor/client/replica/collections';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import { addDays, monthStart } from '@kontor/contract/time/day';
import { lengthOf } from '@kontor/contract/time/span';
import { useMemo } from 'react';
import { compareWords } from '../../../platform/text/compare.ts';
import { useIsLoaded } from '../../../platform/workspace/loaded.ts';
import { useAll, useRead, useWhere, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { runningIn, useEntriesNear, useNow } from '../queries.ts';

export interface WeekRow {
  taskId: string;
  title: string;
  project: string;
  projectId: string;
  /** ms by day. */
  days: ReadonlyMap<string, number>;
  /** ms by day of what does not run any more, to the millisecond. */
  stored: ReadonlyMap<string, number>;
  total: number;
}

export interface WeekPart extends DayPart {
  /** ms, in whole minutes that add up to those of the rows. */
  shown: number;
}

export interface Week {
  /** Where the person's hours are; undefined where there are none, or none that may be read. */
  hours: WorkingTime | undefined;
  days: readonly string[];
  /** In whole minutes that add up; what several entries cover counts several times. */
  rows: readonly WeekRow[];
  /** The working time of each day, ms, in whole minutes that add up; what several entries cover counts once. */
  worked: readonly number[];
  /** All parts of entries in the week, in the order of the days and rows. */
  parts: readonly WeekPart[];
  /** Entries that share a moment with another one. */
  overlaps: ReadonlySet<string>;
  /** Hints on breaks and rests, by day. */
  hints: ReadonlyMap<string, readonly WorkHint[]>;
  /** The targets of the days, with what is taken off them. */
  plans: readonly DayPlan[];
}

/** Returns a person's week from its Monday on; `more` are tasks that have a row though nothing was done on them. */
export function useWeek(userId: string, monday: string, more: ReadonlySet<string>): Week {
  const { records } = useWorkspace();
  const { collections } = records;
  const hours = useRead(collections.workingTime, () => hoursOf(collections, userId));
  const near = useEntriesNear(hours?.id ?? '', monday, addDays(monday, 7));
  const absences = useWhere('absence', 'scopeId', hours?.id ?? '');
  const now = useNow(runningIn(near), 60_000);
  // Rows of tasks on which nothing was done come with their projects.
  const hasAll = useIsLoaded();
  // biome-ignore lint/correctness/useExhaustiveDependencies: see `hasAll`
  const week = useMemo(() => {
    const days = [0, 1, 2, 3, 4, 5, 6].map((n) => addDays(monday, n));
    const all = partsOf(near, now);
    const parts = all.filter(({ day }) => days.includes(day));
    const rows = rowsOf(near, days, now);
    const found = new Set(rows.map(({ taskId }) => taskId));
    for (const taskId of more) {
      const task = collections.task.get(taskId);
      if (found.has(taskId) || !task) continue;
      const project = collections.project.get(task.scopeId);
      const named = { taskTitle: task.title, projectName: project?.name ?? '', projectId: task.scopeId };
      rows.push(rowOf(taskId, named, [], []));
    }
    rows.sort((a, b) => compareWords(a.project, b.project) || compareWords(a.title, b.title));
    return {
      hours,
      days,
      rows: inWholeMinutes(rows, days),
      worked: wholeMinutes(days.map((day) => workedOn(parts, day))),
      parts: partsInWholeMinutes(parts, rows, days),
      overlaps: overlapping(near, now),
      hints: workHints(all),
    };
  }, [collections, hours, near, now, monday, more, hasAll]);
  // Renders again when a month is closed: then the targets of that moment count.
  useAll('month');
  const { days } = week;
  const targets = [...new Set(days.map(monthStart))].flatMap((month) =>
    hours ? targetsIn(collections, { scopeId: hours.id, month }).filter(({ day }) => days.includes(day)) : [],
  );
  return { ...week, plans: plansOf(targets, absences) };
}

/** Returns the tasks, by id, on which somebody worked in the week before a Monday. */
export function tasksBefore(
  collections: Pick<Collections, 'timeEntry'>,
  scopeId: string,
  monday: string,
): string[] {
  const week = { from: addDays(monday, -7), until: monday };
  const parts = partsOf(entriesNear(collections, scopeId, week), Date.now());
  const within = parts.filter(({ day }) => day >= week.from && day < week.until);
  return [...new Set(within.map(({ entry }) => entry.taskId))];
}

/** Returns the rows of the tasks that somebody's entries are about on these days, by now (ms). */
export function rowsOf(entries: readonly TimeEntry[], days: readonly string[], now: number): WeekRow[] {
  const byTask = (until?: number) =>
    Map.groupBy(
      partsOf(entries, until).filter(({ day }) => days.includes(day)),
      ({ entry }) => entry.taskId,
    );
  const stored = byTask();
  return [...byTask(now)].map(([taskId, own]) =>
    rowOf(taskId, own.at(-1)!.entry, own, stored.get(taskId) ?? []),
  );
}

const timesByDay = (parts: readonly DayPart[]): Map<string, number> =>
  new Map([...Map.groupBy(parts, ({ day }) => day)].map(([day, own]) => [day, lengthOf(own)]));

function rowOf(
  taskId: string,
  named: Pick<TimeEntry, 'taskTitle' | 'projectName' | 'projectId'>,
  parts: readonly DayPart[],
  stored: readonly DayPart[],
): WeekRow {
  const { taskTitle: title, projectName: project, projectId } = named;
  const sums = { days: timesByDay(parts), stored: timesByDay(stored), total: lengthOf(parts) };
  return { taskId, title, project, projectId, ...sums };
}

/**
 * Returns rows in whole minutes that add up to the totals of days and tasks. Seconds are carried from cell to cell of a day and on
 * to the next one, so that the total of each day is what a timesheet that begins with the week would show, unless entries
 * overlap, which a timesheet counts once.
 */
export function inWholeMinutes(rows: readonly WeekRow[], days: readonly string[]): WeekRow[] {
  const cells = days.flatMap((day) => rows.map((row) => row.days.get(day) ?? 0));
  const minutes = wholeMinutes(cells);
  return rows.map((row, r) => {
    const own = days.flatMap((day, d): [string, number][] =>
      row.days.has(day) ? [[day, minutes[d * rows.length + r]!]] : [],
    );
    return { ...row, days: new Map(own), total: own.reduce((sum, [, time]) => sum + time, 0) };
  });
}

/** Returns the parts of a week in whole minutes that add up to those of its rows, see `inWholeMinutes`, in the same order. */
export function partsInWholeMinutes(
  parts: readonly DayPart[],
  rows: readonly WeekRow[],
  days: readonly string[],
): WeekPart[] {
  const byCell = Map.groupBy(parts, ({ day, entry }) => `${day} ${entry.taskId}`);
  const inOrder = days.flatMap((day) => rows.flatMap(({ taskId }) => byCell.get(`${day} ${taskId}`) ?? []));
  const minutes = wholeMinutes(inOrder.map(({ from, to }) => to - from));
  return inOrder.map((part, i) => ({ ...part, shown: minutes[i]! }));
}

/** Returns the time of parts in whole minutes, ms. */
export const shownTime = (parts: readonly WeekPart[]): number =>
  parts.reduce((sum, { shown }) => sum + shown, 0);
