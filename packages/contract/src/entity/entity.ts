/**
 * `entity()` describes a noun once. From the description derive the open type (`Task`), the sealed row, the wire schema
 * (`record.ts`), the server's columns and rules, the rights (`capability.ts`), the client's collection, what is deleted
 * and moved with what, and how two people's changes merge.
 *
 * `refs` are what the server sees, and no more than it needs for permission, cascade, uniqueness, order and
 * notification: ids, mostly, and what is marked as `structural`. Each is a column, and the record's seal is bound to it.
 * A single ref to a record of the same scope that is not among `within` is optional: a record that moves with what it lies in
 * names what stays behind no more.
 * `sealed` is everything else; it exists on the server only as ciphertext.
 */
import type { ErrorCode, ErrorData } from '../wire/errors.ts';
import type { Field } from './field.ts';
import type { IdMark } from './markedId.ts';
import type { RefField, RefValue } from './ref.ts';
import type { Role } from './role.ts';
import { isWindowed, type ScopeKind } from './scopeKind.ts';

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

/** Fields whose values are words or ids, so that records can be found by them. */
type WordKeys<Shape, F> = {
  [K in keyof Shape & string]: Shape[K] extends F
    ? Shape[K] extends { fallback: infer T } | RefField<infer T>
      ? Exclude<T, undefined> extends string | readonly string[]
        ? K
        : never
      : never
    : never;
}[keyof Shape & string];
type RefWords<R> = {
  [K in keyof R & string]: R[K] extends RefField<infer T>
    ? Exclude<T, undefined> extends string | readonly string[]
      ? K
      : never
    : never;
}[keyof R & string];
type KeyedKeys<S> = {
  [K in keyof S & string]: S[K] extends { keysOf(value: never): readonly string[] } ? K : never;
}[keyof S & string];
export type IndexableKeys<R, S> = RefWords<R> | WordKeys<S, Field<unknown>> | KeyedKeys<S>;

/** Errors that name the record whose values another one has. */
export type TakenError = {
  [C in ErrorCode]: ErrorData<C> extends { scopeId: string; id: string } ? C : never;
}[ErrorCode];

/**
 * Refs that no two live records of a scope have alike, and what a second one is refused with. `among`: a flag, without
 * which a record does not count.
 */
export interface Uniqueness {
  readonly fields: readonly string[];
  readonly among?: string;
  readonly error: TakenError;
}

/**
 * The least role that may, wherever it reads; `own`: everybody with what is theirs, admins with everybody's; `self`: everybody
 * with what is theirs, and nobody else. Whoever deletes or moves what a record lies in does so with the record, whosever it is.
 */
export type Right = Role | 'own' | 'self';

export interface Rights {
  readonly create: Right;
  readonly update: Right;
  readonly delete: Right;
}

/**
 * The origin of a record's id. `free`: its writer makes one up; `scope`: it is its scope's, so that there is one in
 * each; `workspace`: one in each workspace; `person`: it is derived from its owner's id (and its scope's); marked: it is derived from what the record
 * names, by `refs`, or by sealed fields, which the server does not see.
 */
export type IdRule =
  | 'free'
  | 'scope'
  | 'workspace'
  | { readonly person: (userId: string, scopeId: string) => string }
  | MarkedIdRule;

export interface MarkedIdRule {
  readonly mark: IdMark;
  readonly refs?: (refs: Readonly<Record<string, unknown>>) => string;
}

/**
 * The outcome for a field that two people changed: both texts are kept, the later value stands and the other one is kept,
 * both changes to a set count, each of some items (told by their ids) is as whoever changed it left it, what either set from a
 * day on (`from`) holds, what either says of a `field` is told as one change, the last one or the first one wins and nobody is
 * asked, or the greater figure.
 */
export type MergeStrategy =
  | 'text'
  | 'value'
  | 'set'
  | 'items'
  | 'dated'
  | 'changes'
  | 'last'
  | 'first'
  | 'max';

export type Written = 'people' | 'once' | 'clients';

