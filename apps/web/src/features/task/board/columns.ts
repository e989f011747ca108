/** Tasks by status: the groups of the list and the columns of the board. */
import { type Task, type TaskStatus, taskStatus } from '@kontor/contract/nouns/task';

type Ranked = Pick<Task, 'id' | 'status' | 'order'>;

/** The order that people gave the tasks of one list; ids settle what two devices ranked alike. */
export const byRank = (a: Pick<Task, 'id' | 'order'>, b: Pick<Task, 'id' | 'order'>): number =>
  a.order < b.order ? -1 : a.order > b.order ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;

export type Columns<T> = Record<TaskStatus, T[]>;

/** Each status with its tasks in order. */
export function columnsOf<T extends Ranked>(tasks: readonly T[]): Columns<T> {
  const columns: Columns<T> = { TODO: [], IN_PROGRESS: [], IN_REVIEW: [], DONE: [] };
  for (const task of tasks) columns[task.status].push(task);
  for (const status of taskStatus) columns[status].sort(byRank);
  return columns;
}

/** A place in a column: between two neighbours, undefined at either end. */
export interface Place {
  status: TaskStatus;
  after: string | undefined;
  before: string | undefined;
}

/** The place before a task of a column (at its end for undefined), as if the moved task had left already. */
export function placeBefore<T extends Ranked>(
  columns: Columns<T>,
  status: TaskStatus,
  movedId: string,
  before: string | undefined,
): Place {
  const others = columns[status].filter((task) => task.id !== movedId);
  const found = before === undefined ? -1 : others.findIndex((task) => task.id === before);
  const at = found < 0 ? others.length : found;
  return { status, after: others[at - 1]?.id, before: others[at]?.id };
}

/** Where a key takes a task: one up or down, or to the end of the next column; undefined at an edge. */
export function placeByKey<T extends Ranked>(columns: Columns<T>, task: T, key: string): Place | undefined {
  const column = columns[task.status];
  const at = column.findIndex(({ id }) => id === task.id);
  if (key === 'ArrowUp' && at > 0) return placeBefore(columns, task.status, task.id, column[at - 1]!.id);
  if (key === 'ArrowDown' && at < column.length - 1)
    return placeBefore(columns, task.status, task.id, column[at + 2]?.id);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const next = step && taskStatus[taskStatus.indexOf(task.status) + step];
  return next ? placeBefore(columns, next, task.id, undefined) : undefined;
}
