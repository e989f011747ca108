/** The rules of forms whose values are no record of the contract. Each returns its message, or undefined. */
import type { Currency } from '@kontor/contract/text/currency';
import { emailPattern } from '@kontor/contract/text/email';
import { maxEmail, maxPassword, minPassword } from '@kontor/contract/text/lengths';
import { formatAmount, formatHours, formatNumber } from '../../platform/text/format.ts';
import { parseDay } from '../../platform/text/parseDay.ts';
import { parseDuration, parseMoney, parseNumber } from '../../platform/text/parseNumber.ts';
import { formMessages } from './messages.ts';
import type { Name } from './versions.ts';

const { t } = formMessages;

/** Validation errors in words, by field. */
export type Errors<V> = { [K in keyof V]?: string | undefined };

/** Judges one value; `values` are those of the whole form. */
export type Rule<T, V> = (value: T, values: V) => string | undefined;

/** Puts the rules of single fields together. */
export const rules =
  <V extends object>(byField: { [K in keyof V]?: Rule<V[K], V> }) =>
  (values: V): Errors<V> =>
    Object.fromEntries(
      (Object.keys(byField) as (keyof V & string)[]).map((name) => [
        name,
        byField[name]?.(values[name], values),
      ]),
    ) as Errors<V>;

export const required = (value: string): string | undefined => (value.trim() ? undefined : t('required'));

/** Asks for what may consist of spaces, too: a password. */
export const given = (value: string): string | undefined => (value ? undefined : t('required'));

/**
 * Validates a new password: length is counted in characters as people see them, in the form that the key is
 * derived from (NFKC).
 */
export function newPassword(value: string): string | undefined {
  if (!value) return t('required');
  const { length } = [...value.normalize('NFKC')];
  if (length < minPassword) return t('atLeast', { n: minPassword });
  return length > maxPassword ? t('atMost', { n: maxPassword }) : undefined;
}

export const email = (value: string): string | undefined =>
  required(value) ??
  (emailPattern.test(value.trim()) ? undefined : t('invalidEmail')) ??
  atMost(maxEmail)(value);

/** Bounds what is stored of a line: the spaces around it do not count. */
export const atMost =
  (n: number) =>
  (value: string): string | undefined =>
    value.trim().length > n ? t('atMost', { n }) : undefined;

/** The least and the most that a number may be, both included; nothing typed is within any. */
interface Range {
  /** In the place of `min`, and not included itself. */
  above?: number;
  min?: number;
  max?: number;
}

function rangeError(
  read: number | null | undefined,
  { above, min = above ?? 0, max = Number.MAX_SAFE_INTEGER }: Range,
  write: (n: number) => string,
): string | undefined {
  if (read === undefined) return t('mustBeNumber');
  if (read !== null && above !== undefined && read <= above) return t('moreThan', { length: write(above) });
  if (read !== null && read < min) return t('atLeastNumber', { n: write(min) });
  return read !== null && read > max ? t('atMostNumber', { n: write(max) }) : undefined;
}

/** Holds a number that was typed against a range; from 0 unless said otherwise. */
export const numberWithin =
  (range: Range = {}) =>
  (typed: string): string | undefined =>
    rangeError(parseNumber(typed), range, (n) => formatNumber(n));

/** Holds a duration that was typed against a range in minutes; from 0 unless said otherwise. */
export const durationWithin =
  (range: Range = {}) =>
  (typed: string): string | undefined =>
    rangeError(parseDuration(typed), range, (minutes) => formatHours(minutes));

/** Holds an amount that was typed against a range in cents; from 0 unless said otherwise. */
export const moneyWithin =
  (currency: Currency, range: Range = {}) =>
  (typed: string): string | undefined =>
    rangeError(parseMoney(typed, currency), range, (cents) => formatAmount(cents));

/** Tells whether a span of days ends before it starts; one that is not whole does not. */
export const isBackwards = (start: string | undefined, end: string | undefined): boolean =>
  Boolean(start && end && start > end);

/**
 * Holds the end of a span of days against its start. The message stands at the day that was changed, so that no other
 * is saved in place; at the end when both were.
 */
export function inOrder<V extends object, S extends Name<V>, E extends Name<V>>(
  [start, end]: [S, E],
  values: V & { [K in S | E]: string },
  isChanged: (name: Name<V>) => boolean,
  message: string,
): Errors<V> {
  const [from, to]: string[] = [values[start], values[end]];
  // What is no day yet is said at its own field.
  if (!isBackwards(from, to) || [from, to].some((day) => parseDay(day!) !== day)) return {};
  return { [isChanged(start) && !isChanged(end) ? start : end]: message } as Errors<V>;
}
