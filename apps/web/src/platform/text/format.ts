/** Dates, numbers, money, durations and sizes as the reader's language writes them; `parseNumber.ts` reads them back. */
import type { Currency } from '@kontor/contract/text/currency';
import { dayMs, dayOf, daysBetween } from '@kontor/contract/time/day';
import { durationText } from '@kontor/table/table';
import { region } from './locale.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

const cache = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>();

function cached<T extends Intl.DateTimeFormat | Intl.NumberFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => T,
): T {
  const found = cache.get(key) as T | undefined;
  if (found) return found;
  const made = make();
  cache.set(key, made);
  return made;
}

const dates = (tag: string, options: Intl.DateTimeFormatOptions) =>
  cached(`d ${tag} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(tag, options));

const numbers = (tag: string, options: Intl.NumberFormatOptions) =>
  cached(`n ${tag} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(tag, options));

/** Reads a moment or a day (`2026-03-12`); a day is read as a local one, never shifted by a time zone. */
const toDate = (value: Date | string | number): Date =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? new Date(`${value}T00:00:00`)
    : new Date(value);

/** Writes a moment or a day; nothing for what is neither, which a record may hold in the place of one. */
function written(value: Date | string | number, tag: string, options: Intl.DateTimeFormatOptions): string {
  const date = toDate(value);
  return Number.isNaN(date.getTime()) ? '' : dates(tag, options).format(date);
}

/** Writes a day as `12.03.2026`, `12 Mar 2026`. */
export const formatDate = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { dateStyle: 'medium' });

/** Writes a moment as `12.03.2026, 14:05`, by the clock of the device unless a zone is named. */
export const formatDateTime = (value: Date | string | number, tag = region(), timeZone?: string): string =>
  written(value, tag, { dateStyle: 'medium', timeStyle: 'short', ...(timeZone && { timeZone }) });

/** Writes a moment as `14:05`, `2:05 pm`: the time of day. */
export const formatTime = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { timeStyle: 'short' });

/** Writes a day as `Do., 12. März`; for headings of days. */
export const formatDay = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { weekday: 'short', day: 'numeric', month: 'long' });

/** Writes a day as `Do., 12. März`, with the year where it is not this one: `Do., 12. März 2026`. */
export function formatDayAndYear(value: Date | string | number, now = Date.now(), tag = region()): string {
  const isOther = toDate(value).getFullYear() !== new Date(now).getFullYear();
  return written(value, tag, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(isOther && { year: 'numeric' }),
  });
}

/** Writes a day as `Do., 12.`; for heads of narrow columns. */
export const formatDayShort = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { weekday: 'short', day: 'numeric' });

/** Names the weekday: `Donnerstag`. */
export const formatWeekday = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { weekday: 'long' });

/** Names the month: `November 2026`; a day names its month. */
export const formatMonth = (value: string, tag = region()): string =>
  written(value, tag, { month: 'long', year: 'numeric' });

/**
 * Returns the calendar units from one moment to a later one: whole ones that have passed, and how many names
 * further it is.
 */
function calendarUnits(from: Date, to: Date): { unit: 'year' | 'month'; whole: number; named: number } {
  const years = to.getFullYear() - from.getFullYear();
  const months = 12 * years + to.getMonth() - from.getMonth();
  const whole = to.getDate() < from.getDate() ? months - 1 : months;
  return whole >= 12
    ? { unit: 'year', whole: Math.floor(whole / 12), named: years }
    : { unit: 'month', whole, named: months };
}

/**
 * Says how long ago something was: `vor 5 Minuten`, `yesterday`; the largest unit of which a whole one has
 * passed, from days on by the calendar.
 */
export function formatAgo(value: Date | string | number, now = Date.now(), tag = region()): string {
  const date = toDate(value);
  const ms = date.getTime() - now;
  if (Number.isNaN(ms)) return '';
  const format = (count: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always' = 'auto') =>
    cached(`r ${tag} ${numeric}`, () => new Intl.RelativeTimeFormat(tag, { numeric })).format(count, unit);
  const size = Math.abs(ms);
  const { unit, whole, named } =
    ms < 0 ? calendarUnits(date, new Date(now)) : calendarUnits(new Date(now), date);
  // `last month` is the one before this; a month may have passed since the one before that.
  if (whole > 0) return format(Math.sign(ms) * whole, unit, whole === named ? 'auto' : 'always');
  const days = daysBetween(dayOf(now), dayOf(date.getTime()));
  if (size >= dayMs && days !== 0) return format(days, 'day');
  if (size >= hourMs) return format(Math.trunc(ms / hourMs), 'hour');
  return size >= minuteMs ? format(Math.trunc(ms / minuteMs), 'minute') : format(0, 'second');
}

/** Writes a number as `1.234,5`; at most `digits` behind the comma. */
export const formatNumber = (value: number, digits = 2, tag = region()): string =>
  numbers(tag, { maximumFractionDigits: digits }).format(value);

/**
 * Writes `45 %`, of a share between 0 and 1; at most `digits` behind the comma, of which a rate needs some:
 * `8,1 %`.
 */
export const formatPercent = (share: number, digits = 0, tag = region()): string =>
  numbers(tag, { style: 'percent', maximumFractionDigits: digits }).format(share);

/** Writes bytes in steps of 1024 with at most two decimals: `1,5 MB`. */
export function formatBytes(bytes: number, tag = region()): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  let [figure, step] = [bytes, 0];
  // As it is written: what rounds to 1024 is 1 of the next unit.
  for (; Math.round(figure * 100) >= 102_400 && step < units.length - 1; step++) figure /= 1024;
  return `${formatNumber(figure, 2, tag)} ${units[step]}`;
}

/** Writes cents as an amount with its currency: `1.234,50 €`, `CHF 1,234.50`. */
export const formatMoney = (cents: number, currency: Currency, tag = region()): string =>
  numbers(tag, { style: 'currency', currency }).format(cents / 100);

/** Writes cents as an amount for a field that names the currency beside it: `1.234,50`. */
export const formatAmount = (cents: number, tag = region()): string =>
  numbers(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Returns minutes as hours and minutes, rounded to whole ones, also above a day: `1:30`, `-0:15`, `130:00`. */
export const formatDuration = (minutes: number): string => durationText(minutes * minuteMs);

/**
 * Writes minutes as decimal hours, at most two behind the comma, which is enough to read each minute back:
 * `1,5`.
 */
export const formatHours = (minutes: number, tag = region()): string => formatNumber(minutes / 60, 2, tag);

/** Returns whole seconds as a running clock shows them: `7:05`, from an hour on `1:07:05`. */
export function formatClock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = twoDigits(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${formatDuration(minutes)}:${rest}`;
}
