/** The words of a timesheet's line besides its times. */
import type { DayPlan } from '@kontor/client/nouns/dayTarget';
import { formatTimeOfDay } from '../../../platform/text/parseTime.ts';
import type { DayHint } from './dayHints.ts';
import { holidayNames } from './holidayNames.ts';
import { monthMessages } from './messages.ts';

/** Returns the public holiday and the absences of a day, in words. */
export function remarkOf({
  holiday,
  isHalf,
  absences,
}: Pick<DayPlan, 'holiday' | 'isHalf' | 'absences'>): string {
  const { t } = monthMessages;
  const half = (what: string, isOnly: boolean | undefined) => (isOnly ? t('half', { what }) : what);
  const words = absences.map((absence) => half(t(absence.kind), absence.isHalf));
  return [...(holiday ? [half(holidayNames.t(holiday), isHalf)] : []), ...words].join(', ');
}

const hintWords = {
  overlap: 'hintOverlap',
  cut: 'hintCut',
  unbroken: 'hintUnbroken',
  pause30: 'hintPause30',
  pause45: 'hintPause45',
  long: 'hintLong',
  rest: 'hintRest',
} as const;

/** Returns hints on a day in words. */
export const hintsText = (hints: readonly DayHint[]): string =>
  hints.map((hint) => monthMessages.t(hintWords[hint])).join(', ');

/** Writes minutes since midnight as a clock shows them; the end of the day is 24:00. */
export const clockOf = (minutes: number | undefined): string =>
  minutes === undefined ? '' : formatTimeOfDay(minutes);
