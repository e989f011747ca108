import { entity, type Open } from '../entity/entity.ts';
import { data, flag, id, instant, isInstant, keyed, oneOf, text } from '../entity/field.ts';
import { structural } from '../entity/ref.ts';
import { dayMs } from '../time/day.ts';
import { monthsOf, type Span } from '../time/span.ts';

const timeEntryStatus = ['DONE', 'IN_PROGRESS', 'PAUSE'] as const;

/** A stretch of work, `[from, to)` in ms; the last one of a running entry has no end yet. Between two lies a pause. */
export interface Segment {
  from: number;
  to?: number;
}

/** The longest time, ms, that one entry counts. */
export const maxEntryMs = 400 * dayMs;

/** The longest time, ms, from the begin of an entry to its end, pauses included: ten years. */
const maxExtentMs = 3_653 * dayMs;

/** The key of entries that go on, or last so long that they are looked at everywhere. */
export const unbounded = 'unbounded';

/** Returns the keys under which segments are found: the months of UTC that they touch. */
function keysOf(segments: readonly Segment[]): readonly string[] {
  const from = segments[0]?.from ?? 0;
  const to = segments.length > 0 ? segments.at(-1)!.to : 0;
  return to === undefined || to - from > maxEntryMs ? [unbounded] : monthsOf({ from, to });
}

/** Returns the keys under which the entries are that may touch a span. */
export const segmentKeys = (span: Span): readonly string[] => [...monthsOf(span), unbounded];

/** Tells whether a value is a moment of which every zone has the day: one of the years 1970 to 9999. */
const isMoment = (value: unknown): value is number =>
  isInstant(value) && (value as number) >= 0 && (value as number) < Date.UTC(9999, 11, 30);

const isSegment = ({ from, to }: Partial<Segment>) =>
  isMoment(from) && (to === undefined || (isMoment(to) && to >= from));

/** Tells whether a value is segments of an entry, and no more of them than anybody works: each of their days is counted. */
export function areSegments(value: unknown): value is Segment[] {
  if (!Array.isArray(value) || !value.every((each) => isSegment(each ?? {}))) return false;
  let [worked, first, last] = [0, Number.POSITIVE_INFINITY, 0];
  for (const { from, to = from } of value as Segment[]) {
    worked += to - from;
    [first, last] = [Math.min(first, from), Math.max(last, to)];
  }
  return worked <= maxEntryMs && last - first <= maxExtentMs;
}

/**
 * Work that somebody did, in the scope of their hours. A record of work outlives the task and the project that it names, and
 * so keeps their names as they were.
 */
export const timeEntry = entity('timeEntry', {
  scopes: ['hours'],
  isInArchive: true,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  title: ['taskTitle'],
  searched: ['description', 'projectName'],
  indexes: ['taskId', 'status', 'segments'],
  unique: [{ fields: ['isOpen'], among: 'isOpen', error: 'TIMER_RUNNING' }],
  groups: {
    times: ['isOpen', 'status', 'segments', 'zone', 'cutAt'],
    place: ['taskId', 'projectId', 'taskTitle', 'projectName'],
  },
  refs: {
    /** It runs or pauses: each person has one such entry at most. Absent on one that is done. */
    isOpen: structural(flag()).optional(),
  },
  sealed: {
    taskId: id(),
    projectId: id(),
    taskTitle: text(),
    projectName: text(200),
    status: oneOf(timeEntryStatus),
    /** In order; none overlaps another of the same entry. Never rounded. */
    segments: keyed(data<Segment[]>([], areSegments), keysOf),
    /** The IANA time zone in which it was worked: its days are those of that zone. */
    zone: text(64),
    /** The moment at which it was ended, since another one had begun there on a device that did not know of it. */
    cutAt: instant().optional(),
    isBillable: flag(),
    description: text(2_000).optional(),
  },
});
export type TimeEntry = Open<typeof timeEntry>;
