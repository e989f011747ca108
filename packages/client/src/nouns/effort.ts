/**
 * Sums of what people worked at tasks, for those who do not read their entries. Whoever writes an entry writes the sum with it; what two
 * devices counted at once, neither knowing of the other's entry, the person's own counts again.
 */
import { type Effort, type EffortSum, effortId } from '@kontor/contract/nouns/effort';
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { mondayOf } from '@kontor/contract/time/day';
import { splitByDay } from '@kontor/contract/time/span';
import type { Collections } from '../replica/collections.ts';
import type { Mutations } from '../replica/mutations.ts';
import type { Projection } from '../replica/nounHooks.ts';
import type { Row } from '../replica/row.ts';
import { sameValue } from '../replica/sameValue.ts';
import type { Transaction } from '../replica/transaction.ts';
import { spansOf, zoneOf } from './timeEntry.ts';

type Entry = OpenOf<'timeEntry'>;
type Weeks = Effort['weeks'];

const counted = new WeakMap<object, Weeks>();

/** Returns the ended time of an entry by weeks. */
function weeksOf(entry: Pick<Entry, 'segments' | 'zone' | 'isBillable'>): Weeks {
  const known = counted.get(entry);
  if (known) return known;
  const weeks: Weeks = {};
  for (const span of spansOf(entry))
    for (const { day, from, to } of splitByDay(span, zoneOf(entry)))
      addTo(weeks, mondayOf(day), { time: to - from, billable: entry.isBillable ? to - from : 0 });
  counted.set(entry, weeks);
  return weeks;
}

function addTo(weeks: Weeks, week: string, { time, billable }: EffortSum): void {
  const before = weeks[week] ?? { time: 0, billable: 0 };
  weeks[week] = { time: before.time + time, billable: before.billable + billable };
}

/** Sums the ended time of entries by weeks. */
export function sumOf(entries: Iterable<Pick<Entry, 'segments' | 'zone' | 'isBillable'>>): Weeks {
  const sum: Weeks = {};
  for (const entry of entries)
    for (const [week, each] of Object.entries(weeksOf(entry))) addTo(sum, week, each);
  return sum;
}

/** Returns the time of all weeks together. */
export function totalOf({ weeks }: Pick<Effort, 'weeks'>): EffortSum {
  const total: Weeks = {};
  for (const sum of Object.values(weeks)) addTo(total, '', sum);
  return total[''] ?? { time: 0, billable: 0 };
}

/** Writes the sums of the tasks whose entries a transaction changed. */
export const efforts: Projection = {
  of: ['timeEntry'],
  write: (ops, transaction, mutations) => {
    const tasks = new Map<string, Set<string>>();
    const note = (row: Row | undefined) => {
      if (typeof row?.taskId !== 'string') return;
      tasks.set(row.scopeId, (tasks.get(row.scopeId) ?? new Set()).add(row.taskId));
    };
    for (const { entity, id } of ops) {
      note(transaction.before(entity, id));
      note(transaction.after(id));
    }
    // Whoever counts here writes it: only what says something else is to be written.
    for (const [scopeId, taskIds] of tasks)
      for (const id of taskIds) write(transaction, mutations, scopeId, id, () => true);
  },
};

/** The records from which each task was counted last, by the task's id. */
export type Counted = Map<string, readonly unknown[]>;

/**
 * Counts what is in somebody's hours again, and writes the sums that are wrong, or that an admin wrote who is none any more: nobody
 * believes those. Not what is as it was when `counted`.
 */
export function recount(
  mutations: Mutations,
  scopeId: string,
  isAdmin: (userId: string) => boolean,
  counted: Counted = new Map(),
): void {
  mutations.transaction((transaction) => {
    const { timeEntry, effort, workingTime, project } = mutations.collections;
    const userId = workingTime.get(scopeId)?.userId ?? '';
    // One whose task has moved away shows without it.
    const summed = effort.where('userId', userId).map(({ id }) => String(transaction.after(id)?.taskId));
    for (const taskId of new Set([...timeEntry.keys('taskId'), ...summed])) {
      // An entry may name anything.
      if (transaction.entityOf(taskId) !== 'task') continue;
      const task = transaction.after(taskId);
      const id = effortId(taskId, userId);
      const sources = [
        ...[task, timeEntry.where('taskId', taskId)],
        ...[effort.get(id), project.get(String(task?.scopeId))],
      ];
      const before = counted.get(taskId);
      if (before && sources.every((source, i) => source === before[i])) continue;
      // What another person wrote and is not verified yet may be right.
      if (transaction.records.isUnverified(id)) continue;
      write(transaction, mutations, scopeId, taskId, isAdmin);
      counted.set(taskId, sources);
    }
  });
}

/** Writes the sum of a task in somebody's hours, where the task is still there and the sum says something else, or counts for nothing. */
function write(
  transaction: Transaction,
  mutations: Mutations,
  scopeId: string,
  taskId: string,
  isAdmin: (userId: string) => boolean,
): void {
  const { collections } = mutations;
  const userId = transaction.after(scopeId)?.userId;
  const task = transaction.after(taskId);
  if (typeof userId !== 'string' || !task || transaction.entityOf(taskId) !== 'task') return;
  if (collections.project.get(task.scopeId)?.id === undefined) return;
  const weeks = sumOf(entriesAt(transaction, scopeId, taskId));
  const id = effortId(taskId, userId);
  const known = transaction.after(id, 'effort');
  if (!known && Object.keys(weeks).length > 0)
    mutations.create('effort', task.scopeId, { id, taskId, userId, weeks });
  if (!known) return;
  // It was counted where the task was before somebody moved that; or somebody began it with another name in it.
  const isAway = known.scopeId !== task.scopeId || known.taskId !== taskId || known.userId !== userId;
  if (known.scopeId !== task.scopeId) mutations.move('effort', id, { scopeId: task.scopeId, fields: {} });
  const isBelieved = isBelievable({ authorId: collections.effort.get(id)?.authorId, userId }, isAdmin);
  if (isAway || !isBelieved || !sameValue(known.weeks, weeks))
    mutations.update('effort', id, { taskId, userId, weeks });
}

/** Returns the entries of a task in somebody's hours, as a transaction leaves them. */
function entriesAt(transaction: Transaction, scopeId: string, taskId: string): Entry[] {
  const touched = new Set(
    transaction.ops().flatMap(({ entity, id }) => (entity === 'timeEntry' ? [id] : [])),
  );
  const known = transaction.records.collections.timeEntry.where('taskId', taskId);
  const rest = known.filter(({ id }) => !touched.has(id));
  const changed = [...touched].flatMap((id) => (transaction.after(id) as unknown as Entry | undefined) ?? []);
  return [...rest, ...changed].filter((row) => row.scopeId === scopeId && row.taskId === taskId);
}

/** Tells whether a sum is to be believed: its person wrote it, or an admin. */
export const isBelievable = (
  { authorId, userId }: { authorId?: string | undefined; userId: string },
  isAdmin: (userId: string) => boolean,
): boolean => authorId === undefined || authorId === userId || isAdmin(authorId);

/**
 * Returns the sums of a task that are to be believed: those that their person or an admin wrote. Everybody who works
 * on the project may move them, and so could write others.
 */
export function effortsIn(
  { effort }: Collections,
  taskId: string,
  isAdmin: (userId: string) => boolean,
): Effort[] {
  return effort.where('taskId', taskId).filter((each) => isBelievable(each, isAdmin));
}
