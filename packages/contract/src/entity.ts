/**
 * `entity()` describes a noun once. From the description derive the open type (`Task`), the sealed row, the wire
 * schema (`wire.ts`), the server's column list, the client's collection and the search fields.
 *
 * `refs` are what the server sees, and no more than it needs for permission, cascade, uniqueness and notification.
 * `sealed` is everything else; it exists on the server only as ciphertext.
 */
import type { ScopeKind } from './scopeKind.ts';

// --- sealed fields ---------------------------------------------------------------------------------------------

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

/** One sealed field: how to recognise a stored value, and what stands in when an older client left it out. */
export interface Field<T> {
  readonly kind: FieldKind;
  readonly fallback: T;
  readonly isOptional: boolean;
  /** Longest text that a form takes, in UTF-16 code units; 0 where it does not apply. */
  readonly maxLength: number;
  /** Values of a `oneOf`. */
  readonly values?: readonly string[];
  accepts(value: unknown): boolean;
  optional(): Field<T | undefined>;
}

function field<T>(
  kind: FieldKind,
  fallback: T,
  accepts: (value: unknown) => boolean,
  more: { maxLength?: number; values?: readonly string[] } = {},
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

/** One line of text; searchable. */
export const text = (maxLength = 500): Field<string> => field('text', '', isString, { maxLength });

/** A node of a rich text document (the ProseMirror JSON form; rendered through a schema, never as HTML). */
export interface RichText {
  type: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  text?: string;
  content?: RichText[];
}

/**
 * Whether a value has the shape of a rich text, of whatever nodes and marks: nothing that walks it meets a surprise.
 * The vault bounds its depth.
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

/** Formatted text; searchable. `maxLength` bounds the length of its JSON. */
export const richText = (maxLength = 100_000): Field<RichText> =>
  field<RichText>('richText', { type: 'doc', content: [] }, isRichText, { maxLength });

/** One of a fixed list; an unknown value (a newer client's) reads as the first. */
export const oneOf = <const V extends readonly [string, ...string[]]>(values: V): Field<V[number]> =>
  field<V[number]>('oneOf', values[0], (value) => isString(value) && values.includes(value as string), {
    values,
  });

/** A calendar day `YYYY-MM-DD`, in no time zone. */
export const day = (): Field<string> => field('day', '', isDay);

/** A day of the calendar, so that every reader can write it as a date. */
function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

/** Whether a value is a moment that a `Date` can hold, in whole milliseconds. */
export const isInstant = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Math.abs(value as number) <= 8.64e15;

/** A moment in milliseconds since 1970-01-01T00:00Z. */
export const instant = (): Field<number> => field('instant', 0, isInstant);

/** A fractional index: compares as a plain string, always room between two. */
export const rank = (): Field<string> => field('rank', '', isString);

export const number = (): Field<number> => field('number', 0, Number.isFinite);

export const flag = (): Field<boolean> => field('flag', false, (value) => typeof value === 'boolean');

/** The id of a person or record, kept from the server. */
export const id = (): Field<string> => field('id', '', isString);

/** Structured data with a guard of its own. */
export const data = <T>(fallback: T, accepts: (value: unknown) => boolean): Field<T> =>
  field('data', fallback, accepts);

// --- structural fields -----------------------------------------------------------------------------------------

export type RefKind = 'ref' | 'refs' | 'nameTag' | 'blobs';

/** One structural field. `ref`: an id; `refs`: ids; `nameTag`: base64url of 32 bytes; `blobs`: storage keys. */
export interface RefField<T> {
  readonly kind: RefKind;
  /** The noun that an id names; empty for tags and blobs. */
  readonly target: string;
  readonly isOptional: boolean;
  optional(): RefField<T | undefined>;
}

function refField<T>(kind: RefKind, target: string): RefField<T> {
  const optional = (): RefField<T | undefined> => ({ kind, target, isOptional: true, optional });
  return { kind, target, isOptional: false, optional };
}

export const ref = (target: string): RefField<string> => refField('ref', target);
export const refs = (target: string): RefField<string[]> => refField('refs', target);
/** Keeps names unique within a folder without telling them: the database holds one row per scope, folder and tag. */
export const nameTag = (): RefField<string> => refField('nameTag', '');
/** The storage keys of a file's parts, so that the server counts and sweeps them. */
export const blobs = (): RefField<string[]> => refField('blobs', '');

// --- the entity ------------------------------------------------------------------------------------------------

export type RefShape = Record<string, RefField<unknown>>;
export type SealedShape = Record<string, Field<unknown>>;

type Simplify<T> = { [K in keyof T]: T[K] };
type OptionalKeys<S> = {
  [K in keyof S]: S[K] extends { fallback: infer T } ? (undefined extends T ? K : never) : never;
}[keyof S];
type OptionalRefKeys<R> = {
  [K in keyof R]: R[K] extends RefField<infer T> ? (undefined extends T ? K : never) : never;
}[keyof R];

export type SealedOf<S extends SealedShape> = Simplify<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: S[K] extends Field<infer T> ? T : never } & {
    [K in OptionalKeys<S>]?: S[K] extends Field<infer T> ? T : never;
  }
