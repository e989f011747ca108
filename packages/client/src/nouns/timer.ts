/** The timer: one open entry for each person, on whichever of their devices it began. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { addDays } from '@kontor/contract/time/day';
import { dayAt } from '@kontor/contract/time/zone';
import type { NewFieldsOf } from '../replica/givenFields.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { NounHooks } from '../replica/nounHooks.ts';
import type { Replica } from '../replica/replica.ts';
import type { FailedTransaction } from '../replica/status.ts';
import type { Transaction } from '../replica/transaction.ts';
import {
  beginOf,
  byBeginDesc,
  endedAt,
  endOf,
  entriesNear,
  entryPlaceOf,
  placeOfTask,
  without,
} from './timeEntry.ts';
import { hoursOf } from './workingTime.ts';

type Entry = OpenOf<'timeEntry'>;

/**
 * - `running`: an entry of this person is open; stop it, or switch.
 * - `none`: no entry of theirs is open.
 * - `archived`: the project takes no work any more.
 * - `no-hours`: the scope of their hours is not here yet.
 */
export type TimerFault = 'running' | 'none' | 'archived' | 'no-hours';

export class TimerError extends Error {
  readonly fault: TimerFault;

  constructor(fault: TimerFault) {
    super(fault);
    this.name = 'TimerError';
    this.fault = fault;
  }
}

/** The work that a timer starts on; its task names the project. */
export interface Work {
  taskId: string;
  isBillable?: boolean;
  description?: string;
}

/** An act upon the timer: by whom, when (ms) and on which clock. */
export interface Punch {
  userId: string;
  at: number;
  zone: string;
}

/** A start of the timer; `switches`: what runs ends at the same moment. */
export interface Start extends Punch {
  switches?: boolean;
}

export const timeEntryHooks: NounHooks = {
  derive: ({ status }) => ({ isOpen: status === 'DONE' ? null : true }),
};

/** Returns the open entry of a person, the newest of several; undefined while nothing of theirs runs or pauses. */
export function openEntryOf(
  { collections }: Pick<Mutations, 'collections'>,
  userId: string,
): Entry | undefined {
  const hours = hoursOf(collections, userId);
  if (!hours) return undefined;
  const open = (['IN_PROGRESS', 'PAUSE'] as const)
    .flatMap((status) => collections.timeEntry.where('status', status))
    .filter(({ scopeId }) => scopeId === hours.scopeId);
  return open.sort(byBeginDesc)[0];
}

/** Returns the entry that runs or pauses. @throws TimerError none */
function openEntry(mutations: Mutations, userId: string): Entry {
  const entry = openEntryOf(mutations, userId);
  if (!entry) throw new TimerError('none');
  return entry;
}

/**
 * Starts the timer. Returns the new entry's id.
 * @throws TimerError running (unless it switches), archived, no-hours; RangeError for no task
 */
export function startTimer(mutations: Mutations, work: Work, punch: Start): string {
  const place = entryPlaceOf(mutations, work.taskId);
  return begin(mutations, { isBillable: true, ...work, ...place }, punch);
}

/**
 * Makes a task and starts the timer on it, both or neither. Returns the new entry's id.
 * @throws TimerError running (unless it switches), archived, no-hours
 */
export function startOnNewTask(
  mutations: Mutations,
  projectId: string,
  fields: NewFieldsOf<'task'>,
  punch: Start,
): string {
  let id = '';
  mutations.transaction(() => {
    const task = mutations.create('task', projectId, fields);
    id = begin(mutations, { isBillable: true, ...placeOfTask(mutations, task) }, punch);
  });
  return id;
}

/**
 * Starts the timer on what an earlier entry was about, though its task may be gone. Returns the new entry's id.
 * @throws TimerError running (unless it switches), archived, no-hours
 */
export function continueEntry(mutations: Mutations, earlier: Entry, punch: Start): string {
  const { taskId, projectId, taskTitle, projectName, isBillable, description } = earlier;
  const place = { taskId, projectId, taskTitle, projectName, isBillable };
  const now = mutations.collections.task.get(taskId) ? entryPlaceOf(mutations, taskId) : {};
  return begin(mutations, { ...place, ...now, ...(description && { description }) }, punch);
}

