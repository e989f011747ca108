/** The groups of "my tasks". */
import type { Task } from '@kontor/contract/nouns/task';

export const myTaskGroups = ['overdue', 'today', 'upcoming', 'none'] as const;
export type MyTaskGroup = (typeof myTaskGroups)[number];

/** How many tasks "latest" shows. */
const latestCount = 5;

export interface MyTasks<T> extends Record<MyTaskGroup, T[]> {
  /** The newest ones; each of them stands in one of the other groups too. */
  latest: T[];
}

type Grouped = Pick<Task, 'id' | 'dueDate' | 'status' | 'order' | 'assigneeIds'>;

/** Where a task belongs by its due date. */
function groupOf(task: Pick<Task, 'dueDate'>, today: string): MyTaskGroup {
  if (!task.dueDate) return 'none';
  if (task.dueDate < today) return 'overdue';
  return task.dueDate === today ? 'today' : 'upcoming';
}

/** Whether a task is late: not done, and its due date is behind us. */
export const isOverdue = (task: Pick<Task, 'dueDate' | 'status'>, today: string): boolean =>
  task.status !== 'DONE' && groupOf(task, today) === 'overdue';

const byDueDate = (a: Grouped, b: Grouped) =>
  (a.dueDate ?? '').localeCompare(b.dueDate ?? '') || (a.id < b.id ? -1 : 1);

/**
 * The open tasks that are assigned to a person, by due date, the most pressing first. Ids are UUIDv7 and so tell which
 * tasks are the newest.
 */
export function groupMyTasks<T extends Grouped>(
  tasks: readonly T[],
  userId: string,
  today: string,
): MyTasks<T> {
  const mine = tasks.filter((task) => task.status !== 'DONE' && task.assigneeIds.includes(userId));
  const groups: MyTasks<T> = { latest: [], overdue: [], today: [], upcoming: [], none: [] };
  for (const task of [...mine].sort(byDueDate)) groups[groupOf(task, today)].push(task);
  groups.latest = [...mine].sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, latestCount);
  return groups;
}
