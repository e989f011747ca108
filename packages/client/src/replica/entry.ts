/** The entries of the outbox: each is a transaction of a person, to be sent as one atomic batch; a large one is several. */

import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { StructuralChange } from '@kontor/contract/wire/change';
import type { ErrorCode } from '@kontor/contract/wire/errors';
import type { FormerAuthor } from '../vault/plainRecord.ts';
import type { Row } from './row.ts';

/**
 * Why a transaction failed: the server's code; `GONE`: somebody deleted the record meanwhile; `CLOSED`: its scope was closed to
 * this person; `UNVERIFIED`: the server holds a version of it that could not be opened, and which must not be overwritten.
 */
export type EntryCode = ErrorCode | 'GONE' | 'CLOSED' | 'UNVERIFIED';

interface OpBase {
  entity: EntityName;
  id: string;
  scopeId: string;
  /** Written by a projection of what somebody changed: where its record is gone or out of reach, the rest goes without it. */
  isProjected?: true;
  /** Version that the transaction was sent with; known once it is acknowledged. */
  sent?: number;
}

/** A record as this device held it. */
export interface HeldRecord {
  entity: EntityName;
  row: Row;
}

/** A new record. */
export interface CreateOp extends OpBase {
  verb: 'create';
  fields: Record<string, unknown>;
}

/** Changed fields (null empties one), and the whole row that they were changed in: what a merge and a restoration need. */
export interface UpdateOp extends OpBase {
  verb: 'update';
  base: Row;
  changed: Record<string, unknown>;
}

interface DeleteOp extends OpBase {
  verb: 'delete';
  base: Row;
  /** Deletes the record even if it was changed meanwhile. */
  force?: boolean;
}

/** Moves a record from the scope `from` to `scopeId`, with changed fields (its new container). */
interface MoveOp extends OpBase {
  verb: 'move';
  from: string;
  base: Row;
  changed: Record<string, unknown>;
}

/** A record as this device held it when the server was set back to a backup: written again where the server lacks it. */
export interface RestoreOp extends OpBase {
  verb: 'restore';
  /** The row as it was held, with its version and time of then. */
  base: Row;
  /** Names the member log's `restore` entry. */
  of: string;
  /** When the newest record of the backup was written, ms by the server's clock. */
  changedAt: number;
  /** The other author of it, with their signature. */
  written?: FormerAuthor;
  /** Writes it even if the server has the same: its readers change with it. */
  force?: true;
}

export type Op = CreateOp | UpdateOp | DeleteOp | MoveOp | RestoreOp;

/** Returns the values that an op gives its record: of an update or a move the changed ones; none of a delete. */
export const valuesWritten = (op: Op): Record<string, unknown> =>
  op.verb === 'create' ? op.fields : op.verb === 'restore' ? op.base : op.verb === 'delete' ? {} : op.changed;

/** Returns the values that a record has once an op is done, on top of the row that it was made from. */
export const valuesAfter = (op: Op): Record<string, unknown> =>
  op.verb === 'update' || op.verb === 'move' ? { ...op.base, ...op.changed } : valuesWritten(op);

/** Returns the scopes that an op writes into. */
export const scopesOf = (op: Op): string[] => (op.verb === 'move' ? [op.scopeId, op.from] : [op.scopeId]);

export interface Entry {
  /** uuidv7; the batch id on the wire, the same on each try. */
  id: string;
  /** ms. */
  at: number;
  userId: string;
  /**
   * The one before it of the same transaction: it is sent only after that, and refused, sent again and discarded with it. The server
   * does not know of all that makes one follow from the other.
   */
  follows?: string;
  /** Changes that precede the records: new scopes. */
  structural: StructuralChange[];
  ops: Op[];
  /** Projects that this transaction opens, or makes private to their members: by scope. Their key rows are made when it is sent. */
  access?: Record<string, ScopeAccess>;
  /** Scopes that were private when it was written: it waits rather than be sealed under a key that everybody has. */
  privateScopes?: string[];
  /** The containers of its records, by id, as far as this person could create them again: they may have been deleted meanwhile. */
  containers?: Record<string, HeldRecord>;
  /**
   * Set on a transaction that brings back what a restored backup lacks; names the log's entry that says so. It waits
   * while somebody who had lost access would be able to read it.
   */
  restores?: string;
  /** `acked`: the server has it, but the pull that returns it has not arrived. */
  state: 'pending' | 'failed' | 'acked';
  code?: EntryCode;
  /** Revisions of the batch's answer, by scope. */
  revisions?: Record<string, number>;
}
