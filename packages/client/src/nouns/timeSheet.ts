/** A person's days: what was worked on which day, and changing it as a sum. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import type { Segment } from '@kontor/contract/nouns/timeEntry';
import { addDays } from '@kontor/contract/time/day';
import { lengthOf, type Span, splitByDay, union } from '@kontor/contract/time/span';
import { momentAt, startOfDay } from '@kontor/contract/time/zone';
import type { Collections } from '../replica/collections.ts';
import type { Mutations } from '../replica/mutations.ts';
import { entriesNear, entryPlaceOf, invoicesOf, spansOf, without, zoneOf } from './timeEntry.ts';

type Entry = OpenOf<'timeEntry'>;

/** A part of an entry that lies in one day. */
export interface DayPart extends Span {
  day: string;
  entry: Entry;
}

/** Splits entries at the midnights of their zones; with `now` (ms) a running one up to then. */
export const partsOf = (entries: readonly Entry[], now?: number): DayPart[] =>
  entries.flatMap((entry) =>
    spansOf(entry, now).flatMap((span) =>
      splitByDay(span, zoneOf(entry)).map((part) => ({ ...part, entry })),
    ),
  );

/** Returns the working time of a day among parts of one person's entries, ms: what several of them cover counts once. */
export const workedOn = (parts: readonly DayPart[], day: string): number =>
  lengthOf(union(parts.filter((part) => part.day === day)));

/** A cell of the week: somebody's time on a task and day; `zone` is that of what is made anew. */
export interface DayPlace {
  scopeId: string;
  taskId: string;
  day: string;
  zone: string;
}

/** The moment of a day at which work begins that nobody gave a time, in minutes. */
const usualStart = 9 * 60;

/** Cells show whole minutes, ms: what is typed for one that counts is up to a minute old. */
export const shownMs = 60_000;

/** Nothing longer fits into a day. */
export class DayError extends RangeError {
  /** The length of the day, ms. */
  readonly length: number;

  constructor(length: number) {
    super(`a day has ${length} ms`);
    this.length = length;
  }
}

/** A running timer has lasted longer already. */
export class RunningError extends RangeError {
  /** The time that it has lasted, ms. */
  readonly length: number;

  constructor(length: number) {
    super(`a timer has run for ${length} ms`);
    this.length = length;
  }
}

/** Returns the parts of somebody's entries on a day; with `now` (ms) those of a running one up to then. */
export const partsOn = (collections: Collections, scopeId: string, day: string, now?: number): DayPart[] =>
  partsOf(entriesNear(collections, scopeId, { from: day, until: addDays(day, 1) }), now).filter(
    (part) => part.day === day,
  );

/** Returns the time that the running timer has taken by now (ms) on a task and day, ms. */
export function runningOn(collections: Collections, place: DayPlace, now?: number): number {
  const sum = (until?: number) =>
    lengthOf(
      partsOn(collections, place.scopeId, place.day, until).filter(
        ({ entry }) => entry.taskId === place.taskId,
      ),
    );
  return sum(now) - sum();
}

/** An entry, what is taken off it, and what is left of it: no segments where it goes whole. */
export interface Cut {
  entry: Entry;
  taken: Span[];
  segments: Segment[];
}

/** Returns what a new time (ms) of a cell takes off the end of the day's work on its task; nothing for as much or more. */
export function cutsBy(collections: Collections, place: DayPlace, time: number, now?: number): Cut[] {
  const parts = partsOn(collections, place.scopeId, place.day).filter(
    ({ entry }) => entry.taskId === place.taskId,
  );
  const cuts = new Map<string, Cut>();
  let rest = lengthOf(parts) - Math.max(0, time - runningOn(collections, place, now));
  for (const { entry, from, to } of parts.toSorted((a, b) => b.to - a.to)) {
    if (rest <= 0) break;
    const cut = Math.min(rest, to - from);
    rest -= cut;
    const span = { from: to - cut, to };
    const { segments, taken } = cuts.get(entry.id) ?? { ...entry, taken: [] };
    cuts.set(entry.id, { entry, taken: [...taken, span], segments: without(segments, span) });
  }
  return [...cuts.values()];
}

