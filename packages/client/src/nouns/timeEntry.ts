/** The operations on time entries. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { maxEntryMs, type Segment, segmentKeys, unbounded } from '@kontor/contract/nouns/timeEntry';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import { addDays, dayMs } from '@kontor/contract/time/day';
import { common, lengthOf, type Span } from '@kontor/contract/time/span';
import { isZone, startOfDay } from '@kontor/contract/time/zone';
import { v7 as uuidv7 } from 'uuid';
import type { Collections } from '../replica/collections.ts';
import type { Mutations } from '../replica/mutations.ts';

type Entry = OpenOf<'timeEntry'>;

/** Returns the zone by whose clock an entry has its days; that of none is UTC. */
export const zoneOf = ({ zone }: { zone?: string }): string => (zone && isZone(zone) ? zone : 'UTC');

/** Returns the parts of an entry that have ended; with `now` (ms) the running one up to then, as long as one counts. */
export const spansOf = ({ segments }: Pick<Entry, 'segments'>, now?: number): Span[] =>
  segments.flatMap(({ from, to = now && Math.min(now, from + maxEntryMs) }) =>
    to !== undefined && to > from ? [{ from, to }] : [],
  );

/** Returns what an entry has lasted, ms, pauses apart. */
export const durationOf = (entry: Pick<Entry, 'segments'>, now?: number): number =>
  lengthOf(spansOf(entry, now));

/** Returns the moment at which an entry begins. */
export const beginOf = ({ segments }: Pick<Entry, 'segments'>): number => segments[0]?.from ?? 0;

/** Returns the moment at which an entry ends; undefined while it runs. */
export const endOf = ({ segments }: Pick<Entry, 'segments'>): number | undefined => segments.at(-1)?.to;

/** Orders entries by their begin, the newest first. */
export const byBeginDesc = (a: Pick<Entry, 'segments'>, b: Pick<Entry, 'segments'>): number =>
  beginOf(b) - beginOf(a);

/** Margin, ms, within which an entry may touch a day whatever its zone. */
const zoneMs = 2 * dayMs;

/**
 * Returns the entries in somebody's hours that may touch the days `[from, until)`, whatever their zones; some beside them,
 * too. Years of others cost nothing.
 */
export function entriesNear(
  { timeEntry }: Pick<Collections, 'timeEntry'>,
  scopeId: string,
  days: { from: string; until: string },
): Entry[] {
  const span = { from: Date.parse(days.from) - zoneMs, to: Date.parse(days.until) + zoneMs };
  const found = segmentKeys(span).flatMap((key) => timeEntry.where('segments', key));
  return [...new Set(found)].filter(
    (entry) => entry.scopeId === scopeId && beginOf(entry) < span.to && (endOf(entry) ?? span.to) > span.from,
  );
}

/**
 * Walks through somebody's hours, the newest entry first; a month costs nothing until it is reached.
 * @param until a day after whose month nothing is wanted; what has no end may come nevertheless
 */
export function* newestEntries(
  { timeEntry }: Pick<Collections, 'timeEntry'>,
  scopeId: string,
  until?: string,
): Generator<Entry, void> {
  const own = (key: string) => timeEntry.where('segments', key).filter((entry) => entry.scopeId === scopeId);
  // Those of no month stand where they begin.
  let waiting = own(unbounded);
  const months = [...timeEntry.keys('segments')]
    .filter((key) => key !== unbounded && (!until || key <= until))
    .sort();
  for (const month of months.reverse()) {
    const from = Date.parse(month);
    const begun = [...waiting, ...own(month)].filter((entry) => beginOf(entry) >= from);
    waiting = waiting.filter((entry) => beginOf(entry) < from);
    yield* begun.sort(byBeginDesc);
  }
  yield* waiting.sort(byBeginDesc);
}

/**
 * Returns the zone by whose clock somebody worked on a day or last before it: that of the entry that began last by its end;
 * what others wrote for them says nothing of that. Undefined where there is none.
 */
export function zoneBefore(
  collections: Pick<Collections, 'timeEntry'>,
  { id, userId }: Pick<WorkingTime, 'id' | 'userId'>,
  day: string,
): string | undefined {
  const next = addDays(day, 1);
  for (const { zone, segments, authorId = userId } of newestEntries(collections, id, addDays(next, 1)))
    if (
      authorId === userId &&
      zone &&
      isZone(zone) &&
      segments[0] &&
      segments[0].from < startOfDay(next, zone)
    )
      return zone;
  return undefined;
}

/**
 * Returns segments with an end; the running one, and those that go on later, end at a moment (ms), or where an entry has lasted as
 * long as one counts.
 */
export function endedAt(segments: readonly Segment[], at: number): Segment[] {
  let left = maxEntryMs;
  return segments.flatMap(({ from, to = at }, i) => {
    if (i > 0 && from >= at) return [];
    const end = Math.max(from, Math.min(to, at, from + left));
    left -= end - from;
    return [{ from, to: end }];
  });
}

