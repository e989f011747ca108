/** The groups of "my tasks". */
import type { ViewOf } from '@kontor/client/replica/collections';
import type { Task } from '@kontor/contract/nouns/task';

export const myTaskGroups = ['overdue', 'today', 'upcoming', 'none'] as const;
export type MyTaskGroup = (typeof myTaskGroups)[number];

/** Which tasks count, besides those of the person. */
export type MyTasksFilter = Required<Pick<ViewOf<'task'>, 'filter' | 'reads'>>;

/** Returns the group of an open task by its due date. */
function groupOf(task: Pick<Task, 'dueDate'>, today: string): MyTaskGroup {
  if (!task.dueDate) return 'none';
  if (task.dueDate < today) return 'overdue';
  return task.dueDate === today ? 'today' : 'upcoming';
}

const byText = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the views of a person's open tasks: each group by due date, the most pressing first; and the newest first, since ids
 * are UUIDv7 and so tell which tasks are the newest.
 */
export function myTaskSpecs(
  userId: string,
  today: string,
  { filter, reads }: MyTasksFilter,
): Record<MyTaskGroup | 'newest', ViewOf<'task'>> {
  const mine = { index: 'assigneeIds', key: userId, reads } as const;
  const isOpen = (task: Task) => task.status !== 'DONE' && (!filter || filter(task));
  const group = (name: MyTaskGroup): ViewOf<'task'> => ({
    ...mine,
    filter: (task) => isOpen(task) && groupOf(task, today) === name,
    compare: (a, b) => byText(a.dueDate, b.dueDate),
  });
  return {
    overdue: group('overdue'),
    today: group('today'),
    upcoming: group('upcoming'),
    none: group('none'),
    newest: { ...mine, filter: isOpen, compare: (a, b) => byText(b.id, a.id) },
  };
}