/** The properties of a noun besides its fields. Names of fields are those of `refs` and `sealed`. */
interface Facts<RefKey extends string, SealedKey extends string, Index extends string> {
  /** The kinds of scope that its records live in. `personal` stands alone. */
  readonly scopes: readonly [ScopeKind, ...ScopeKind[]];
  readonly rights: Rights;
  /**
   * Refs to what a record lies in, the first one that is there: deleted, hidden and moved with that. A record without
   * any is at the top of its scope.
   */
  readonly within?: readonly RefKey[];
  /** True if everything in such a record shows nowhere until it is taken out again: the trash. */
  readonly hides?: boolean;
  /**
   * True if nothing is lost with a new or changed record where what it lies in was deleted: it is left out without a word. What has no
   * title and no searched texts says so or denies it.
   */
  readonly isMoot?: boolean;
  /** True if the archive that an admin takes along has a list of its records. What people write for others says so or denies it. */
  readonly isInArchive?: boolean;
  /** Its changes that are taken from whoever has not paid: nobody is kept from taking back what they gave away. */
  readonly takenUnpaid?: readonly (keyof Rights)[];
  /** Ref to the head of another scope that it is about: at the top of its own it is listed under that. */
  readonly about?: RefKey;
  /** Ref to the person whose record it is, for good: nobody hands one to somebody else. */
  readonly owner?: RefKey;
  /**
   * Its words are its owner's: nobody believes what somebody else signed there, an admin's neither. Who moves it or brings it
   * back seals what the owner signed.
   */
  readonly isSaid?: boolean;
  /**
   * It is the head of its scope: shares its id, contains everything in it. `readers`: the ref to those who read the scope
   * where it is private.
   */
  readonly head?: { readonly readers?: RefKey };
  /** `free` unless said otherwise; a head's is its scope's. */
  readonly id?: IdRule;
  readonly unique?: readonly {
    readonly fields: readonly RefKey[];
    readonly among?: RefKey;
    readonly error: TakenError;
  }[];
  /** Sealed fields that make up what people call a record; without, it goes by the name of whom it is about. */
  readonly title?: readonly SealedKey[];
  /** Sealed texts, and items by their names, that a search looks through, besides the title. */
  readonly searched?: readonly SealedKey[];
  /** Fields by which collections find records, besides `scopeId` and `container`. */
  readonly indexes?: readonly Index[];
  /** Fields that only make sense together, by a name for the group. */
  readonly groups?: Readonly<Record<string, readonly (RefKey | SealedKey)[]>>;
  /** Tells of a group's values whether they make sense together; those that do not are misshapen, all of them. */
  readonly accepts?: Readonly<Record<string, (values: Record<string, unknown>) => boolean>>;
  /** Of fields and groups that merge in another way than others of their kind. */
  readonly merge?: Readonly<Record<string, MergeStrategy>>;
  /**
   * `people`: typed into, so that what two wrote over each other is kept for one to choose. `once`: said as a whole, be it anew, and typed
   * over by nobody; `clients`: derived from other records. Of these the newest says what is so, unless `merge` says otherwise.
   * `people` unless said otherwise.
   */
  readonly written?: Written;
  /**
   * When a device verifies who wrote its records: before it takes them over, or (of nouns with many records, of which a
   * lie costs least) behind that, once; until then they show and feed nothing. `at-once` unless said otherwise.
   */
  readonly verified?: 'at-once' | 'in-background';
  /**
   * The rows of an owner in a windowed scope are a chain: each one's signature covers how many came before it and the hash
   * of the last, so that a server can neither keep one back nor change their order unnoticed.
   */
  readonly chained?: boolean;
}

export interface Entity<
  Name extends string = string,
  R extends RefShape = RefShape,
  S extends SealedShape = SealedShape,
  Index extends string = string,
> extends Facts<string, string, Index> {
  readonly name: Name;
  readonly refs: R;
  readonly sealed: S;
  readonly within: readonly string[];
  readonly id: IdRule;
  readonly unique: readonly Uniqueness[];
  readonly title: readonly string[];
  readonly searched: readonly string[];
  readonly indexes: readonly Index[];
  readonly written: Written;
  readonly verified: 'at-once' | 'in-background';
  readonly chained: boolean;
  readonly hides: boolean;
}

/** Describes a noun. @throws RangeError for facts that contradict each other */
export function entity<
  const Name extends string,
  const R extends RefShape,
  const S extends SealedShape,
  const Index extends IndexableKeys<R, S> = never,
