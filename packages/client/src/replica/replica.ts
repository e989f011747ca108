/**
 * What screens hold of one stream of records (a workspace's, or the personal one of a user): the records in memory, and
 * what changes them at once and sends it when it can. `openReplica` makes one.
 */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { Holder, LogState } from '@kontor/contract/memberLog/state';
import type { Scope } from '@kontor/contract/wire/scope';
import type { Observable } from '../observable.ts';
import type { Comparison } from './comparison.ts';
import type { Conflict } from './conflict.ts';
import type { EntryCode } from './entry.ts';
import type { Fault } from './fault.ts';
import type { Mutations } from './mutations.ts';
import type { RestoreFacts } from './restoration.ts';
import type {
  FailedTransaction,
  Loaded,
  OutboxStatus,
  PullProgress,
  ReplicaStatus,
  SetBack,
} from './status.ts';
import type { Lost } from './syncState.ts';

export interface OutboxControl {
  status: Observable<OutboxStatus>;
  failed: Observable<readonly FailedTransaction[]>;
  /** Sends it again; what was deleted meanwhile is restored, what was changed meanwhile is deleted all the same. */
  retry(transactionId: string): Promise<void>;
  /** Drops the transaction and whatever was built on it. */
  discard(transactionId: string): Promise<void>;
  /** Drops the transactions that this device kept and cannot read back: `unreadable-act` among the faults. */
  discardUnreadable(): Promise<void>;
  /** Resolves when the transaction is on the server, or was refused (then with its code). */
  outcome(transactionId: string): Promise<'done' | EntryCode>;
  /** Resolves when everything written so far is kept on the device. */
  stored(): Promise<void>;
  /** Resolves when nothing is pending (failed transactions aside). */
  sent(): Promise<void>;
}

export interface Replica extends Mutations {
  /** Empty for the personal records, which lie in no workspace. */
  readonly id: string;
  readonly status: Observable<ReplicaStatus>;
  readonly progress: Observable<PullProgress>;
  readonly setBack: Observable<SetBack | undefined>;
  /** What the last restored backup did not have and this device did not bring back; until it is dismissed. */
  readonly lost: Observable<Lost | undefined>;
  /** Tells who reads more since a backup was restored than before; nothing is brought back while there is somebody. */
  readmitted(): readonly Holder[];
  dismissLost(): Promise<void>;
  /** Of personal records: the server was set back, as an admin of a workspace says. @throws as a transport does */
  follow(facts: RestoreFacts): Promise<void>;
  /** What the server has in all, compared with what is known here. @throws as a transport does */
  compare(): Promise<Comparison>;
  /** What could not be verified, or was refused; the rest is there. */
  readonly faults: Observable<readonly Fault[]>;
  /** A person has read of what was `withdrawn`: it is not named any more. */
  dismissWithdrawn(): void;
  readonly outbox: OutboxControl;
  readonly scopes: Observable<ReadonlyMap<string, Scope>>;
  /** Of which scopes everything is in the collections; a list of another one may be shorter than it will be. */
  readonly loaded: Observable<Loaded>;
  /** Somebody waits for these scopes: they come before others. Ids that are no scopes are passed over. */
  need(scopeIds: readonly string[]): void;
  /**
   * Counts up when what the server itself says of this place and its people may have changed: the workspace's name, who
   * waits to be let in; of the personal records, the workspaces and invitations that there are.
   */
  readonly invalidations: Observable<number>;
  /** What the member log proves; undefined until it is known, and for the personal records. */
  readonly log: Observable<LogState | undefined>;
  /** The verified entries behind `log`, oldest first; the same array until there are more. */
  logEntries(): readonly LogEntry[];
  /** The id of the one scope of a kind. @throws RangeError while it is not known */
  scopeOf(kind: 'admins' | 'staff' | 'personal'): string;

  /** Tells whether a record was here once, in a project that this person does not read any more. */
  isClosed(id: string): boolean;
  /** Tells whether a record has changes that are not on the server yet. */
  isPending(id: string): boolean;
  /** The code with which a record's change failed. */
  failureOf(id: string): EntryCode | undefined;
  conflictsOf(record: object): readonly Conflict[];
  /** Pulls now; resolves when everything of this moment is here. Rejects never: see `status`. */
  pull(): Promise<void>;
  /** Stops pulling and sending; resolves when everything is kept on the device. */
  close(): Promise<void>;
}
