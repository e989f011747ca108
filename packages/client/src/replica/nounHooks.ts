/**
 * The hooks that a noun adds to the engine, which knows no noun by name. `nouns/hooks.ts` collects those of all nouns.
 */
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { Op } from './entry.ts';
import type { Mutations } from './mutations.ts';
import type { Row } from './row.ts';
import type { Transaction } from './transaction.ts';

type Fields = Record<string, unknown>;

/** The scopes and records that the server is known to have, for the person who sends. */
export interface ServerState {
  userId: string;
  accessOf(scopeId: string): ScopeAccess | undefined;
  confirmed(id: string): Row | undefined;
}

export interface NounHooks {
  /** Tells of a head whether its scope, once it has a key of its own, is never opened to everybody who works here. */
  staysPrivate?(fields: Fields): boolean;
  /** Fills in what a new record leaves open and what depends on the records around it: its rank, say. */
  fill?(fields: Fields, scopeId: string, transaction: Transaction): Fields;
  /**
   * Returns, of the head of a new scope that follows another one, its fields, and who reads the scope, as
   * that one is when they are sent; undefined where it follows none.
   */
  asOfNow?(fields: Fields, now: ServerState): { fields: Fields; access: ScopeAccess } | undefined;
  /** Returns the refs that follow from the rest of a record; asked after each change and each merge. */
  derive?(fields: Fields): Fields;
  /**
   * Returns the fields in which a projection quotes other records, as these are now that it is sent: what it was written
   * upon may have been refused since. Undefined where nothing is left to say.
   * @param confirmed returns what the server has, or gets by the same transaction
   */
  restate?(fields: Fields, confirmed: (id: string) => Row | undefined): Fields | undefined;
  /** Returns the record without which a projection is not sent: it waits for the earlier transaction that makes that. */
  waitsFor?(fields: Fields): string | undefined;
}

/** Writes the consequences of what a transaction does to some nouns, in that transaction. */
export interface Projection {
  of: readonly EntityName[];
  /** Adds to a transaction what follows from its ops. @param ops those on these nouns; called where there are any */
  write(ops: readonly Op[], transaction: Transaction, mutations: Mutations): void;
}

export interface Nouns {
  readonly hooks: { readonly [N in EntityName]?: NounHooks };
  readonly projections: readonly Projection[];
  /** Does what projections left undone in these scopes, since the authors of some records were not verified. */
  whenVerified(mutations: Mutations, scopeIds: readonly string[]): void;
}
