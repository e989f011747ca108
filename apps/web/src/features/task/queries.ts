import { byRank } from '@kontor/client/nouns/rank';
import type { SumsSpec } from '@kontor/client/replica/sums';
import type { View } from '@kontor/client/replica/view';
import { tagOf } from '@kontor/client/searching/searchedDocument';
import type { Task } from '@kontor/contract/nouns/task';
import { useMemo } from 'react';
import { matches } from '../../platform/text/matches.ts';
import { useToday } from '../../platform/today.ts';
import { type Found, useFound } from '../../platform/workspace/found.ts';
import { useCollection, useSums, useView, useWindow } from '../../platform/workspace/views.ts';
import { useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { byStatus, type Columns, columnSpec, type TaskSelection } from './board/columns.ts';
import { type Progress, progressSums, toProgress } from './progress.ts';

export const useTask = (id: string | undefined): Task | undefined => useRecord('task', id);

/** Returns a view for each status. */
export function useColumns(selection: TaskSelection): Columns<View<Task>> {
  const tasks = useCollection('task');
  return useMemo(() => byStatus((status) => tasks.view(columnSpec(selection, status))), [tasks, selection]);
}

/** Returns all of a selection, whatever their status. */
export function useTasks(selection: TaskSelection): View<Task> {
  const spec = useMemo(() => ({ ...selection, compare: byRank }), [selection]);
  return useView(useCollection('task'), spec);
}

/** Returns a task's subtasks in order. */
export function useSubtasks(taskId: string): readonly Task[] {
  const spec = useMemo(() => ({ index: 'parentId', key: taskId, compare: byRank }) as const, [taskId]);
  return useWindow(useView(useCollection('task'), spec));
}

/** Returns a function that tells of a task whether it holds a text, in itself or in a subtask; of each one while the text is empty. */
export function useHolds(projectId: string, text: string): { holds: (task: Task) => boolean; found: Found } {
  const { collections } = useWorkspace().records;
  const found = useFound('task', text, tagOf('scopeId', projectId));
  const { ids, isPending, mayLack } = found;
  const holds = useMemo(() => {
    if (!text || isPending) return () => true;
    const shown = new Set([...ids].map((id) => collections.task.get(id)?.parentId ?? id));
    return ({ id, title }: Task) => shown.has(id) || (mayLack && matches(title, text));
  }, [collections, ids, isPending, mayLack, text]);
  return { holds, found };
}

const subtaskSums: SumsSpec<Task, 'done' | 'total'> = {
  group: ({ parentId }) => parentId,
  figures: ({ status }) => ({ done: Number(status === 'DONE'), total: 1 }),
  zero: { done: 0, total: 0 },
};

/** Counts a task's subtasks, and those of them that are done. */
export const useSubtaskCount = (taskId: string): Readonly<{ done: number; total: number }> =>
  useSums(useCollection('task'), subtaskSums, taskId);

/** Returns how far a project is today. */
export function useProgress(projectId: string): Progress {
  const figures = useSums(useCollection('task'), progressSums(useToday()), projectId);
  return useMemo(() => toProgress(figures), [figures]);
}
