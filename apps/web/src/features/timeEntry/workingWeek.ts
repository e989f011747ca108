/** The form of what somebody is to work on each day of the week, from a day on. */
import type { WorkingWeek } from '@kontor/contract/nouns/workingTime';
import type { Country } from '@kontor/contract/text/country';
import { addDays, mondayOf } from '@kontor/contract/time/day';
import { isRegion, regionIds, regions } from '@kontor/contract/time/holiday';
import { formatDate, formatDuration, formatWeekday } from '../../platform/text/format.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { parseDuration } from '../../platform/text/parseNumber.ts';
import type { Errors } from '../../ui/form/rules.ts';
import { timeMessages } from './messages.ts';
import { monthMessages } from './month/messages.ts';

export const dayNames = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** The hours of the days are as typed. */
export type WeekValues = { from: string; region: string } & Record<(typeof dayNames)[number], string>;

/** A week of seven days, to write the names of weekdays by. */
const someMonday = '2026-11-16';

/** Returns a field's label. */
export function wordFor(name: keyof WeekValues): string {
  if (name === 'from') return timeMessages.t('validFrom');
  if (name === 'region') return monthMessages.t('region');
  return timeMessages.t('hoursOn', { day: formatWeekday(addDays(someMonday, dayNames.indexOf(name))) });
}

/** The regions whose public holidays can be chosen, by country. */
export const regionChoices = [
  ...Map.groupBy(regionIds, (id) => regions[id.slice(0, 2) as Country].name.split(',')[0]!),
].map(([group, ids]) => ({ group, items: ids.map((value) => ({ value, label: regions[value].name })) }));

/**
 * Returns the values that the form begins with: the newest week, from this one on. Who has none yet most likely works in the
 * country of the firm.
 */
export function weekValues(
  weeks: readonly WorkingWeek[],
  today: string,
  country: Country | undefined,
): WeekValues {
  const last = weeks.at(-1);
  const monday = mondayOf(today);
  const days = dayNames.map((each, i) => [each, last?.minutes[i] ? formatDuration(last.minutes[i]) : '']);
  return {
    from: last && last.from > monday ? last.from : monday,
    region: (last ? last.region : country) ?? '',
    ...(Object.fromEntries(days) as Record<(typeof dayNames)[number], string>),
  };
}

/** Returns a week in words: since when, and how much it is. */
export const weekText = ({ from, minutes }: WorkingWeek): string =>
  timeMessages.t('weekFrom', {
    date: formatDate(from),
    duration: formatDuration(minutes.reduce((sum, each) => sum + each, 0)),
  });

const minutesIn = (typed: string) => parseDuration(typed) ?? (typed.trim() === '' ? 0 : undefined);

/** Returns the validation errors, in words. */
export function weekErrors(values: WeekValues): Errors<WeekValues> {
  const errors: Errors<WeekValues> = {};
  if (parseDay(values.from) !== values.from) errors.from = timeMessages.t('badDay');
  for (const name of dayNames) {
    const minutes = minutesIn(values[name]);
    if (minutes === undefined || minutes < 0 || minutes > 24 * 60)
      errors[name] = timeMessages.t('mustBeDuration');
  }
  return errors;
}

/** Returns the weeks with the one of the form, in their order: it takes the place of one from the same day. */
export function weeksWith(
  weeks: readonly WorkingWeek[],
  { from, region, ...days }: WeekValues,
): WorkingWeek[] {
  const minutes = dayNames.map((each) => minutesIn(days[each]) ?? 0);
  const week = { from, minutes, ...(isRegion(region) && { region }) };
  return [...weeks.filter((each) => each.from !== from), week].sort((a, b) => (a.from < b.from ? -1 : 1));
}
