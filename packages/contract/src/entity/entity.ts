/**
 * `entity()` describes a noun once. From the description derive the open type (`Task`), the sealed row, the wire
 * schema (`record.ts`), the server's column list, the client's collection and the search fields.
 *
 * `refs` are what the server sees, and no more than it needs for permission, cascade, uniqueness, order and
 * notification: ids, mostly, and what is marked as `structural`. Each is a column, and the record's seal is bound to it.
 * `sealed` is everything else; it exists on the server only as ciphertext.
 */
import type { Field } from './field.ts';
import type { RefField, RefValue } from './ref.ts';
import type { ScopeKind } from './scopeKind.ts';

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
  refs: Record<string, RefValue>;
  sealed: Uint8Array;
  /** A hint; whether a record is gone is sealed in its envelope. */
  deleted: boolean;
  updatedAt: number;
}

/**
 * The refs as they enter a record's associated data: absent and empty ones left out, so that a structural field
 * added later does not void the records that were sealed before it.
 */
export function presentRefs(entity: Entity, values: Record<string, unknown>): Record<string, RefValue> {
  const out: Record<string, RefValue> = {};
  for (const key of Object.keys(entity.refs)) {
    const value = values[key];
    if (typeof value === 'string' ? value !== '' : typeof value === 'boolean' || Number.isFinite(value))
      out[key] = value as RefValue;
    else if (Array.isArray(value) && value.length > 0) out[key] = value as string[];
  }
  return out;
}

/** All fields of an entity that hold a value: the sealed ones, and those of its refs that name nothing. */
export function valueFields({ sealed, refs }: Pick<Entity, 'sealed' | 'refs'>): [string, Field<unknown>][] {
  const inRefs = Object.entries(refs).flatMap(([key, { field }]): [string, Field<unknown>][] =>
    field ? [[key, field]] : [],
  );
  return [...Object.entries(sealed), ...inRefs];
}

/**
 * The values of an opened record. Unknown fields (a newer client's) are kept, missing or misshapen ones read as their
 * fallback.
 */
export function readValues(entity: Entity, plain: Record<string, unknown>): Record<string, unknown> {
  const out = { ...plain };
  for (const [key, shape] of valueFields(entity)) {
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
  for (const [key, shape] of valueFields(entity)) {
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
