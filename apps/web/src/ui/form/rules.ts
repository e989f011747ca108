/** The rules of forms whose values are no record of the contract. Each returns its message, or undefined. */
import { emailPattern } from '@kontor/contract/text/email';
import { parseDay } from '../../platform/text/parseDay.ts';
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

export const email = (value: string): string | undefined =>
  required(value) ?? (emailPattern.test(value.trim()) ? undefined : t('invalidEmail'));

/** Bounds what is stored of a line: the spaces around it do not count. */
export const atMost =
  (n: number) =>
  (value: string): string | undefined =>
    value.trim().length > n ? t('atMost', { n }) : undefined;

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
  if (!from || !to || from <= to || [from, to].some((day) => parseDay(day) !== day)) return {};
  return { [isChanged(start) && !isChanged(end) ? start : end]: message } as Errors<V>;
}
