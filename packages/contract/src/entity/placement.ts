/** Where records of a noun may be, by its description: in which scopes, in which other records, beside which. */
import type { Entity } from './entity.ts';
import { type Role, roles } from './role.ts';
import { isWindowed, type ScopeKind, scopeKind } from './scopeKind.ts';

type Scoped = Pick<Entity, 'scopes'>;

/** Tells whether records of a noun belong into scopes of a kind. */
export const livesIn = ({ scopes }: Scoped, kind: ScopeKind): boolean => scopes.includes(kind);

/** Tells whether records of a noun are their user's alone, in no workspace. */
export const isPersonal = (noun: Scoped): boolean => livesIn(noun, 'personal');

/** Tells whether records of two nouns may be in one scope. */
export const shareScope = (one: Scoped, other: Scoped): boolean =>
  one.scopes.some((kind) => livesIn(other, kind));

/** Tells whether records of a noun may be in a windowed scope, where each keeps its place. */
export const mayBeWindowed = ({ scopes }: Scoped): boolean => scopes.some(isWindowed);

/**
 * Tells whether records of a noun stand, in a windowed scope, where what they lie in stands, so that whoever opens that has them
 * too. Those of a chain stand in the order in which they were written.
 */
export const standsWithContainer = ({ within, chained }: Pick<Entity, 'within' | 'chained'>): boolean =>
  within.length > 0 && !chained;

/** Returns the least role that reads some scope of the noun. */
export function leastReader({ scopes }: Scoped): Role {
  const readers = scopes.map((kind) => {
    const { reads, readsGranted } = scopeKind(kind);
    return roles.indexOf(readsGranted ?? reads ?? 'CUSTOMER');
  });
  return roles[Math.max(...readers)]!;
}

/** Tells whether customers' people hold the key of a scope that such records live in. */
export const reachesCustomers = ({ scopes }: Scoped): boolean =>
  scopes.some((kind) => scopeKind(kind).readsGranted === 'CUSTOMER');

/** Returns the ref that says what a record lies in: the first of `within` that names something. */
export const containerRef = (
  { within }: Pick<Entity, 'within'>,
  row: { readonly [key: string]: unknown },
): string | undefined => within.find((key) => idIn(row[key]) !== undefined);

/** Returns what a record lies in, by its refs. */
export function containerOf(
  noun: Pick<Entity, 'within'>,
  row: { readonly [key: string]: unknown },
): string | undefined {
  const ref = containerRef(noun, row);
  return ref && idIn(row[ref]);
}

/** Returns the noun of what a record lies in, by its refs. */
export function containerNoun(
  noun: Pick<Entity, 'within' | 'refs'>,
  row: { readonly [key: string]: unknown },
): string | undefined {
  const ref = containerRef(noun, row);
  return ref && noun.refs[ref]!.target;
}

/**
 * Tells whether records of a noun are nothing without what they lie in: they have to name it, or have no name by which they would be
 * known at the top.
 */
export const needsContainer = ({ within, refs, title }: Pick<Entity, 'within' | 'refs' | 'title'>): boolean =>
  within.some((key) => title.length === 0 || !refs[key]!.isOptional);

/** Returns under what a record is listed: what it lies in or, at the top of its scope, what it is about or the scope. */
export const listedUnder = (
  noun: Pick<Entity, 'within' | 'about'>,
  row: { readonly scopeId: string; readonly [key: string]: unknown },
): string =>
  containerOf(noun, row) ?? (noun.about === undefined ? undefined : idIn(row[noun.about])) ?? row.scopeId;

/** Returns the refs that name records, not people. */
export const recordRefs = ({ refs }: Pick<Entity, 'refs'>): string[] =>
  Object.keys(refs).filter((key) => refs[key]!.target !== '' && refs[key]!.target !== 'user');

const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
