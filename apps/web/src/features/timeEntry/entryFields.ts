/** The fields of a time entry: their values in its form, their validation, and what they become in the record. */
import { beginOf, entryPlaceOf, zoneOf } from '@kontor/client/nouns/timeEntry';
import type { Mutations } from '@kontor/client/replica/mutations';
import { areSegments, type TimeEntry, timeEntry } from '@kontor/contract/nouns/timeEntry';
import { dayAt } from '@kontor/contract/time/zone';
import { formatDate } from '../../platform/text/format.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { entityFields } from '../../ui/form/entityFields.ts';
import { type Errors, required } from '../../ui/form/rules.ts';
import type { Name } from '../../ui/form/versions.ts';
import { timeMessages } from './messages.ts';
import { formatRanges, movedTo, parseRanges, type RangePlace } from './ranges.ts';

const described = entityFields(timeEntry, ['taskId', 'isBillable', 'description']);

/** The times are as typed; see `ranges.ts`. */
export type EntryValues = ReturnType<typeof described.read> & { day: string; times: string };

/** Returns the values of an entry, or of a new one on a day. */
export function entryValues(
  stored: TimeEntry | undefined,
  { day, zone }: Pick<RangePlace, 'day' | 'zone'>,
): EntryValues {
  const on = stored ? dayAt(beginOf(stored), zone) : day;
  return {
    ...described.read(stored ?? { isBillable: true }),
    day: on,
    times: stored ? formatRanges(stored.segments, on, zone) : '',
  };
}

/** Returns the day and times of an entry, in words. */
export function timesText(entry: TimeEntry): string {
  const zone = zoneOf(entry);
  const day = dayAt(beginOf(entry), zone);
  return `${formatDate(day)}, ${formatRanges(entry.segments, day, zone)}`;
}

/** Returns the project and task of an entry, in words. */
export const placeText = ({ projectName, taskTitle }: TimeEntry): string =>
  [projectName, taskTitle].filter(Boolean).join(' · ');

/**
 * Returns the validation errors; `place` says where a duration alone begins. Times of an entry are judged once they were touched:
 * what a timer left need not be what one could type.
 */
export const entryErrors =
  (place: (day: string) => RangePlace, stored: TimeEntry | undefined) =>
  (values: EntryValues, isChanged: (name: Name<EntryValues>) => boolean): Errors<EntryValues> => {
    const wasOpen = stored?.status === 'IN_PROGRESS';
    const isDay = parseDay(values.day) === values.day;
    const isMoved = stored !== undefined && isDay && isChanged('day') && !isChanged('times');
    const isInReach = !isMoved || areSegments(movedTo(stored.segments, values.day, place(values.day).zone));
    const read = isDay && (!stored || isChanged('times')) ? parseRanges(values.times, place(values.day)) : [];
    const isOpen = typeof read !== 'string' && read.some(({ to }) => to === undefined);
    return {
      ...described.errors(values),
      taskId: required(values.taskId),
      day: isDay && isInReach ? undefined : timeMessages.t(isDay ? 'entryTooLong' : 'badDay'),
      times:
        typeof read === 'string'
          ? timeMessages.t(read)
          : isOpen && !wasOpen
            ? timeMessages.t('noEnd')
            : undefined,
    };
  };

/**
 * Returns the record's fields for changed values; `stored` is the entry as it was. Times that were not touched keep their
 * seconds, and a pause goes on.
 */
export function entryChanges(
  mutations: Mutations,
  changes: Partial<EntryValues>,
  values: EntryValues,
  place: RangePlace,
  stored?: TimeEntry,
) {
  const { taskId, ...rest } = changes;
  const segments = 'times' in changes ? parseRanges(values.times, place) : undefined;
  const isMoved = stored !== undefined && 'day' in changes && !('times' in changes);
  return {
    ...described.write(rest),
    ...(taskId && entryPlaceOf(mutations, taskId)),
    ...(isMoved && { segments: movedTo(stored.segments, place.day, place.zone), zone: place.zone }),
    ...(Array.isArray(segments) && {
      segments,
      zone: place.zone,
      status: segments.some(({ to }) => to === undefined)
        ? ('IN_PROGRESS' as const)
        : stored?.status === 'PAUSE'
          ? stored.status
          : ('DONE' as const),
    }),
  };
}
