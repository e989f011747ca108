/** The state of a replica's pulls, and of what is not sent yet. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { EntryCode, Op } from './entry.ts';

/** `opening`: nothing was ever pulled; `current`: the last pull succeeded; `offline`: it could not be made. */
export type PullStatus = 'opening' | 'current' | 'offline' | 'signed-out' | 'refused';

export interface ReplicaStatus {
  connection: PullStatus;
  /** Why the last pull was refused: a code of the server's or of the trust rules; empty otherwise. */
  reason: string;
}

/** The server is behind this device: it was set back to a backup, or it cheats. */
export interface SetBack {
  /** Its member log, a beginning of the one that is known here. */
  log: readonly LogEntry[];
}

/** The progress of the first pull. */
export interface PullProgress {
  isFirstSync: boolean;
  records: number;
}

export interface OutboxStatus {
  /** Transactions that are not on the server yet, the failed ones not counted. */
  pending: number;
  failed: number;
  /** Pending ones that cannot be sealed before somebody else's device hands their key on, or somebody confirms the log here. */
  waiting: number;
  sending: boolean;
}

/** Ids of transactions of which outboxes know more than the device keeps. */
export interface OutboxFacts {
  /** Of those for which the device has no room: an earlier state of them may lie there. */
  unstored: readonly string[];
  /** Of those that the server has, be they on the device still. */
  arrived: readonly string[];
}

/** A transaction that the server refused; its change stays visible until somebody retries or discards it. */
export interface FailedTransaction {
  /** The id of its first batch that was refused. */
  id: string;
  code: EntryCode;
  /** True if what its records were put into was deleted, and cannot be made anew from here. */
  isFinal: boolean;
  /** ms. */
  at: number;
  /** `fields`: those that it sets. */
  records: { entity: EntityName; id: string; verb: Op['verb']; fields?: Record<string, unknown> }[];
}

/** The part of a stream that is in the collections. */
export interface Loaded {
  /** Scopes that are complete. */
  scopes: ReadonlySet<string>;
  /** True if the records that head scopes are there, of all scopes. */
  heads: boolean;
  /** True if everything is there. */
  isComplete: boolean;
}
