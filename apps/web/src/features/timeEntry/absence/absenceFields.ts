/** The fields of an absence as its form shows them, and their validation. */
import { type Absence, absence, maxAbsenceDays } from '@kontor/contract/nouns/absence';
import { daysBetween } from '@kontor/contract/time/day';
import { formatDate } from '../../../platform/text/format.ts';
import { parseDay } from '../../../platform/text/parseDay.ts';
import { entityFields } from '../../../ui/form/entityFields.ts';
import type { Errors } from '../../../ui/form/rules.ts';
import { timeMessages } from '../messages.ts';
import { monthMessages } from '../month/messages.ts';

export const absenceFields = entityFields(absence, ['kind', 'from', 'to', 'isHalf', 'note']);
export type AbsenceValues = ReturnType<typeof absenceFields.read>;

/** Returns the days of an absence, in words, and that it is half of one if that is asked for. */
export function daysText({
  from,
  to,
  isHalf,
}: Pick<Absence, 'from' | 'to'> & Partial<Pick<Absence, 'isHalf'>>): string {
  const days =
    from === to ? formatDate(from) : monthMessages.t('range', { from: formatDate(from), to: formatDate(to) });
  return isHalf ? `${days}, ${monthMessages.t('isHalf')}` : days;
}

/** Returns the validation errors, in words. */
export function absenceErrors(values: AbsenceValues): Errors<AbsenceValues> {
  const { from, to } = values;
  const dayError = (day: string) => (parseDay(day) === day ? undefined : timeMessages.t('badDay'));
  const length = dayError(from) || dayError(to) ? 0 : daysBetween(from, to);
  return {
    ...absenceFields.errors(values),
    from: dayError(from),
    to:
      dayError(to) ??
      (length < 0
        ? monthMessages.t('endBeforeStart')
        : length >= maxAbsenceDays
          ? monthMessages.t('tooLong')
          : undefined),
  };
}
