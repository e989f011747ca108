import type { Sums } from '@kontor/client/replica/sums';
import { isAdminIn } from '@kontor/contract/memberLog/state';
import type { Effort } from '@kontor/contract/nouns/effort';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { useMemo } from 'react';
import { useToday } from '../../platform/today.ts';
import { useCollection, useSums, useView, useWindow } from '../../platform/workspace/views.ts';
import {
  useAll,
  useObservable,
  useRead,
  useWhere,
  useWorkspace,
} from '../../platform/workspace/workspace.ts';
import { type BurnWeek, burnOf, earnedByWeek, timeByWeek } from './burn.ts';
import { centsOf, earnedSumsBy, effortSumsBy, msPerHour } from './sums.ts';

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
  const today = useToday();
  return useMemo(
    () => burnOf(timeByWeek(efforts.filter(isBelieved)), msPerMinute, today, shownWeeks),
    [efforts, isBelieved, today],
  );
}

/** Returns the cents that the billable work on a project is worth, as they grew by weeks; for who sees hours and rates. */
export function useMoneyBurn(projectId: string): readonly BurnWeek[] {
  const ofProject = useMemo(
    () => ({
      filter: (entry: TimeEntry) => entry.projectId === projectId,
      compare: (a: TimeEntry, b: TimeEntry) => (a.id < b.id ? -1 : 1),
    }),
    [projectId],
  );
  const entries = useWindow(useView(useCollection('timeEntry'), ofProject));
  const rates = useAll('hourlyRate');
  const people = useAll('workingTime');
  const today = useToday();
  return useMemo(() => {
    const personOf = new Map(people.map(({ scopeId, userId }) => [scopeId, userId]));
    const byWeek = earnedByWeek(entries, (scopeId) => personOf.get(scopeId) ?? '', rates);
    return burnOf(byWeek, msPerHour, today, shownWeeks);
  }, [entries, rates, people, today]);
}

/** Returns the sums of what the billable work is worth by project. */
export function useEarnedSums(): Sums<'earned'> {
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