/** Returns segments without the moments of a span; the running one stays. */
export const without = (segments: readonly Segment[], { from, to }: Span): Segment[] =>
  segments.flatMap((segment): Segment[] => {
    if (segment.to === undefined || segment.to <= from || segment.from >= to) return [segment];
    const pieces = [
      { from: segment.from, to: from },
      { from: to, to: segment.to },
    ];
    return pieces.filter((piece) => piece.from < piece.to);
  });

type Place = Pick<Entry, 'taskId' | 'projectId' | 'taskTitle' | 'projectName'>;

/** See `entryPlaceOf`; of a task that is made in the same transaction. */
export const placeOfTask = (
  { collections }: Mutations,
  { id, scopeId, title }: Pick<OpenOf<'task'>, 'id' | 'scopeId' | 'title'>,
): Place => ({
  taskId: id,
  projectId: scopeId,
  taskTitle: title,
  projectName: collections.project.get(scopeId)?.name ?? '',
});

/** Returns the fields that say which task an entry is about, with its names as they are now. */
export function entryPlaceOf(mutations: Mutations, taskId: string): Place {
  const task = mutations.collections.task.get(taskId);
  if (!task) throw new RangeError(`no task ${taskId}`);
  return placeOfTask(mutations, task);
}

/** Returns an entry of the collection. @throws RangeError where it is gone */
function entryOf({ collections }: Mutations, id: string): Entry {
  const entry = collections.timeEntry.get(id);
  if (!entry) throw new RangeError(`no timeEntry ${id}`);
  return entry;
}

/** Says that an entry was work on another task. */
export function moveEntry(mutations: Mutations, id: string, taskId: string): void {
  mutations.update('timeEntry', id, entryPlaceOf(mutations, taskId));
}

/** Returns what an entry or days of it were invoiced with. */
export const invoicesOf = (
  { invoicedHours }: Pick<Collections, 'invoicedHours'>,
  entryId: string,
): readonly OpenOf<'invoicedHours'>[] => invoicedHours.where('entries', entryId);

/** Returns the fields of an entry besides those that every record has. */
function fieldsOf({ id: _, scopeId: __, version: ___, updatedAt: ____, authorId: _____, ...fields }: Entry) {
  return fields;
}

/** Makes the same entry a second time, done. Returns its id. @throws RangeError where it is gone */
export function duplicateEntry(mutations: Mutations, id: string, now: number): string {
  const entry = entryOf(mutations, id);
  const { cutAt: _, ...fields } = fieldsOf(entry);
  const copy = { ...fields, status: 'DONE' as const, segments: spansOf(entry, now) };
  return mutations.create('timeEntry', entry.scopeId, copy).id;
}

/** Makes an entry again that was deleted, as it was. Returns its id, which is another one. */
export const remakeEntry = (mutations: Mutations, entry: Entry): string =>
  mutations.create('timeEntry', entry.scopeId, fieldsOf(entry)).id;

/**
 * Splits an entry at a moment (ms): it ends there, and another one of its kind begins, which goes on running if it did.
 * Together they last as long. Returns the later one's id.
 * @throws RangeError where nothing would be left of one of them, or it was invoiced: no invoice would know of the later one
 */
export function splitEntry(mutations: Mutations, id: string, at: number): string {
  const entry = entryOf(mutations, id);
  if (invoicesOf(mutations.collections, id).length > 0) throw new RangeError(`timeEntry ${id} was invoiced`);
  const later = entry.segments.flatMap(({ from, to }): Segment[] => {
    if (to !== undefined && to <= at) return [];
    return [{ from: Math.max(from, at), ...(to !== undefined && { to }) }];
  });
  const earlier = spansOf(entry, Math.max(at, beginOf(entry))).flatMap(
    (span) => common(span, { from: Number.NEGATIVE_INFINITY, to: at }) ?? [],
  );
  if (earlier.length === 0 || later.length === 0) throw new RangeError(`nothing to split at ${at}`);
  const laterId = uuidv7();
  const { cutAt: _, ...fields } = fieldsOf(entry);
  mutations.transaction(() => {
    mutations.update('timeEntry', id, { segments: earlier, status: 'DONE' });
    mutations.create('timeEntry', entry.scopeId, { ...fields, id: laterId, segments: later });
  });
  return laterId;
}

/** Returns the entries among some that share a moment with another one of the same person. */
export function overlapping(entries: readonly Entry[], now: number): Set<string> {
  const spans = entries.flatMap((entry) =>
    spansOf(entry, now).map((span) => ({ ...span, id: entry.id, scopeId: entry.scopeId })),
  );
  const found = new Set<string>();
  for (const own of Map.groupBy(spans, ({ scopeId }) => scopeId).values()) {
    own.sort((a, b) => a.from - b.from);
    let last = own[0]!;
    for (const span of own.slice(1)) {
      if (span.from < last.to && span.id !== last.id) {
        found.add(span.id);
        found.add(last.id);
      }
      if (span.to > last.to) last = span;
    }
  }
  return found;
}