/**
 * Tells whether a timer can start again on what an entry was about: not where its project is archived. One that is gone
 * asks nobody.
 */
export const takesWork = (
  { collections: { task, project } }: Pick<Mutations, 'collections'>,
  { taskId, projectId }: Pick<Entry, 'taskId' | 'projectId'>,
): boolean => project.get(task.get(taskId)?.scopeId ?? projectId)?.archivedAt === undefined;

type Begun = Pick<Entry, 'taskId' | 'projectId' | 'taskTitle' | 'projectName' | 'isBillable' | 'description'>;

/** Stops what runs, if that is wanted, and begins at the same moment: all or nothing. */
function begin(mutations: Mutations, work: Begun, { userId, at, zone, switches }: Start): string {
  if (!takesWork(mutations, work)) throw new TimerError('archived');
  const open = openEntryOf(mutations, userId);
  if (open && !switches) throw new TimerError('running');
  const hours = hoursOf(mutations.collections, userId);
  if (!hours) throw new TimerError('no-hours');
  let id = '';
  mutations.transaction(() => {
    if (open) stopTimer(mutations, { userId, at, zone });
    const times = { status: 'IN_PROGRESS' as const, segments: [{ from: at }], zone };
    id = mutations.create('timeEntry', hours.scopeId, { ...work, ...times }).id;
  });
  return id;
}

/**
 * Returns the moment from which a start counts that was asked for at one moment and waited until now (ms): behind what ended meanwhile.
 * Undefined where something of the person began since: that was decided later.
 */
export function beginAfterWait(
  mutations: Pick<Mutations, 'collections'>,
  { userId, at }: Pick<Punch, 'userId' | 'at'>,
  now: number,
): number | undefined {
  const open = openEntryOf(mutations, userId);
  const hours = hoursOf(mutations.collections, userId);
  if (!hours) return at;
  const days = { from: dayAt(at, 'UTC'), until: addDays(dayAt(now, 'UTC'), 1) };
  const segments = entriesNear(mutations.collections, hours.scopeId, days).flatMap((entry) => entry.segments);
  // Another device's clock may be ahead.
  const isLater = (open?.segments.at(-1)?.from ?? at) > at;
  // What is entered for later says nothing of now.
  if (isLater || segments.some(({ from }) => from > at && from <= now)) return undefined;
  return Math.max(at, ...segments.flatMap(({ to }) => (to !== undefined && to <= now ? [to] : [])));
}

/** Pauses the timer. @throws TimerError none */
export function pauseTimer(mutations: Mutations, { userId, at }: Punch): void {
  const { id, segments } = openEntry(mutations, userId);
  mutations.update('timeEntry', id, { status: 'PAUSE', segments: endedAt(segments, at) });
}

/** Goes on after a pause. @throws TimerError none, archived */
export function resumeTimer(mutations: Mutations, { userId, at }: Punch): void {
  const entry = openEntry(mutations, userId);
  const { id, segments, status } = entry;
  if (status === 'IN_PROGRESS') return;
  if (!takesWork(mutations, entry)) throw new TimerError('archived');
  const from = Math.max(at, segments.at(-1)?.to ?? at);
  mutations.update('timeEntry', id, { status: 'IN_PROGRESS', segments: [...segments, { from }] });
}

/** Stops the timer. Returns the entry's id. @throws TimerError none */
export function stopTimer(mutations: Mutations, { userId, at }: Punch): string {
  const { id, segments } = openEntry(mutations, userId);
  mutations.update('timeEntry', id, { status: 'DONE', segments: endedAt(segments, at) });
  return id;
}

/** Ends an entry where another one of the person began, on a device that did not know of it. */
const cutShort = ({ segments }: Entry, at: number) => ({
  status: 'DONE' as const,
  segments: endedAt(segments, at),
  cutAt: at,
});

/** Returns the transactions that began an entry beside another one, of which this device did not know. */
export const doubleStarts = ({ outbox }: Replica) =>
  outbox.failed.get().filter(({ code }) => code === 'TIMER_RUNNING');

