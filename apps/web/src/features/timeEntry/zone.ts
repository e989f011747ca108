/** The zones by whose clocks hours are typed. */
import { zoneBefore } from '@kontor/client/nouns/timeEntry';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import { addDays, today } from '@kontor/contract/time/day';
import { ownZone, startOfDay } from '@kontor/contract/time/zone';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';

/**
 * Returns the zone of what is typed anew among somebody's hours on a day: the device's for one's own of today and later, wherever one is,
 * and where there are no hours yet;
 * else that in which the person worked then or last before.
 */
export function zoneFor(hours: Pick<WorkingTime, 'id' | 'userId'> | undefined, day: string): string {
  const { records, userId } = currentWorkspace();
  const isHere = !hours || (hours.userId === userId && day >= today());
  return (isHere ? undefined : zoneBefore(records.collections, hours, day)) ?? ownZone();
}

/** Tells whether a zone's clock shows another time than the device's on a day. */
export const isElsewhere = (zone: string, day: string): boolean =>
  // Two clocks may agree at the beginning of the day on which one of them changes.
  [day, addDays(day, 1)].some((each) => startOfDay(each, zone) !== startOfDay(each, ownZone()));
