/** Holds what a person typed against the description of its noun. */
import { emailPattern } from '../text/email.ts';
import { isIban } from '../text/iban.ts';
import { isWebsite } from '../text/website.ts';
import { type Entity, valueFields } from './entity.ts';
import type { Field, TextFormat } from './field.ts';

export type ValidationError = 'required' | 'too-long' | 'invalid';

const formats: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  email: (text) => emailPattern.test(text),
  iban: isIban,
  website: isWebsite,
};

const lengthOf = (value: unknown) =>
  typeof value === 'string' ? value.length : JSON.stringify(value).length;

/** Returns what keeps a value from being written into a field. */
function errorOf(field: Field<unknown>, value: unknown): ValidationError | undefined {
  const { kind, isOptional, maxLength, format } = field;
  const isNeeded = kind === 'text' && !isOptional;
  if (value === undefined) return isNeeded ? 'required' : undefined;
  if (!field.accepts(value)) return 'invalid';
  if (isNeeded && (value as string).trim() === '') return 'required';
  if (maxLength > 0 && lengthOf(value) > maxLength) return 'too-long';
  return format && value !== '' && !formats[format](value as string) ? 'invalid' : undefined;
}

/** Returns what is wrong with a draft, by field; empty when it may be written. */
export function validationErrors(
  entity: Pick<Entity, 'sealed' | 'refs'>,
  draft: Readonly<Record<string, unknown>>,
): Record<string, ValidationError> {
  const errors: Record<string, ValidationError> = {};
  for (const [key, field] of valueFields(entity)) {
    const error = errorOf(field, draft[key]);
    if (error) errors[key] = error;
  }
  return errors;
}
