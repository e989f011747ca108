/** The switch above a list of tasks: all of them, those that I wrote, those that I shall do. */
import type { Visibility } from '@kontor/contract/entity/visibility';
import type { Task } from '@kontor/contract/nouns/task';
import type { TaskSelection } from './board/columns.ts';

export const isVisible = (
  task: Pick<Task, 'createdBy' | 'assigneeIds'>,
  visibility: Visibility,
  userId: string,
): boolean =>
  visibility === 'all' ||
  (visibility === 'owned' ? task.createdBy === userId : task.assigneeIds.includes(userId));

interface Shown {
  visibility: Visibility;
  userId: string;
  /** The person to whom they are assigned, whoever wrote them; anybody where it is left out. */
  assigneeId?: string | undefined;
  /** Narrows down by a search. */
  holds: (task: Task) => boolean;
}

/** Returns the tasks of a project that are shown in a list, board or timeline; subtasks stand in their tasks. */
export const projectTasks = (
  projectId: string,
  { visibility, userId, assigneeId, holds }: Shown,
): TaskSelection => ({
  index: 'scopeId',
  key: projectId,
  filter: (task) =>
    !task.parentId &&
    isVisible(task, visibility, userId) &&
    (!assigneeId || task.assigneeIds.includes(assigneeId)) &&
    holds(task),
});
