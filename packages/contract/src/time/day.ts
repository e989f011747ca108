/** Calendar days as `YYYY-MM-DD` strings, in no time zone; they compare as plain strings. */

/** ms of a day of 24 hours. */
export const dayMs = 86_400_000;

const toNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const fromNumber = (days: number): string => new Date(days * dayMs).toISOString().slice(0, 10);
const two = (n: number) => String(n).padStart(2, '0');

/** Returns the day of a moment (ms) on the reader's own clock. */
export function dayOf(moment: number): string {
  const date = new Date(moment);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Returns today on the reader's own clock. */
export const today = (): string => dayOf(Date.now());

export const addDays = (day: string, days: number): string => fromNumber(toNumber(day) + days);

/** Counts the days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: string, to: string): number => toNumber(to) - toNumber(from);

/** Returns the weekday: Monday is 0. */
export const weekday = (day: string): number => (((toNumber(day) + 3) % 7) + 7) % 7;

/** Returns the first day of the day's week. */
export const mondayOf = (day: string): string => addDays(day, -weekday(day));

/** Returns the first day of the day's month. */
export const monthStart = (day: string): string => `${day.slice(0, 8)}01`;

/** Returns the first day of the month after the day's. */
export function nextMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  return month === 12 ? `${year + 1}-01-01` : `${day.slice(0, 5)}${two(month + 1)}-01`;
}

/** Returns the first days of the months from the one that a day lies in to the one of another. */
export function monthsBetween(first: string, last: string): string[] {
  const out: string[] = [];
  // What follows the year 9999 sorts before it.
  for (let month = monthStart(first); month <= last && month.length === last.length; month = nextMonth(month))
    out.push(month);
  return out;
}

/** Returns the ISO 8601 number of the week that the day lies in. */
export function weekNumber(day: string): number {
  const thursday = addDays(day, 3 - weekday(day));
  const start = `${thursday.slice(0, 4)}-01-01`;
  return Math.floor(daysBetween(start, thursday) / 7) + 1;
}