/** The transactions that settle double starts. */
const settling = new WeakSet<Transaction>();

/** Tells whether a transaction settles double starts. */
export const settlesDoubleStarts = (transaction: Transaction): boolean => settling.has(transaction);

/**
 * Settles what two devices began without knowing of each other, of which the server took one: the earlier entry ends where
 * the later one begins, and says so, save one that went on when the later one was over. Call it with everything pulled, where it can be written: what was
 * refused is dropped ahead of what is made in its place.
 */
export function settleDoubleStarts(replica: Replica): void {
  for (const refused of doubleStarts(replica)) {
    const mine = refused.records.flatMap(({ entity, id, verb }) =>
      entity === 'timeEntry' && verb === 'create' ? (replica.collections.timeEntry.get(id) ?? []) : [],
    )[0];
    const { pending, waiting } = replica.outbox.status.get();
    const theirs =
      mine &&
      replica.collections.timeEntry
        .where('scopeId', mine.scopeId)
        .find((each) => each.isOpen && each.version > 0 && each.id !== mine.id);
    if (mine && theirs) settle(replica, mine, theirs, refused);
    // What ends theirs is still on its way: this begins behind it.
    else if (mine && pending > waiting) beginAgain(replica, mine, refused);
    // The other one was stopped since.
    else void replica.outbox.retry(refused.id);
  }
}

function settle(replica: Replica, mine: Entry, theirs: Entry, refused: FailedTransaction): void {
  const isEarlier = beginOf(mine) < beginOf(theirs);
  // One that was stopped meanwhile may have ended before.
  const isCut = isEarlier && (mine.isOpen || endOf(mine)! > beginOf(theirs));
  replica.transaction(() => {
    if (!isEarlier) replica.update('timeEntry', theirs.id, madeRoom(theirs, mine));
    beginAgain(replica, { ...mine, ...(isCut && cutShort(mine, beginOf(theirs))) }, refused);
  });
}

/** Ends an open entry where a later one begins; one that went on behind the end of that goes on, without its time. */
function madeRoom(open: Entry, { status, segments }: Entry) {
  const [from, to] = [beginOf({ segments }), endOf({ segments })];
  const goesOn = status === 'DONE' && to !== undefined && (open.segments.at(-1)?.from ?? 0) >= to;
  return goesOn ? { segments: without(open.segments, { from, to }) } : cutShort(open, from);
}

/**
 * Makes an entry anew in place of one that was refused, with what was done to that since. What else was done in its transaction goes
 * on: it may have made the task. What it ended has the earlier of both ends, if another device ended that, too.
 */
function beginAgain(replica: Replica, mine: Entry, { id: transactionId, records }: FailedTransaction): void {
  const { id, version: _, updatedAt: __, authorId: ___, scopeId, ...own } = mine;
  const hours = records.filter(({ entity }) => entity === 'timeEntry' || entity === 'effort');
  const ids = hours.map((each) => each.id);
  replica.transaction((transaction) => {
    settling.add(transaction);
    replica.create('timeEntry', scopeId, { ...own, id: twinOf(id) });
    void replica.outbox.discard(transactionId, ids);
    for (const { id, entity, verb, fields } of hours) {
      if (entity !== 'timeEntry' || verb !== 'update') continue;
      const { status, segments } = fields as Partial<Entry>;
      const at = segments && endOf({ segments });
      if (status === 'DONE' && at !== undefined) endBy(replica, id, at);
    }
  });
}

/** Ends an entry at a moment (ms), unless it ended before. */
function endBy(replica: Replica, id: string, at: number): void {
  const entry = replica.collections.timeEntry.get(id);
  if (!entry || (!entry.isOpen && (endOf(entry) ?? at) <= at)) return;
  replica.update('timeEntry', id, { status: 'DONE', segments: endedAt(entry.segments, at) });
}

/** Returns an id in place of one that was never taken: the same for every tab that settles it. */
const twinOf = (id: string): string => id.slice(0, -1) + (Number.parseInt(id.at(-1)!, 16) ^ 1).toString(16);