>(
  name: Name,
  description: { refs: R; sealed: S } & Facts<keyof R & string, keyof S & string, Index>,
): Entity<Name, R, S, Index> {
  const { scopes, head, owner, rights, chained, isSaid, id = head ? 'scope' : 'free' } = description;
  const fail = (why: string): never => {
    throw new RangeError(`${name}: ${why}`);
  };
  if (scopes.length > 1 && scopes.includes('personal')) fail('what is personal lives nowhere else');
  if (head && scopes.length > 1) fail('a head has one kind of scope');
  if (head && id !== 'scope') fail("a head's id is its scope's");
  if (typeof id === 'object' && 'person' in id && !owner)
    fail('an id that follows from a person needs an owner');
  const isPersons = (right: Right) => right === 'own' || right === 'self';
  if (Object.values(rights).some(isPersons) && !owner) fail("rights to what is one's own need an owner");
  if (chained && !(owner && scopes.every(isWindowed))) fail('a chain is its owner’s, in windowed scopes');
  if (isSaid && !(owner && isPersons(rights.create) && isPersons(rights.update)))
    fail('what is said is its owner’s to create and update');
  const names = [...Object.keys(description.refs), ...Object.keys(description.sealed)];
  const twice = names.find((key, i) => baseFields.has(key) || names.indexOf(key) < i);
  if (twice !== undefined) fail(`${twice} is the name of another field`);
  return {
    within: [],
    unique: [],
    title: [],
    searched: [],
    indexes: [],
    written: 'people',
    verified: 'at-once',
    chained: false,
    hides: false,
    ...description,
    name,
    id,
  };
}

/** The fields that every opened record has besides its own. */
export interface RecordBase {
  id: string;
  /** The stream it lives in; for what lies in a project, the project's id. */
  scopeId: string;
  version: number;
  /** Server's time of the last write in ms: a hint for ordering only. */
  updatedAt: number;
  /** The user who wrote this version, by their signature; absent on what is not sent yet. */
  authorId?: string;
  /**
   * Its place in a windowed scope, for good: the revision of its first insert, or the place of what it lies in
   * (`standsWithContainer`). Only there, and not of what is not sent yet.
   */
  createdRevision?: number;
}

/** The names of the fields of `RecordBase`, which no sealed field has. */
export const baseFields: ReadonlySet<string> = new Set<keyof RecordBase>([
  'id',
  'scopeId',
  'version',
  'updatedAt',
  'authorId',
  'createdRevision',
]);

/** The open object of an entity, e.g. `type Task = Open<typeof task>`. */
export type Open<E> =
  E extends Entity<string, infer R, infer S> ? Simplify<RecordBase & RefsOf<R> & SealedOf<S>> : never;

/** The fields that a person edits: the open object without what the system sets. */
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
  /** Its place in a windowed scope, see `RecordBase`; absent on rows of other scopes. */
  createdRevision?: number;
}

/**
 * Returns the refs as they enter a record's associated data: absent and empty ones left out, so that a structural field added
 * later does not void the records that were sealed before it.
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

/** Returns all fields of an entity that hold a value: the sealed ones, and those of its refs that name nothing. */
export function valueFields({ sealed, refs }: Pick<Entity, 'sealed' | 'refs'>): [string, Field<unknown>][] {
  const inRefs = Object.entries(refs).flatMap(([key, { field }]): [string, Field<unknown>][] =>
    field ? [[key, field]] : [],
  );
  return [...Object.entries(sealed), ...inRefs];
}

/**
 * Returns the values of an opened record. Unknown fields (a newer client's) are kept, missing or misshapen ones read as their
 * fallback.
 */
export function readValues(entity: Entity, plain: Record<string, unknown>): Record<string, unknown> {
  const out = { ...plain };
  for (const [key, shape] of valueFields(entity))
    if (!(key in plain) || !shape.accepts(plain[key])) fallBack(out, key, shape);
  for (const [group, accepts] of Object.entries(entity.accepts ?? {})) {
    if (accepts(out)) continue;
    for (const [key, shape] of valueFields(entity))
      if (entity.groups?.[group]?.includes(key)) fallBack(out, key, shape);
  }
  return out;
}

function fallBack(values: Record<string, unknown>, key: string, { fallback }: Field<unknown>): void {
  if (fallback === undefined) delete values[key];
  else values[key] = fallback;
}
