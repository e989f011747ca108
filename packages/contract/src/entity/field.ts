/** The kinds of values that a record's fields hold, whether they are sealed (most are) or structural (`ref.ts`). */
import { maxEmail } from '../text/lengths.ts';

export type FieldKind =
  | 'text'
  | 'richText'
  | 'oneOf'
  | 'day'
  | 'instant'
  | 'rank'
  | 'number'
  | 'flag'
  | 'id'
  | 'data';

/** The format that a line of text must have where it is not empty. */
export type TextFormat = 'email' | 'iban' | 'website';

/** One sealed field: how to recognise a stored value, and what stands in when an older client left it out. */
export interface Field<T> {
  readonly kind: FieldKind;
  readonly fallback: T;
  readonly isOptional: boolean;
  /** Longest text that a form takes, in UTF-16 code units; 0 where it does not apply. */
  readonly maxLength: number;
  readonly format?: TextFormat;
  /** Values of a `oneOf`. */
  readonly values?: readonly string[];
  accepts(value: unknown): boolean;
  optional(): Field<T | undefined>;
}

/** A field whose value is no word, but by which records can be found all the same. */
export interface KeyedField<T> extends Field<T> {
  /** Returns the keys under which a value is found. */
  keysOf(value: T): readonly string[];
}

function field<T>(
  kind: FieldKind,
  fallback: T,
  accepts: (value: unknown) => boolean,
  more: { maxLength?: number; format?: TextFormat; values?: readonly string[] } = {},
): Field<T> {
  const base = { kind, maxLength: 0, ...more, accepts };
  return {
    ...base,
    fallback,
    isOptional: false,
    optional: () => {
      const self: Field<T | undefined> = {
        ...base,
        fallback: undefined,
        isOptional: true,
        optional: () => self,
      };
      return self;
    },
  };
}

const isString = (value: unknown) => typeof value === 'string';

/** Returns one line of text; searchable. */
export const text = (maxLength = 500): Field<string> => field('text', '', isString, { maxLength });

const formatted = (format: TextFormat, maxLength: number): Field<string> =>
  field('text', '', isString, { maxLength, format });

/** Returns an address of mail. */
export const email = (): Field<string> => formatted('email', maxEmail);

/** Returns a bank account, without spaces and in capitals; see `iban.ts`. */
export const iban = (): Field<string> => formatted('iban', 34);

/** Returns an address on the web. */
export const website = (): Field<string> => formatted('website', 500);

/** A node of a rich text document (the ProseMirror JSON form; rendered through a schema, never as HTML). */
export interface RichText {
  type: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
  content?: RichText[];
}

/**
 * Returns true if a value has the shape of a rich text, whatever its nodes and marks: nothing that walks it meets a
 * surprise. The vault limits its depth.
 */
export const isRichText = (value: unknown): value is RichText => isNode(value) && value.type === 'doc';

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isNode(value: unknown): value is RichText {
  if (!isObject(value)) return false;
  const { type, attrs, marks, text, content } = value as { [K in keyof RichText]?: unknown };
  return (
    typeof type === 'string' &&
    (attrs === undefined || isObject(attrs)) &&
    (marks === undefined || (Array.isArray(marks) && marks.every(isMark))) &&
    (text === undefined ? type !== 'text' : isString(text)) &&
    (content === undefined || (Array.isArray(content) && content.every(isNode)))
  );
}

const isMark = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  const { type, attrs } = value as { type?: unknown; attrs?: unknown };
  return isString(type) && (attrs === undefined || isObject(attrs));
};

/** Describes formatted text; searchable. `maxLength` bounds the length of its JSON. */
export const richText = (maxLength = 100_000): Field<RichText> =>
  field<RichText>('richText', { type: 'doc', content: [] }, isRichText, { maxLength });

/** Returns one of a fixed list; an unknown value (a newer client's) reads as the first. */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V): Field<V[number]> =>
  field<V[number]>('oneOf', values[0], (value) => isString(value) && values.includes(value as string), {
    values,
  });

/** Returns a calendar day `YYYY-MM-DD`, in no time zone. */
export const day = (): Field<string> => field('day', '', isDay);

/**
 * Returns true for a day of the calendar, which every reader can write as a date and a database accepts: there is no
 * year 0.
 */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Returns true if a value is a moment that a `Date` can hold, in whole milliseconds. */
export const isInstant = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= 8.64e15;

/** Returns a moment in milliseconds since 1970-01-01T00:00Z. */
export const instant = (): Field<number> => field('instant', 0, isInstant);

/** Returns a fractional index: compares as a plain string, always room between two. */
export const rank = (): Field<string> => field('rank', '', isString);

export const number = (): Field<number> => field('number', 0, Number.isFinite);

export const flag = (): Field<boolean> => field('flag', false, (value) => typeof value === 'boolean');

/** Returns the id of a person or record, kept from the server. */
export const id = (): Field<string> => field('id', '', isString);

/** Describes structured data with a guard of its own. */
export const data = <T>(fallback: T, accepts: (value: unknown) => boolean): Field<T> =>
  field('data', fallback, accepts);

/** Gives a field keys by which an index finds its records. */
export const keyed = <T>(plain: Field<T>, keysOf: (value: T) => readonly string[]): KeyedField<T> => ({
  ...plain,
  keysOf,
});
