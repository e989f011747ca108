import type { Sums } from '@kontor/client/replica/sums';
import { isAdminIn } from '@kontor/contract/memberLog/state';
import type { Effort } from '@kontor/contract/nouns/effort';
import { useMemo } from 'react';
import { useToday } from '../../platform/today.ts';
import { useCollection, useSums } from '../../platform/workspace/views.ts';
import {
  useAll,
  useObservable,
  useRead,
  useWhere,
  useWorkspace,
} from '../../platform/workspace/workspace.ts';
import { type BurnWeek, burnOf } from './burn.ts';
import { centsOf, type Earned, earnedSumsBy, effortSumsBy } from './sums.ts';

const msPerMinute = 60_000;

/** Sums that nobody has a log for yet. */
const unknown = {};

/** Returns the sums of what was worked, as this person may believe them. */
export function useEffortSums() {
  const log = useObservable(useWorkspace().records.log);
  return effortSumsBy(log ?? unknown, (userId) => isAdminIn(log, userId));
}

/** Returns the minutes that everybody worked on a project. */
export function useTracked(projectId: string): number {
  const { byProject } = useEffortSums();
  return Math.round(useSums(useCollection('effort'), byProject, projectId).time / msPerMinute);
}

/** Returns the minutes that everybody worked on some projects together. */
export function useTrackedIn(projectIds: readonly string[]): number {
  const { byProject } = useEffortSums();
  const sums = useCollection('effort').sums(byProject);
  const time = useRead(sums, () => projectIds.reduce((sum, id) => sum + sums.of(id).time, 0));
  return Math.round(time / msPerMinute);
}

/** Returns the minutes that everybody worked on some tasks together. */
export function useTrackedOn(taskIds: readonly string[]): number {
  const { byTask } = useEffortSums();
  const sums = useCollection('effort').sums(byTask);
  const time = useRead(sums, () => taskIds.reduce((sum, id) => sum + sums.of(id).time, 0));
  return Math.round(time / msPerMinute);
}

/** Returns the sums of what each person worked on a task. */
export function useBelievedEfforts(taskId: string): readonly Effort[] {
  const { isBelieved } = useEffortSums();
  return useWhere('effort', 'taskId', taskId).filter(isBelieved);
}

/** Number of weeks that a project's page shows. */
const shownWeeks = 12;

/** Returns the hours of a project as they grew by weeks. */
export function useBurn(projectId: string): readonly BurnWeek[] {
  const { isBelieved } = useEffortSums();
  const efforts = useWhere('effort', 'scopeId', projectId);
  const now = useToday();
  return useMemo(() => burnOf(efforts.filter(isBelieved), now, shownWeeks), [efforts, isBelieved, now]);
}

/** Returns the sums of what the billable work is worth by project. */
export function useEarnedSums(): Sums<Earned> {
  return useCollection('timeEntry').sums(earnedSumsBy(useAll('hourlyRate'), useAll('workingTime')));
}

/** Returns the cents that the billable work on a project is worth; 0 on the devices of who sees no hours and rates. */
export function useEarned(projectId: string): number {
  return centsOf(useRead(useEarnedSums(), (sums) => sums.of(projectId)).earned);
}

/** Returns the same of some projects together. */
export function useEarnedOn(projectIds: readonly string[]): number {
  const sums = useEarnedSums();
  return centsOf(useRead(sums, () => projectIds.reduce((sum, id) => sum + sums.of(id).earned, 0)));
}
