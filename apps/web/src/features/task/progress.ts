/** What the tasks of a project add up to. Subtasks belong to their task and are not counted beside it. */
import type { Task } from '@kontor/contract/nouns/task';
import { isOverdue } from './list/myTasks.ts';

export interface Progress {
  total: number;
  done: number;
  open: number;
  overdue: number;
  /** Between 0 and 1; 0 without tasks. */
  share: number;
}

export function progressOf(
  tasks: readonly Pick<Task, 'status' | 'dueDate' | 'parentId'>[],
  today: string,
): Progress {
  const counted = tasks.filter((task) => !task.parentId);
  const done = counted.filter((task) => task.status === 'DONE').length;
  const total = counted.length;
  return {
    total,
    done,
    open: total - done,
    overdue: counted.filter((task) => isOverdue(task, today)).length,
    share: total === 0 ? 0 : done / total,
  };
}

/** Progress of each project that has tasks, by the project's id (the tasks' scope). */
export function progressByProject(
  tasks: readonly Pick<Task, 'status' | 'dueDate' | 'parentId' | 'scopeId'>[],
  today: string,
): ReadonlyMap<string, Progress> {
  const groups = Map.groupBy(tasks, (task) => task.scopeId);
  return new Map([...groups].map(([id, group]) => [id, progressOf(group, today)]));
}
