/** Batches before and after sealing, and whom they are sealed for. */
import type { RefValue } from '@kontor/contract/entity/ref';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { StructuralChange } from '@kontor/contract/wire/change';
import type { Scope } from '@kontor/contract/wire/scope';
import type { ChainLink, RecordToSeal } from './plainRecord.ts';

/** The intended readers of a project or room: everybody who works here, or these people (and a project's admins). */
export interface Readers {
  access: ScopeAccess;
  /** User ids; empty where it is open. */
  memberIds: readonly string[];
  /** The scope's head as it stands, where it was there before: see `Vault.leftOut`. */
  head?: StandingHead;
}

/** The people whom the confirmed head of a private scope names, and its author's signature as the replica keeps it. */
export interface StandingHead {
  /** User ids. */
  readers: readonly string[];
  proof: string;
}

/** A batch before it is sealed. Maps are by scope. */
export interface PlainBatch {
  /** Scopes that it creates. */
  created: readonly Scope[];
  /** Tags of names among their refs are added on sealing. */
  records: readonly RecordToSeal[];
  /** The access to a scope, where the batch sets it. */
  access: Readonly<Record<string, ScopeAccess>>;
  /**
   * User ids of those who read a scope while it is private, where its head is known; and that as it stands. `staysPrivate`: once it
   * has a key of its own, nobody opens it to everybody who works here.
   */
  members: Readonly<
    Record<string, { readers: readonly string[]; head?: StandingHead; staysPrivate?: boolean }>
  >;
  /** Scopes whose current key the server no longer accepts. */
  refused: readonly string[];
  /** Scopes that were private when people wrote the records, so that a key that everybody has will not do. */
  privateScopes: readonly string[];
}

export interface SealedBatch {
  /** Changes that precede the records: changes of access, and keys. */
  changes: StructuralChange[];
  /** The records in the order given: refs with their tags, the sealed bytes, and who counts as their author. */
  records: {
    refs: Record<string, RefValue>;
    sealed: Uint8Array;
    authorId: string;
    proof: string;
    chain?: ChainLink;
  }[];
}
