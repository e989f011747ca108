/** Where bars and headings of the timeline stand, in whole days from its first day. */
import type { Task } from '@kontor/contract/nouns/task';
import { addDays, daysBetween, monthStart, nextMonth, weekday, weekNumber } from '@kontor/contract/time/day';

/** Where a bar stands. Outside the timeline's days nothing of it is drawn: there it is cut. */
export interface BarPlace {
  start: number;
  /** Days, at least 1. */
  length: number;
  isStartCut: boolean;
  isEndCut: boolean;
}

export interface Bar<T> extends BarPlace {
  task: T;
}

export interface Span {
  start: number;
  length: number;
  /** The first day that it covers. */
  day: string;
}

export interface TimelineLayout<T> {
  /** The first day; a Monday. */
  from: string;
  /** Days in all; whole weeks. */
  days: number;
  today: number;
  bars: Bar<T>[];
  months: Span[];
  weeks: (Span & { number: number })[];
  /** Tasks without any date. */
  undated: T[];
  /** Those whose days lie before or behind all that is shown, by their first day. */
  beyond: T[];
}

type Dated = Pick<Task, 'startDate' | 'dueDate'> & { status?: Task['status'] };

/**
 * Returns the days of a task. One date alone is a day; an end before the start is read the other way round.
 */
function rangeOf(task: Dated): [first: string, last: string] | undefined {
  const first = task.startDate ?? task.dueDate;
  const last = task.dueDate ?? task.startDate;
  if (!first || !last) return undefined;
  return first <= last ? [first, last] : [last, first];
}

/** Which part of a bar is moved. */
export type BarPart = 'bar' | 'start' | 'end';

/** The last day that has four digits for its year. */
const lastDay = '9999-12-31';

/**
 * Moves a task, or one end of it, by whole days. An end stops at the other; a task with one date keeps that one, unless
 * its other end is pulled out of it, and where the due date lies before the start, both are written.
 */
export function shifted(task: Dated, part: BarPart, by: number): { startDate?: string; dueDate?: string } {
  const range = rangeOf(task);
  if (!range || by === 0) return {};
  const [first, last] = range;
  const isInwards = part === 'start' ? by > 0 : part === 'end' && by < 0;
  if (isInwards && first === last && !(task.startDate && task.dueDate)) return {};
  if (part !== 'start' && by > daysBetween(last, lastDay)) return {};
  if (part === 'start') {
    const start = addDays(first, by);
    return { startDate: start < last ? start : last, ...(task.dueDate !== last && { dueDate: last }) };
  }
  if (part === 'end') {
    const end = addDays(last, by);
    return { dueDate: end > first ? end : first, ...(task.startDate !== first && { startDate: first }) };
  }
  return {
    ...(task.startDate && { startDate: addDays(first, by) }),
    ...(task.dueDate && { dueDate: addDays(last, by) }),
  };
}

/** Returns where the bar of a task stands among the days of a timeline: on its nearest day where it lies outside; undefined without dates. */
export function barOf(task: Dated, { from, days }: Pick<TimelineLayout<unknown>, 'from' | 'days'>) {
  const range = rangeOf(task);
  return range && placeOf(range, from, days);
}

function placeOf([first, last]: [first: string, last: string], from: string, days: number): BarPlace {
  const [begin, end] = [daysBetween(from, first), daysBetween(from, last)];
  const within = (day: number) => Math.min(Math.max(day, 0), days - 1);
  const start = within(begin);
  return { start, length: within(end) + 1 - start, isStartCut: begin < 0, isEndCut: end >= days };
}

/** A year either side of today at most: one mistyped date must not stretch the page over centuries. */
const reach = 366;
/** Weeks enough to fill a wide window. */
const minDays = 18 * 7;

/** Lays tasks out around today, with a week of room before and three behind. */
export function layOutTimeline<T extends Dated>(tasks: readonly T[], today: string): TimelineLayout<T> {
  const ranges = tasks.flatMap((task) => {
    const range = rangeOf(task);
    return range ? [{ task, range }] : [];
  });
  const earliest = addDays(today, -reach);
  const latest = addDays(today, reach);
  let [first, last] = [today, today];
  for (const { range } of ranges) {
    if (range[0] < first) first = range[0];
    if (range[1] > last) last = range[1];
  }
  if (first < earliest) first = earliest;
  if (last > latest) last = latest;
  const from = addDays(first, -7 - weekday(first));
  const days = Math.max(minDays, Math.ceil((daysBetween(from, last) + 22) / 7) * 7);
  const to = addDays(from, days);

  const bars: Bar<T>[] = [];
  const outside: typeof ranges = [];
  for (const { task, range } of ranges) {
    if (range[1] >= from && range[0] < to) bars.push({ task, ...placeOf(range, from, days) });
    else outside.push({ task, range });
  }
  // What is over stands last: who opens a long project sees what runs.
  const now = daysBetween(from, today);
  const isOver = ({ start, length, task }: Bar<T>) => task.status === 'DONE' && start + length <= now;
  bars.sort((a, b) => Number(isOver(a)) - Number(isOver(b)) || a.start - b.start || a.length - b.length);

  const months: Span[] = [];
  for (let day = from; day < to; day = nextMonth(day)) {
    const end = nextMonth(monthStart(day));
    months.push({ start: daysBetween(from, day), length: daysBetween(day, end < to ? end : to), day });
  }
  const weeks = Array.from({ length: days / 7 }, (_, week) => {
    const day = addDays(from, week * 7);
    return { start: week * 7, length: 7, day, number: weekNumber(day) };
  });
  const undated = tasks.filter((task) => !rangeOf(task));
  const beyond = outside.sort((a, b) => (a.range[0] < b.range[0] ? -1 : 1)).map(({ task }) => task);
  return { from, days, today: now, bars, months, weeks, undated, beyond };
}
