/** Adds up what was worked: by project and task for everybody who reads them, and what that is worth for admins. */
import { isBelievable, totalOf } from '@kontor/client/nouns/effort';
import { rateFor } from '@kontor/client/nouns/hourlyRate';
import { spansOf, zoneOf } from '@kontor/client/nouns/timeEntry';
import type { SumsSpec } from '@kontor/client/replica/sums';
import type { Effort } from '@kontor/contract/nouns/effort';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import type { WorkingTime } from '@kontor/contract/nouns/workingTime';
import { splitByDay } from '@kontor/contract/time/span';

export const msPerHour = 3_600_000;

/** `time`: ms. */
interface EffortSums {
  byProject: SumsSpec<Effort, 'time'>;
  byTask: SumsSpec<Effort, 'time'>;
  isBelieved: (effort: Effort) => boolean;
}

const effortSums = new WeakMap<object, EffortSums>();

/**
 * Returns the sums of what was worked. A sum that neither its person nor an admin wrote counts for nothing.
 * @param key of one key they are computed once
 */
export function effortSumsBy(key: object, isAdmin: (userId: string) => boolean): EffortSums {
  const known = effortSums.get(key);
  if (known) return known;
  const isBelieved = (effort: Effort) => isBelievable(effort, isAdmin);
  const figures = (effort: Effort) => ({ time: isBelieved(effort) ? totalOf(effort).time : 0 });
  const zero = { time: 0 };
  const made: EffortSums = {
    byProject: { group: ({ scopeId }) => scopeId, figures, zero },
    byTask: { group: ({ taskId }) => taskId, figures, zero },
    isBelieved,
  };
  effortSums.set(key, made);
  return made;
}

/**
 * Returns what an entry is worth by day: its billable time, each day at the rate that was in force then. `earned`: cents times
 * ms, which are whole numbers, so that nothing drifts.
 */
export function earnedByDay(
  entry: Pick<TimeEntry, 'segments' | 'zone' | 'isBillable' | 'projectId'>,
  userId: string,
  rates: readonly HourlyRate[],
): { day: string; earned: number }[] {
  if (!entry.isBillable) return [];
  const days = spansOf(entry).flatMap((span) => splitByDay(span, zoneOf(entry)));
  return days.map(({ day, from, to }) => {
    const rate = rateFor(rates, { projectId: entry.projectId, userId, day }) ?? 0;
    return { day, earned: rate * (to - from) };
  });
}

/** Returns the cents times ms that an entry is worth. */
const earnedBy = (...work: Parameters<typeof earnedByDay>): number =>
  earnedByDay(...work).reduce((sum, { earned }) => sum + earned, 0);

/** Converts cents times ms to cents. */
export const centsOf = (earned: number): number => Math.round(earned / msPerHour);

const earnedSums = new WeakMap<object, WeakMap<object, SumsSpec<TimeEntry, 'earned'>>>();

/** Returns the sums of what entries are worth by project; the same for the same rates and people. */
export function earnedSumsBy(
  rates: readonly HourlyRate[],
  people: readonly WorkingTime[],
): SumsSpec<TimeEntry, 'earned'> {
  const byPeople = earnedSums.get(rates) ?? new WeakMap<object, SumsSpec<TimeEntry, 'earned'>>();
  earnedSums.set(rates, byPeople);
  const known = byPeople.get(people);
  if (known) return known;
  const personOf = new Map(people.map(({ scopeId, userId }) => [scopeId, userId]));
  const made: SumsSpec<TimeEntry, 'earned'> = {
    group: ({ projectId }) => projectId,
    figures: (entry) => ({ earned: earnedBy(entry, personOf.get(entry.scopeId) ?? '', rates) }),
    zero: { earned: 0 },
  };
  byPeople.set(people, made);
  return made;
}