/**
 * Makes somebody's time (ms) on a task and day what was typed, together with what runs there by now (ms), which is left alone.
 * Less is taken off the end of the day's work on it; more is added to its last entry or, where another one follows or an invoice
 * has it, is an entry of its own: behind what was done that day or, on a day on which a timer runs, before that.
 * @throws DayError for more than the day has, RunningError for less than runs
 */
export function setDayTime(mutations: Mutations, place: DayPlace, time: number, now?: number): void {
  const { scopeId, taskId, day, zone } = place;
  const length = startOfDay(addDays(day, 1), zone) - startOfDay(day, zone);
  if (time > length) throw new DayError(length);
  const running = runningOn(mutations.collections, place, now);
  if (time <= running - shownMs) throw new RunningError(running);
  const parts = partsOn(mutations.collections, scopeId, day).filter(({ entry }) => entry.taskId === taskId);
  const more = Math.max(0, time - running) - lengthOf(parts);
  mutations.transaction(() => {
    for (const { entry, segments } of cutsBy(mutations.collections, place, time, now))
      if (segments.length === 0) mutations.remove('timeEntry', entry.id);
      else mutations.update('timeEntry', entry.id, { segments });
    if (more > 0) addTime(mutations, place, { parts, more, now });
  });
}

/**
 * Returns the moment (ms) at which work of a length begins on a day that nobody gave a time: behind what was done that day or, on
 * one on which a timer runs by now (ms), before that; within the day.
 */
export function beginOn(
  collections: Collections,
  { scopeId, day, zone }: Omit<DayPlace, 'taskId'>,
  length: number,
  now?: number,
): number {
  const ofDay = partsOn(collections, scopeId, day, now);
  const behind = Math.max(momentAt(day, usualStart, zone), ...ofDay.map(({ to }) => to));
  const before = Math.min(...ofDay.map(({ from }) => from)) - length;
  // What runs goes on behind.
  const isRunning = lengthOf(ofDay) > lengthOf(partsOn(collections, scopeId, day));
  const latest = startOfDay(addDays(day, 1), zone) - length;
  return Math.max(startOfDay(day, zone), Math.min(isRunning ? before : behind, latest));
}

function addTime(
  mutations: Mutations,
  { scopeId, taskId, day, zone }: DayPlace,
  { parts, more, now }: { parts: readonly DayPart[]; more: number; now: number | undefined },
): void {
  const ofDay = partsOn(mutations.collections, scopeId, day, now);
  // Nothing is billed of what is added to an entry that an invoice has.
  const last = parts
    .filter(({ entry }) => invoicesOf(mutations.collections, entry.id).length === 0)
    .toSorted((a, b) => a.to - b.to)
    .at(-1);
  const isFree = ({ from, to }: Span, { zone }: { zone: string }) =>
    to <= startOfDay(addDays(day, 1), zone) && !ofDay.some((part) => part.from < to && part.to > from);
  const added = last && { from: last.to, to: last.to + more };
  if (added && last.entry.status === 'DONE' && isFree(added, { zone: zoneOf(last.entry) })) {
    const segments = last.entry.segments.map((segment) =>
      segment.to === last.to ? { ...segment, to: added.to } : segment,
    );
    mutations.update('timeEntry', last.entry.id, { segments });
    return;
  }
  const from = beginOn(mutations.collections, { scopeId, day, zone }, more, now);
  const isHere = mutations.collections.task.get(taskId) !== undefined;
  const {
    projectId = '',
    taskTitle = '',
    projectName = '',
    isBillable = true,
  } = mutations.collections.timeEntry.where('taskId', taskId).find((each) => each.scopeId === scopeId) ?? {};
  const named = isHere ? entryPlaceOf(mutations, taskId) : { taskId, projectId, taskTitle, projectName };
  const times = { segments: [{ from, to: from + more }], status: 'DONE' as const, zone };
  mutations.create('timeEntry', scopeId, { ...named, ...times, isBillable });
}