>;
export type RefsOf<R extends RefShape> = Simplify<
  { [K in Exclude<keyof R, OptionalRefKeys<R>>]: R[K] extends RefField<infer T> ? T : never } & {
    [K in OptionalRefKeys<R>]?: R[K] extends RefField<infer T> ? T : never;
  }
>;

export interface Entity<
  Name extends string = string,
  R extends RefShape = RefShape,
  S extends SealedShape = SealedShape,
> {
  readonly name: Name;
  /** The kind of scope that its records live in. */
  readonly scope: ScopeKind;
  /** A second kind that they may live in. */
  readonly alsoIn?: ScopeKind;
  readonly refs: R;
  readonly sealed: S;
  /** The ref that names the record this one lies in; its tombstone covers this one. */
  readonly parent?: string;
  /** The plaintext carries its writer's signature, so that nobody who can read the scope can write in another's name. */
  readonly signed: boolean;
  /** In a customer's scope: the ref that names the person whose own record it is, who may sign it besides the staff. */
  readonly owner?: string;
}

export function entity<const Name extends string, const R extends RefShape, const S extends SealedShape>(
  name: Name,
  description: {
    scope: ScopeKind;
    alsoIn?: ScopeKind;
    refs: R;
    sealed: S;
    parent?: keyof R & string;
    signed?: boolean;
    owner?: keyof R & string;
  },
): Entity<Name, R, S> {
  return { name, signed: false, ...description };
}

/**
 * Whether deleting is signed, too: where people hold the key who may not delete. Tombstones from before they were signed
 * are not.
 */
export const signsTombstones = ({ scope, signed }: Pick<Entity, 'scope' | 'signed'>): boolean =>
  signed && scope === 'customer';

/** Whether records of an entity belong into scopes of a kind. */
export const livesIn = ({ scope, alsoIn }: Pick<Entity, 'scope' | 'alsoIn'>, kind: ScopeKind): boolean =>
  kind === scope || kind === alsoIn;

/** What every opened record has besides its own fields. */
export interface RecordBase {
  id: string;
  /** The stream it lives in; for what lies in a project, the project's id. */
  scopeId: string;
  version: number;
  /** Server's time of the last write in ms: a hint for ordering only. */
  updatedAt: number;
  /** Who wrote this version, proven by their signature; only of `signed` entities, and not of what is not sent yet. */
  authorId?: string;
}

/** The open object of an entity, e.g. `type Task = Open<typeof task>`. */
export type Open<E> =
  E extends Entity<string, infer R, infer S> ? Simplify<RecordBase & RefsOf<R> & SealedOf<S>> : never;

/** What a person edits: the open object without what the system sets. */
export type Draft<E> = E extends Entity<string, infer R, infer S> ? Simplify<RefsOf<R> & SealedOf<S>> : never;

/** A record as the server stores and sends it. */
export interface SealedRecord {
  entity: string;
  id: string;
  scopeId: string;
  version: number;
  revision: number;
  refs: Record<string, string | string[]>;
  sealed: Uint8Array;
  /** A hint; whether a record is gone is sealed in its envelope. */
  deleted: boolean;
  updatedAt: number;
}

/**
 * The refs as they enter a record's associated data: absent and empty ones left out, so that a structural field
 * added later does not void the records that were sealed before it.
 */
export function presentRefs(
  entity: Entity,
  values: Record<string, unknown>,
): Record<string, string | string[]> {
  const out: Record<string, string | string[]> = {};
  for (const key of Object.keys(entity.refs)) {
    const value = values[key];
    if (typeof value === 'string' && value !== '') out[key] = value;
    else if (Array.isArray(value) && value.length > 0) out[key] = value as string[];
  }
  return out;
}

/**
 * The sealed fields of an opened plaintext. Unknown fields (a newer client's) are kept, missing or misshapen ones
 * read as their fallback.
 */
export function readSealed(entity: Entity, plain: Record<string, unknown>): Record<string, unknown> {
  const out = { ...plain };
  for (const key of Object.keys(entity.sealed)) {
    const shape = entity.sealed[key]!;
    if (!(key in plain) || !shape.accepts(plain[key])) {
      if (shape.fallback === undefined) delete out[key];
      else out[key] = shape.fallback;
    }
  }
  return out;
}

export type Problem = 'required' | 'too-long' | 'invalid';

/** What is wrong with a draft, by field; empty when it may be written. */
export function problemsOf(entity: Entity, draft: Record<string, unknown>): Record<string, Problem> {
  const out: Record<string, Problem> = {};
  for (const [key, shape] of Object.entries(entity.sealed)) {
    const value = draft[key];
    if (value === undefined) {
      if (!shape.isOptional && shape.kind === 'text') out[key] = 'required';
    } else if (!shape.accepts(value)) out[key] = 'invalid';
    else if (shape.kind === 'text' && !shape.isOptional && (value as string).trim() === '')
      out[key] = 'required';
    else if (shape.maxLength > 0 && lengthOf(value) > shape.maxLength) out[key] = 'too-long';
  }
  return out;
}

const lengthOf = (value: unknown) =>
  typeof value === 'string' ? value.length : JSON.stringify(value).length;
