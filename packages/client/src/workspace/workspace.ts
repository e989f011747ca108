/**
 * What screens hold: one workspace's records in memory, and verbs that change them at once and send them when they
 * can. `openWorkspace` makes one.
 */

import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { Holder, LogState } from '@kontor/contract/memberLog/state';
import type { EntityName, OpenOf } from '@kontor/contract/nouns/entities';
import type { Scope } from '@kontor/contract/wire/scope';
import type { Downloads, Uploads } from '../files/transfer.ts';
import type { Observable } from '../observable.ts';
import type { Collections, DocumentPlace } from '../replica/collections.ts';
import type { Comparison } from '../replica/comparison.ts';
import type { Conflict } from '../replica/conflict.ts';
import type { ChangesOf, DraftOf } from '../replica/draft.ts';
import type { EntryCode } from '../replica/entry.ts';
import type { Fault } from '../replica/fault.ts';
import type { RestoreFacts } from '../replica/restoration.ts';
import type { Lost } from '../replica/syncState.ts';
import type { Team } from '../team/team.ts';

/** `opening`: nothing was ever pulled; `current`: the last pull succeeded; `offline`: it could not be made. */
export type Connection = 'opening' | 'current' | 'offline' | 'signed-out' | 'refused';

export interface WorkspaceStatus {
  connection: Connection;
  /** Why the last pull was refused: a code of the server's or of the trust rules; empty otherwise. */
  reason: string;
}

/** The server is behind this device: it was set back to a backup, or it cheats. */
export interface SetBack {
  /** Its member log, a beginning of the one that is known here. */
  log: readonly LogEntry[];
}

/** How far the first pull is. */
export interface Progress {
  isFirstSync: boolean;
  records: number;
}

export interface OutboxStatus {
  /** Acts that are not on the server yet, the failed ones not counted. */
  pending: number;
  failed: number;
  /** Pending ones that cannot be sealed before somebody else's device hands their key on. */
  waiting: number;
  sending: boolean;
}

/** An act that the server refused; its change stays visible until somebody retries or discards it. */
export interface FailedAct {
  id: string;
  code: EntryCode;
  /** ms. */
  at: number;
  records: { entity: EntityName; id: string; verb: 'create' | 'update' | 'delete' | 'move' | 'restore' }[];
}

export interface Outbox {
  status: Observable<OutboxStatus>;
  failed: Observable<readonly FailedAct[]>;
  /** Sends it again; what was deleted meanwhile is restored, what was changed meanwhile is deleted all the same. */
  retry(actId: string): Promise<void>;
  /** Drops the act and whatever was built on it. */
  discard(actId: string): Promise<void>;
  /** Drops the acts that this device kept and cannot read back: `unreadable-act` among the faults. */
  discardUnreadable(): Promise<void>;
  /** Resolves when the act is on the server, or was refused (then with its code). */
  outcome(actId: string): Promise<'done' | EntryCode>;
  /** Resolves when everything written so far is kept on the device. */
  stored(): Promise<void>;
  /** Resolves when nothing is pending (failed acts aside). */
  sent(): Promise<void>;
}

export interface WorkspaceFiles {
  uploads: Uploads;
  downloads: Downloads;
}

export interface Workspace {
  /** Empty for the personal records, which lie in no workspace. */
  readonly id: string;
  readonly collections: Collections;
  readonly status: Observable<WorkspaceStatus>;
  readonly progress: Observable<Progress>;
  readonly setBack: Observable<SetBack | undefined>;
  /** What the last restored backup did not have and this device did not bring back; until it is dismissed. */
  readonly lost: Observable<Lost | undefined>;
  /** Who reads more since a backup was restored than before; nothing is brought back while there is somebody. */
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
  readonly outbox: Outbox;
  readonly scopes: Observable<ReadonlyMap<string, Scope>>;
  /**
   * Counts up when what the server itself says of this place and its people may have changed: the workspace's name, who
   * waits to be let in; of the personal records, the workspaces and invitations that there are.
   */
  readonly news: Observable<number>;
  /** What the member log proves; undefined until it is known, and for the personal records. */
  readonly log: Observable<LogState | undefined>;
  /** The verified entries behind `log`, oldest first; the same array until there are more. */
  logEntries(): readonly LogEntry[];
  /** The id of the one scope of a kind. @throws RangeError while it is not known */
  scopeOf(kind: 'admins' | 'staff' | 'personal'): string;

  /** Makes a record at once; it reaches the server when it can. */
  create<N extends EntityName>(entity: N, scopeId: string, draft: DraftOf<N> & { id?: string }): OpenOf<N>;
  /** Changes fields of a record. @throws RangeError when the record is not there */
  update<N extends EntityName>(entity: N, id: string, changes: ChangesOf<N>): void;
  /** Deletes a record and what lies in it: subtasks, a folder's content, a project's everything. */
  remove(entity: EntityName, id: string): void;
  /** Makes one act of several verbs: together or not at all. Returns the act's id, undefined when nothing changed. */
  batch(act: () => void): string | undefined;
  /**
   * A project in a scope of its own: open to everybody who works here, or private to its members and the admins. An
   * employee who makes a private one is always among its readers.
   */
  createProject(draft: DraftOf<'project'>, access?: ScopeAccess): OpenOf<'project'>;
  /** Who reads a project, with the acts that are not on the server yet in it. */
  accessOf(projectId: string): ScopeAccess;
  /**
   * Opens a project to everybody who works here, its past included; or makes what is written from now on its members'
   * and the admins' alone. The members of a private project are changed like any other field.
   */
  setAccess(projectId: string, access: ScopeAccess): void;
  /** Moves tasks, and what lies in them, to another project. */
  moveTasks(taskIds: readonly string[], projectId: string): void;
  /** Moves documents and folders, and what lies in them, to another folder or project. */
  moveDocuments(documentIds: readonly string[], to: { scopeId: string; parentId?: string | undefined }): void;
  /**
   * Shows documents to a customer; a folder with what lies in it and with what comes into it later. Whoever changes or
   * moves a shared document changes what the customer sees in the same act.
   */
  shareDocuments(documentIds: readonly string[], customerId: string): void;
  /** Takes documents, and what lies in them, out of a customer's sight. */
  revokeDocuments(documentIds: readonly string[], customerId: string): void;
  /** Puts a task between two neighbours of one list; undefined at either end. */
  reorder(taskId: string, after: string | undefined, before: string | undefined): void;
  /** The rank behind the last task of a container (a project's or a task's id). */
  lastRank(containerId: string): string;
  /** Whether a folder has this name already; upper and lower case count as one. */
  isNameTaken(place: DocumentPlace, name: string): boolean;

  /** Whether a record was here once, in a project that this person does not read any more. */
  isClosed(id: string): boolean;
  /** Whether a record has changes that are not on the server yet. */
  isPending(id: string): boolean;
  /** The code with which a record's change failed. */
  failureOf(id: string): EntryCode | undefined;
  conflictsOf(record: object): readonly Conflict[];
  /** Settles a kept copy: `kept` makes it the field's value, `current` drops it. */
  resolveConflict(entity: EntityName, id: string, conflictId: string, choice: 'kept' | 'current'): void;

  /** Uploads into this workspace and the contents of its documents; the same object each time. */
  files(): Promise<WorkspaceFiles>;

  /** The people of this workspace and the acts upon them; the same object each time. */
  team(): Promise<Team>;

  /** Pulls now; resolves when everything of this moment is here. Rejects never: see `status`. */
  pull(): Promise<void>;
  /** Stops pulling and sending; resolves when everything is kept on the device. */
  close(): Promise<void>;
}
