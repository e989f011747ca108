/**
 * The interface of screens to one stream of records (a workspace's, or a user's personal one): the records in memory,
 * and the operations that change them at once and send the changes when possible. Created by `openReplica`.
 */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { Holder, LogState } from '@kontor/contract/memberLog/state';
import type { Scope } from '@kontor/contract/wire/scope';
import type { Observable } from '../observable.ts';
import type { UnverifiedRecord } from '../vault/plainRecord.ts';
import type { Comparison } from './comparison.ts';
import type { Conflict } from './conflict.ts';
import type { EntryCode } from './entry.ts';
import type { Fault } from './fault.ts';
import type { Lost } from './lostLog.ts';
import type { Mutations } from './mutations.ts';
import type { LeftBehind } from './recordSet.ts';
import type { RestoreFacts } from './restoration.ts';
import type {
  FailedTransaction,
  Loaded,
  OutboxStatus,
  PullProgress,
  ReplicaStatus,
  SetBack,
} from './status.ts';
import type { WindowControl } from './windowControl.ts';
import type { WriteListener } from './writeListener.ts';

export interface OutboxControl {
  status: Observable<OutboxStatus>;
  failed: Observable<readonly FailedTransaction[]>;
  /**
   * Sends the transaction again. What was deleted meanwhile is restored; a deletion is carried out even if the record
   * was changed meanwhile.
   */
  retry(transactionId: string): Promise<void>;
  /**
   * Drops the transaction and whatever was built on it. With `recordIds` it drops what was done to those records alone, and sends
   * the rest again.
   */
  discard(transactionId: string, recordIds?: readonly string[]): Promise<void>;
  /** Returns how many later transactions lose something by `discard`. */
  builtOn(transactionId: string): number;
  /** Reads once more what this device kept, and sends what can be read back by now. */
  readAgain(): Promise<void>;
  /** Drops the transactions that this device kept and cannot read back: `unreadable-act` among the faults. */
  discardUnreadable(): Promise<void>;
  /** Resolves when the transaction is on the server, or was refused (then with its code). */
  outcome(transactionId: string): Promise<'done' | EntryCode>;
  /** Returns the first transaction here that writes such values into a record; undefined where none does, or the pull has brought it. */
  transactionOf(recordId: string, writes: (values: Record<string, unknown>) => boolean): string | undefined;
  /** Returns the ids of a new transaction's batches: it is sent as one, unless it is too large for that. */
  batchesOf(transactionId: string): string[];
  /** Resolves when everything written so far is kept on the device. */
  stored(): Promise<void>;
  /** Returns the ids of unsent transactions that are in this page alone, since the device has no room for them. */
  unstored(): string[];
  /** Returns the ids of transactions that are done with, which the device may keep still: it forgets them behind what they brought. */
  arrived(): string[];
  /** Resolves when nothing is pending (failed transactions aside). */
  sent(): Promise<void>;
}

export interface Replica extends Mutations {
  /** Empty for the personal records, which lie in no workspace. */
  readonly id: string;
  readonly status: Observable<ReplicaStatus>;
  readonly progress: Observable<PullProgress>;
  readonly setBack: Observable<SetBack | undefined>;
  /** The losses of the last restored backup that this device did not bring back, until they are dismissed. */
  readonly lost: Observable<Lost | undefined>;
  /**
   * Returns those who can read more since a backup was restored than before; nothing is brought back while there are
   * any.
   */
  readmitted(): readonly Holder[];
  dismissLost(): Promise<void>;
  /**
   * Makes personal records follow a restored backup of the server that an admin of a workspace named. @throws as a
   * transport does
   */
  follow(facts: RestoreFacts): Promise<void>;
  /** Compares everything that the server has with what is known here. @throws as a transport does */
  compare(): Promise<Comparison>;
  /** The faults: what could not be verified, or was refused. Everything else is there. */
  readonly faults: Observable<readonly Fault[]>;
  /** Stops listing those of the faults that are `withdrawn`, once a person has read them. */
  dismissWithdrawn(read: readonly Fault[]): void;
  readonly outbox: OutboxControl;
  readonly scopes: Observable<ReadonlyMap<string, Scope>>;
  /** The scopes that are completely in the collections; a list from another one may be shorter than it will be. */
  readonly loaded: Observable<Loaded>;
  /** Opens and pulls these scopes before others, since somebody waits for them. Ids that are no scopes are ignored. */
  need(scopeIds: readonly string[]): void;
  /**
   * Counts up when the server's own data on this place and its people may have changed: the workspace's name and who
   * waits to be let in; for the personal records, the list of workspaces and invitations.
   */
  readonly invalidations: Observable<number>;
  /** Counts up when it was verified who wrote everything that is here, as far as that was still due. */
  readonly verified: Observable<number>;
  /** The state that the member log proves; undefined until it is known, and for the personal records. */
  readonly log: Observable<LogState | undefined>;
  /** Returns the verified entries behind `log`, oldest first; the same array until there are more. */
  logEntries(): readonly LogEntry[];
  /** Returns the revisions up to which this device has taken the scopes over, by scope. */
  revisions(): Readonly<Record<string, number>>;
  /** Returns the id of the one scope of a kind. @throws RangeError while it is not known */
  scopeOf(kind: 'admins' | 'staff' | 'personal'): string;

  /** The records of windowed scopes, of which some are here and the others can be brought. */
  readonly windows: WindowControl;

  /**
   * Calls back with each write to the collections, before their own listeners hear of it; returns the function that stops
   * it. Records of windowed scopes that only left the memory are not among the steps.
   */
  onWrite(listener: WriteListener): () => void;
  /** Returns false while the workspace can only be read, since a payment is missing: acts throw a `ReadOnlyError`. */
  isWritable(): boolean;
  /** Returns true if a record was once here, in a project that this person can no longer read. */
  isClosed(id: string): boolean;
  /** Returns true if a record is known to be deleted; of a windowed scope only what was brought is known. */
  isDeleted(id: string): boolean;
  /** Returns true if a record is here and not shown, since what it lies in is in the trash or was deleted. */
  isHidden(id: string): boolean;
  /** Returns true if a record has changes that are not on the server yet. */
  isPending(id: string): boolean;
  /** Returns the code with which a record's change failed. */
  failureOf(id: string): EntryCode | undefined;
  /** Returns a record as the server has it, with what proves who wrote it; undefined while nothing does. */
  evidence(id: string): UnverifiedRecord | undefined;
  /** Returns true if nobody has verified yet who wrote what is shown of a record: nothing is to follow from it by itself. */
  isUnverified(id: string): boolean;
  /** See `RecordSet.leftBehind`. */
  leftBehind(): readonly LeftBehind[];
  conflictsOf(record: object): readonly Conflict[];
  /** Pulls now; resolves when everything as of this moment is here. Never rejects: see `status`. */
  pull(): Promise<void>;
  /**
   * Resolves when an entry of the member log that this device appended is here, and all that came with it: pulls, unless
   * the pull behind a hint has brought it. Never rejects: see `status`.
   */
  reach(entry: LogEntry): Promise<void>;
  /**
   * Stops pulling and sending; resolves when everything is kept on the device. Where the session ends (`remembers`), what shows
   * is verified before, for a second at most: the device remembers nothing else beyond it.
   */
  close(options?: { remembers?: boolean }): Promise<void>;
}

/** A replica with the person in whose name something is done there. */
export interface PersonIn<R extends Replica = Replica> {
  workspace: R;
  userId: string;
}
