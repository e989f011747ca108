/** Tasks by status: the groups of the list and the columns of the board. */
import { byRank } from '@kontor/client/nouns/rank';
import type { ViewOf } from '@kontor/client/replica/collections';
import type { View } from '@kontor/client/replica/view';
import { type Task, type TaskStatus, taskStatus } from '@kontor/contract/nouns/task';

export type Columns<C> = Readonly<Record<TaskStatus, C>>;

/** Makes something for each status. */
export const byStatus = <C>(make: (status: TaskStatus) => C): Columns<C> => ({
  TODO: make('TODO'),
  IN_PROGRESS: make('IN_PROGRESS'),
  IN_REVIEW: make('IN_REVIEW'),
  DONE: make('DONE'),
});

/** The selection of tasks that a list, board or timeline shows. */
export type TaskSelection = Omit<ViewOf<'task'>, 'compare'>;

/** Returns the view of the tasks with a status, in the order that people gave them. */
export const columnSpec = ({ filter, ...selection }: TaskSelection, status: TaskStatus): ViewOf<'task'> => ({
  ...selection,
  filter: (task) => task.status === status && (!filter || filter(task)),
  compare: byRank,
});

/** The tasks of a status in order, as far as moving reads them. */
export type RankedTasks = Pick<View<Pick<Task, 'id' | 'status'>>, 'size' | 'at' | 'indexOf'>;

/** A place in a column: between two neighbours, undefined at either end. */
export interface ColumnPlace {
  status: TaskStatus;
  after: string | undefined;
  before: string | undefined;
  /** The position among the other tasks of the column. */
  position: number;
  /** The number of other tasks in the column. */
  others: number;
}

/** Returns the place before a task of a column (at its end for undefined), as if the moved task had already left. */
export function placeBefore(
  columns: Columns<RankedTasks>,
  status: TaskStatus,
  movedId: string,
  before: string | undefined,
): ColumnPlace {
  const column = columns[status];
  const own = column.indexOf(movedId);
  const others = column.size - (own < 0 ? 0 : 1);
  const other = (at: number) => column.at(own >= 0 && at >= own ? at + 1 : at)?.id;
  const found = before === undefined || before === movedId ? -1 : column.indexOf(before);
  const position = found < 0 ? others : own >= 0 && found > own ? found - 1 : found;
  return {
    status,
    after: position > 0 ? other(position - 1) : undefined,
    before: position < others ? other(position) : undefined,
    position,
    others,
  };
}

/**
 * Returns the place to which a key moves a task: one up or down, or to the end of the next column; undefined at an
 * edge.
 */
export function placeByKey(
  columns: Columns<RankedTasks>,
  task: Pick<Task, 'id' | 'status'>,
  key: string,
): ColumnPlace | undefined {
  const column = columns[task.status];
  const at = column.indexOf(task.id);
  if (key === 'ArrowUp' && at > 0) return placeBefore(columns, task.status, task.id, column.at(at - 1)!.id);
  if (key === 'ArrowDown' && at < column.size - 1)
    return placeBefore(columns, task.status, task.id, column.at(at + 2)?.id);
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const next = step && taskStatus[taskStatus.indexOf(task.status) + step];
  return next ? placeBefore(columns, next, task.id, undefined) : undefined;
}
