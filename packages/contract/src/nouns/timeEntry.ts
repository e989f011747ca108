import { entity, type Open } from '../entity/entity.ts';
import { data, flag, id, instant, isInstant, oneOf, text } from '../entity/field.ts';
import { structural } from '../entity/ref.ts';

export const timeEntryStatus = ['DONE', 'IN_PROGRESS', 'PAUSE'] as const;
export type TimeEntryStatus = (typeof timeEntryStatus)[number];

/** A stretch of work, `[from, to)` in ms; the last one of a running entry has no end yet. Between two lies a pause. */
export interface Segment {
  from: number;
  to?: number;
}

const isSegment = ({ from, to }: Partial<Segment>) =>
  isInstant(from) && (to === undefined || (isInstant(to) && to >= from!));

/**
 * Work that somebody did, in the scope of their hours. A record of work outlives the task and the project that it names, and
 * so keeps their names as they were.
 */
export const timeEntry = entity('timeEntry', {
  scopes: ['hours'],
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  title: ['taskTitle'],
  searched: ['description', 'projectName'],
  indexes: ['taskId', 'status'],
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
    segments: data<Segment[]>(
      [],
      (value) => Array.isArray(value) && value.every((each) => isSegment(each ?? {})),
    ),
    /** The IANA time zone in which it was worked: its days are those of that zone. */
    zone: text(64),
    /** The moment at which it was ended, since another one had begun there on a device that did not know of it. */
    cutAt: instant().optional(),
    isBillable: flag(),
    description: text(2_000).optional(),
  },
});
export type TimeEntry = Open<typeof timeEntry>;
