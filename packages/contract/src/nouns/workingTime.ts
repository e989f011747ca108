import { entity, type Open } from '../entity/entity.ts';
import { data, day } from '../entity/field.ts';
import { ref, refs } from '../entity/ref.ts';
import { isRegion, type RegionId } from '../time/holiday.ts';

/** The time that somebody is to work from a day on. */
export interface WorkingWeek {
  from: string;
  /** Of each weekday, Monday first. */
  minutes: number[];
  /** Where they work: its public holidays are free. Absent: none is. */
  region?: RegionId;
}

const isDay = day().accepts;
const isWeek = ({ from, minutes, region }: Partial<WorkingWeek>) =>
  isDay(from) &&
  Array.isArray(minutes) &&
  minutes.length === 7 &&
  minutes.every(Number.isFinite) &&
  (region === undefined || isRegion(region));

/**
 * Heads the scope of somebody's hours and says what they are to work. Its person and the admins read the scope, for as long
 * as they are here; the hours of somebody who left stay with the admins.
 */
export const workingTime = entity('workingTime', {
  scopes: ['hours'],
  head: { readers: 'readerIds' },
  owner: 'userId',
  isInArchive: false,
  rights: { create: 'own', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['userId'],
  merge: { weeks: 'dated' },
  refs: {
    userId: ref('user'),
    /** The person, while they work here; nobody afterwards. */
    readerIds: refs('user'),
  },
  sealed: {
    /** In order of their days; none before the first. */
    weeks: data<WorkingWeek[]>(
      [],
      (value) => Array.isArray(value) && value.every((each) => isWeek(each ?? {})),
    ),
  },
});
export type WorkingTime = Open<typeof workingTime>;
