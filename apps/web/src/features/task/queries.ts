import type { Task } from '@kontor/contract/nouns/task';
import { useMemo } from 'react';
import { useAll, useRecord, useWhere } from '../../platform/workspace/workspace.ts';
import { byRank } from './board/columns.ts';

/** Every task of a project, subtasks too. */
export const useProjectTasks = (projectId: string): readonly Task[] => useWhere('task', 'scopeId', projectId);

/** Every task of the workspace that this person may read. */
export const useAllTasks = (): readonly Task[] => useAll('task');

export const useTask = (id: string | undefined): Task | undefined => useRecord('task', id);

/** A task's subtasks in order. */
export function useSubtasks(taskId: string): readonly Task[] {
  const tasks = useWhere('task', 'parentId', taskId);
  return useMemo(() => [...tasks].sort(byRank), [tasks]);
}

/** How many of a task's subtasks are done. */
export function useSubtaskCount(taskId: string): { done: number; total: number } {
  const tasks = useWhere('task', 'parentId', taskId);
  return { done: tasks.filter((task) => task.status === 'DONE').length, total: tasks.length };
}

/** Tasks assigned to a person. */
export const useAssignedTasks = (userId: string): readonly Task[] => useWhere('task', 'assigneeIds', userId);
