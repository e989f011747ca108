/**
 * Reads numbers, money and durations as people type them. All three return null where nothing was typed and undefined
 * where it was not understood, and read back whatever `format.ts` writes.
 */
import type { Currency } from '@kontor/contract/text/currency';
import { region } from './locale.ts';

const decimalMarks = new Map<string, ',' | '.'>();

/** Returns the decimal mark of a region: the comma in Germany and Austria, the point in Switzerland and Britain. */
function decimalMark(tag: string): ',' | '.' {
  let mark = decimalMarks.get(tag);
  if (!mark) {
    mark = new Intl.NumberFormat(tag).format(0.5).includes(',') ? ',' : '.';
    decimalMarks.set(tag, mark);
  }
  return mark;
}

// A zero groups nothing: `0.125` is an eighth everywhere. India groups by two before the last three: `1,50,000`.
const grouped = (mark: string) => new RegExp(`^[1-9]\\d{0,2}(?:\\${mark}\\d{2,3})*\\${mark}\\d{3}$`);

/** Returns plain digits with a point for a number without its sign; undefined when it is none. */
function plainDigits(text: string, mark: ',' | '.'): string | undefined {
  // Apostrophes and spaces only ever group.
  const digits = text.replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const other = mark === ',' ? '.' : ',';
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  // One mark alone is the decimal one, whichever it is, unless the region groups with it and three digits follow.
  if (grouped(other).test(digits) || (grouped(mark).test(digits) && digits.split(mark).length > 2))
    return digits.replaceAll(/[.,]/g, '');
  const whole = digits.slice(0, last < 0 ? undefined : last);
  const fraction = last < 0 ? '' : digits.slice(last + 1);
  const group = digits[last] === ',' ? '.' : ',';
  const isWhole = /^\d*$/.test(whole) || grouped(group).test(whole);
  if (!isWhole || !/^\d*$/.test(fraction) || (last >= 0 ? fraction === '' : whole === '')) return undefined;
  return `${whole.replaceAll(group, '') || '0'}.${fraction}`;
}

/** Returns, of `-12` or `−12`, the sign and what follows it. */
function signOf(text: string): [sign: 1 | -1, rest: string] {
  const isNegative = /^[-−]/.test(text);
  return [isNegative ? -1 : 1, isNegative ? text.slice(1).trim() : text];
}

/**
 * Reads a number: `1,5`, `1.5`, `1.234,5`, `1’234.5`, `-2`. One mark alone is the decimal one, save that `1.234` is as
 * many as the region of `tag` reads in it.
 */
export function parseNumber(typed: string, tag = region()): number | null | undefined {
  const text = typed.trim();
  if (!text) return null;
  const [sign, rest] = signOf(text);
  const digits = plainDigits(rest, decimalMark(tag));
  return digits === undefined ? undefined : safe(sign * Number(digits));
}

/** Returns a number that is exact enough to calculate with, and no negative zero. */
const safe = (value: number): number | undefined =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value + 0 || 0 : undefined;

const currencySigns: Readonly<Record<Currency, RegExp>> = {
  EUR: /€|(?<![a-z])euro?(?![a-z])/i,
  CHF: /(?<![a-z])(?:chf|s?fr\.?)(?![a-z])/i,
};

/**
 * Reads an amount of money in cents: `95`, `1.234,50 €`, `CHF 12.-`. Undefined also for parts of a cent and for the sign
 * of another currency.
 */
export function parseMoney(typed: string, currency: Currency, tag = region()): number | null | undefined {
  if (!typed.trim()) return null;
  const bare = typed.replace(currencySigns[currency], '').trim();
  const [sign, rest] = signOf(bare.replace(/[.,][-–—]{1,2}$/, ''));
  const digits = plainDigits(rest, decimalMark(tag));
  const isWholeCents = digits !== undefined && /^\d+(?:\.\d{0,2}0*)?$/.test(digits);
  return isWholeCents ? safe(sign * Math.round(Number(digits) * 100)) : undefined;
}

/** Characters; what is longer is no duration. */
const maxTyped = 60;

const hourWords = 'h|hr|hrs|hours?|std|stunden?';
const minuteWords = 'm|min|mins|minutes?|minuten?';
const inUnits = new RegExp(
  `^(?:(.+?)\\s*(?:${hourWords})(?![a-z])\\.?)?\\s*(?:(\\d.*?)\\s*(${minuteWords})?\\.?)?$`,
);

/**
 * Reads a duration in whole minutes: hours where no unit is named (`1,5`, `1.5 h`, `2 Std.`), `1:30`, `90m`, `1h 30m`,
 * `1 Std. 30`. Fractions of a minute are rounded.
 */
export function parseDuration(typed: string, tag = region()): number | null | undefined {
  const text = typed.trim().toLowerCase();
  if (!text) return null;
  const [sign, rest] = signOf(text);
  const size = clockMinutes(rest) ?? unitMinutes(rest, tag);
  return size === undefined ? undefined : safe(sign * Math.round(size));
}

/** Reads `1:30`, `:30`, `130:00`. */
function clockMinutes(text: string): number | undefined {
  const [, hours, minutes] = /^(\d{0,9}):([0-5]\d)(?:\s*(?:h|std\.?))?$/.exec(text) ?? [];
  return minutes === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Reads `1h 30m` and either half of it; a number without a unit is minutes behind hours, else hours. */
function unitMinutes(text: string, tag: string): number | undefined {
  const [, long, short, unit] = (text.length <= maxTyped && inUnits.exec(text)) || [];
  const hours = unsigned(long, tag);
  const rest = unsigned(short, tag);
  if (hours === undefined || rest === undefined || (long === undefined && short === undefined))
    return undefined;
  if (long === undefined) return unit === undefined ? rest * 60 : rest;
  // `1,5h 30` and `1h 90` are slips rather than sums.
  const isSlip = short !== undefined && (!Number.isInteger(hours) || rest >= 60);
  return isSlip ? undefined : hours * 60 + rest;
}

/** Reads a number that has no sign: 0 where there is none, undefined for anything else. */
function unsigned(typed: string | undefined, tag: string): number | undefined {
  if (typed === undefined) return 0;
  return /^[-−]/.test(typed) ? undefined : (parseNumber(typed, tag) ?? undefined);
}
