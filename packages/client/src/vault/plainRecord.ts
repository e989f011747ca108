/** Records as the replica keeps them in clear, before they are sealed and after they were opened. */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { RefValue } from '@kontor/contract/entity/ref';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { TrustFault } from './trust/trustError.ts';

/** A row's place among those that its author wrote into a windowed scope: `chained` nouns. Hashes in base64url. */
export interface ChainLink {
  /** From 1. */
  counter: number;
  /** The hash of the author's row before; empty for the first, and where its author did not know it. */
  previous: string;
  /** The hash that the author's next row names: that of the row's first version. */
  hash?: string;
}

/** A record in clear, as the replica keeps it. `plain` is null for one that is deleted. */
export interface PlainRecord {
  entity: string;
  id: string;
  scopeId: string;
  version: number;
  refs: Record<string, RefValue>;
  plain: Record<string, unknown> | null;
  chain?: ChainLink;
}

/** Somebody else's record, as it was before it is sealed anew: what keeps their signature on it. */
export interface FormerAuthor {
  authorId: string;
  /** `OpenedRecord.proof`. */
  proof: string;
  scopeId: string;
  version: number;
  refs: Record<string, RefValue>;
}

/** A record to be sealed. */
export interface RecordToSeal extends PlainRecord {
  /**
   * The author of what it says, where that is somebody else. Their signature stays as long as it says the same; else it is the
   * account's own from here on.
   */
  written?: FormerAuthor;
}

export interface OpenedRecord extends PlainRecord {
  revision: number;
  updatedAt: number;
  /** The user who wrote what it says, by their signature. */
  authorId: string;
  /** The signature, for `verifyRecords` and `FormerAuthor`; opaque outside the vault. */
  proof: string;
  /** The signature is not verified yet. */
  isUnverified?: true;
  /** Only in windowed scopes; the server's word. */
  createdRevision?: number;
  /** Only in private scopes that no log names, under a key of their own: its generation. Where it cuts is the reader's to tell. */
  ownKey?: number;
}

/** A record whose author's signature is to be verified. */
export type UnverifiedRecord = Pick<
  OpenedRecord,
  'entity' | 'id' | 'scopeId' | 'version' | 'refs' | 'plain' | 'authorId' | 'proof'
>;

/**
 * Why a record was not opened. It stays on the server; nothing overwrites it.
 * - `forged-author`: not signed by whom it names, or by somebody who could not write it.
 * - `superseded-key`: sealed under a key that no longer counted when it was written.
 * - `withheld-log`: its author knew more of the member log than the server shows.
 * - `forked-log`: its author knew another member log.
 */
export type RecordFault =
  | 'not-verified'
  | 'unknown-key'
  | 'unknown-version'
  | 'malformed'
  | 'forged-author'
  | 'superseded-key'
  | 'withheld-log'
  | 'forked-log'
  | 'hint-differs';

export interface FaultyRecord {
  entity: string;
  id: string;
  scopeId: string;
  version: number;
  revision: number;
  createdRevision?: number;
  fault: RecordFault;
}

export interface OpenedRows {
  opened: OpenedRecord[];
  faulty: FaultyRecord[];
}

/** A scope with key rows, as pulled. */
export interface ScopeKeys {
  scope: Scope;
  keys: ScopeKey[];
}

/** A scope whose key was not taken. Its records read as `unknown-key`; the others are not held up. */
export interface KeyFault {
  scopeId: string;
  fault: TrustFault;
  detail: string;
}

/** The contents of a pull, as they go into the vault. */
export interface PulledPage {
  /** Entries of the member log to fold first, as `takeLog` does for the server's. */
  log?: LogEntry[];
  scopes: { scope: Scope; keys: ScopeKey[] }[];
  rows: SealedRecord[];
  /** The scopes that are new to a device which once had everything. */
  late?: LateScopes;
}

/** Scopes that were not there when a device had everything up to an entry of the log. */
export interface LateScopes {
  /** Of the entry. */
  seq: number;
  ids: readonly string[];
}

/** The outcome of opening a pulled page. */
export interface OpenedPage extends OpenedRows {
  /** Present where entries of the log were given. */
  log?: LogState;
  faults: KeyFault[];
  /** The access of the scopes, in their order, as far as their keys prove it. */
  access: ScopeAccess[];
  /** Ids of scopes whose newest key the log names and no page has brought yet. */
  incomplete: string[];
}
