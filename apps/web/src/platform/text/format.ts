/** Dates, numbers, money, durations and sizes as the reader's language writes them; `parseNumber.ts` reads them back. */
import type { Currency } from '@kontor/contract/text/currency';
import { region } from './locale.ts';

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

/** A moment or a day (`2026-03-12`); a day is read as a local one, never shifted by a time zone. */
const toDate = (value: Date | string | number): Date =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? new Date(`${value}T00:00:00`)
    : new Date(value);

/** Writes a moment or a day; nothing for what is neither, which a record may hold in the place of one. */
function written(value: Date | string | number, tag: string, options: Intl.DateTimeFormatOptions): string {
  const date = toDate(value);
  return Number.isNaN(date.getTime()) ? '' : dates(tag, options).format(date);
}

/** `12.03.2026`, `12 Mar 2026`. */
export const formatDate = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { dateStyle: 'medium' });

/** `12.03.2026, 14:05`. */
export const formatDateTime = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { dateStyle: 'medium', timeStyle: 'short' });

/** `14:05`, `2:05 pm`: the time of day. */
export const formatTime = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { timeStyle: 'short' });

/** `Do., 12. März`; for headings of days. */
export const formatDay = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { weekday: 'short', day: 'numeric', month: 'long' });

/** `Do., 12.`; for heads of narrow columns. */
export const formatDayShort = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { weekday: 'short', day: 'numeric' });

/** `Donnerstag`. */
export const formatWeekday = (value: Date | string | number, tag = region()): string =>
  written(value, tag, { weekday: 'long' });

/** `November 2026`; a day names its month. */
export const formatMonth = (value: string, tag = region()): string =>
  written(value, tag, { month: 'long', year: 'numeric' });

/** `vor 5 Minuten`, `yesterday`; the largest unit that fits. */
export function formatAgo(value: Date | string | number, now = Date.now(), tag = region()): string {
  const seconds = (toDate(value).getTime() - now) / 1000;
  if (Number.isNaN(seconds)) return '';
  const units = [
    ['year', 31_536_000],
    ['month', 2_592_000],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const;
  const format = cached(`r ${tag}`, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
  return format.format(unit === 'second' ? 0 : Math.round(seconds / size), unit);
}

/** `1.234,5`; at most `digits` behind the comma. */
export const formatNumber = (value: number, digits = 2, tag = region()): string =>
  numbers(tag, { maximumFractionDigits: digits }).format(value);

/** `45 %`, of a share between 0 and 1; at most `digits` behind the comma, of which a rate needs some: `8,1 %`. */
export const formatPercent = (share: number, digits = 0, tag = region()): string =>
  numbers(tag, { style: 'percent', maximumFractionDigits: digits }).format(share);

/** Bytes in steps of 1024 with at most two decimals: `1,5 MB`. */
export function formatBytes(bytes: number, tag = region()): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];
  const step = bytes < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${formatNumber(bytes / 1024 ** step, 2, tag)} ${units[step]}`;
}

/** Cents as an amount with its currency: `1.234,50 €`, `CHF 1,234.50`. */
export const formatMoney = (cents: number, currency: Currency, tag = region()): string =>
  numbers(tag, { style: 'currency', currency }).format(cents / 100);

/** Cents as an amount for a field that names the currency beside it: `1.234,50`. */
export const formatAmount = (cents: number, tag = region()): string =>
  numbers(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(cents / 100);

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Whole minutes as hours and minutes, also above a day: `1:30`, `-0:15`, `130:00`. */
export function formatDuration(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : ''}${Math.floor(size / 60)}:${twoDigits(size % 60)}`;
}

/** Minutes as decimal hours, at most two behind the comma, which is enough to read each minute back: `1,5`. */
export const formatHours = (minutes: number, tag = region()): string => formatNumber(minutes / 60, 2, tag);

/** Whole seconds as a running clock shows them: `7:05`, from an hour on `1:07:05`. */
export function formatClock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = twoDigits(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${formatDuration(minutes)}:${rest}`;
}
