/**
 * The fields of a noun as a form shows them, derived from its description: how each is read from a record and written
 * back, and what is wrong with it, in words.
 */
import { type Draft, type Entity, valueFields } from '@kontor/contract/entity/entity';
import type { Field, TextFormat } from '@kontor/contract/entity/field';
import { isList } from '@kontor/contract/entity/ref';
import { type ValidationError, validationErrors } from '@kontor/contract/entity/validation';
import { compactIban, printedIban } from '@kontor/contract/text/iban';
import { completeWebsite } from '@kontor/contract/text/website';
import { formMessages } from './messages.ts';
import type { Errors } from './rules.ts';

/** A field's value in a form. Lines, choices and days that are absent are empty, so that every input stays controlled. */
export type FormValue<T> = undefined extends T
  ? Exclude<T, undefined> extends string
    ? Exclude<T, undefined> | ''
    : T
  : T;
export type FieldName<E extends Entity> = keyof Draft<E> & string;
export type FormValues<E extends Entity, N extends FieldName<E>> = { [K in N]: FormValue<Draft<E>[K]> };
/** Fields as a record takes them; undefined empties an optional one. */
type Written<E extends Entity, N extends FieldName<E>> = {
  [K in N]?: Draft<E>[K] | (undefined extends Draft<E>[K] ? undefined : never);
};

export interface EntityFields<E extends Entity, N extends FieldName<E>> {
  readonly names: readonly N[];
  /** Returns the values of a record, or of a new one. */
  read: (record?: { readonly [K in N]?: Draft<E>[K] | undefined }) => FormValues<E, N>;
  /**
   * Returns the given fields as a record takes them, without the spaces around what was typed. Takes a form's changes
   * as well.
   */
  write: (values: object) => Written<E, N>;
  errors: (values: FormValues<E, N>) => Errors<FormValues<E, N>>;
}

const { t } = formMessages;

const formatErrors = {
  email: 'invalidEmail',
  iban: 'invalidIban',
  website: 'invalidUrl',
} as const satisfies Record<TextFormat, string>;

function textOf(error: ValidationError, { kind, format, maxLength }: Field<unknown>): string {
  if (error === 'required') return t('required');
  if (error === 'too-long') return t('atMost', { n: maxLength });
  if (format) return t(formatErrors[format]);
  return t(kind === 'day' ? 'invalidDay' : 'invalid');
}

const isEmptyText = (kind: string) => kind !== 'richText' && kind !== 'number' && kind !== 'instant';

/** Converts a stored value to the one that a form shows. */
function shown(field: Field<unknown> | undefined, stored: unknown, isIds: boolean): unknown {
  if (!field) return stored ?? (isIds ? [] : '');
  if (field.format === 'iban') return printedIban((stored as string | undefined) ?? '');
  if (stored !== undefined) return stored;
  return field.isOptional && isEmptyText(field.kind) ? '' : field.fallback;
}

/** Converts a form's value to the one that a record stores. */
function kept(field: Field<unknown> | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (text === '' && (!field || field.isOptional)) return undefined;
  if (field?.format === 'iban') return compactIban(text);
  return field?.format === 'website' ? completeWebsite(text) : text;
}

/** Returns the fields that hold something: a new record leaves out the others. */
export const present = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Derives the fields of a form from a noun. */
export function entityFields<E extends Entity, const N extends FieldName<E>>(
  entity: E,
  names: readonly N[],
): EntityFields<E, N> {
  const fields = new Map(valueFields(entity).filter(([name]) => names.includes(name as N)));
  const described = { sealed: Object.fromEntries(fields), refs: {} };
  const write = (values: object) =>
    Object.fromEntries(
      names
        .filter((name) => name in values)
        .map((name) => [name, kept(fields.get(name), (values as Record<string, unknown>)[name])]),
    ) as Written<E, N>;
  return {
    names,
    read: (record) =>
      Object.fromEntries(
        names.map((name) => {
          const ref = entity.refs[name];
          return [name, shown(fields.get(name), record?.[name], ref !== undefined && isList(ref))];
        }),
      ) as FormValues<E, N>,
    write,
    errors: (values) =>
      Object.fromEntries(
        Object.entries(validationErrors(described, write(values))).map(([name, error]) => [
          name,
          textOf(error, fields.get(name)!),
        ]),
      ) as Errors<FormValues<E, N>>,
  };
}
