import { formatNumber } from '../../../platform/text/format.ts';

/** A year of minutes: what lies above is a slip of the finger. */
const maxMinutes = 365 * 24 * 60;

/**
 * Minutes that were typed as hours: `1:30`, `1,5`, `1.5 h`, or as minutes: `90 min`. Null: nothing was typed; undefined:
 * it is no duration.
 */
export function parseEstimate(typed: string): number | null | undefined {
  const text = typed.trim().toLowerCase();
  if (!text) return null;
  const clock = /^(\d{1,5}):([0-5]\d)$/.exec(text);
  const decimal = /^(\d{1,6}(?:[.,]\d{1,4})?)\s*(h|std\.?|min|m)?$/.exec(text);
  let minutes: number;
  if (clock) minutes = Number(clock[1]) * 60 + Number(clock[2]);
  else if (decimal) {
    const value = Number(decimal[1]!.replace(',', '.'));
    minutes = Math.round(decimal[2]?.startsWith('m') ? value : value * 60);
  } else return undefined;
  return minutes <= maxMinutes ? minutes : undefined;
}

/** Minutes as decimal hours, the way the field takes them back: `1,5`. */
export const formatEstimate = (minutes: number | undefined): string =>
  minutes === undefined ? '' : formatNumber(minutes / 60, 4);
