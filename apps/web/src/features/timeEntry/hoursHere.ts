/** Waits for what new hours are checked against: what is not here yet may contradict them. */
import { hoursOf } from '@kontor/client/nouns/workingTime';
import { useEffect, useState } from 'react';
import { isLoaded } from '../../platform/workspace/loaded.ts';
import {
  currentWorkspace,
  type OpenWorkspace,
  useObservable,
  useRead,
  useWorkspace,
} from '../../platform/workspace/workspace.ts';

/**
 * Returns the scope of a person's own hours; of somebody else's nothing, which stands for everything: what changes in those is
 * summed at the tasks, and nobody here counts it again.
 */
function scopesOf({ records, userId }: Pick<OpenWorkspace, 'records' | 'userId'>, person: string) {
  const hours = person === userId ? hoursOf(records.collections, userId) : undefined;
  return hours && [hours.id];
}

/** Tells whether everything is here that somebody's hours are checked against, and asks for it first. Stays true once it was. */
export function useHoursAreHere(person: string): boolean {
  const workspace = useWorkspace();
  const { records } = workspace;
  const loaded = useObservable(records.loaded);
  const scopeId = useRead(records.collections.workingTime, () => scopesOf(workspace, person)?.[0]);
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    if (scopeId !== undefined) records.need([scopeId]);
  }, [records, scopeId]);
  const isHere = isLoaded(loaded, scopeId === undefined ? undefined : [scopeId]);
  if (isHere && shown !== person) setShown(person);
  return isHere || shown === person;
}

/** Tells whether the signed-in person's own hours are here, and a task, unless there is none of that id. */
export function isReadyFor(taskId: string | undefined): boolean {
  const workspace = currentWorkspace();
  const { collections, loaded } = workspace.records;
  const isTaskHere = taskId === undefined || collections.task.get(taskId) !== undefined;
  return isLoaded(loaded.get(), isTaskHere ? scopesOf(workspace, workspace.userId) : undefined);
}

/**
 * Tells of tasks whether `isReadyFor` them; asks for their projects before the rest. One that is not in its project may have moved,
 * which nobody knows before everything is here.
 */
export function useTasksAreHere(
  tasks: readonly { taskId: string; projectId: string }[],
): (taskId: string) => boolean {
  const { records } = useWorkspace();
  useObservable(records.loaded);
  const away = tasks.flatMap(({ taskId, projectId }) => (isReadyFor(taskId) ? [] : [projectId]));
  const list = [...new Set(away)].join(' ');
  useEffect(() => {
    if (list) records.need(list.split(' '));
  }, [records, list]);
  return isReadyFor;
}

/**
 * Waits until something that is not here yet has been loaded. Once another workspace is open it resolves to false, or never.
 */
export async function untilHere(isHere: () => boolean): Promise<boolean> {
  const { records } = currentWorkspace();
  await new Promise<void>((resolve) => {
    const stop = records.loaded.subscribe(() => {
      const isOver = currentWorkspace().records !== records;
      if (!isOver && !isHere()) return;
      stop();
      resolve();
    });
  });
  return currentWorkspace().records === records;
}
