/** An open workspace as screens see it: its records, its files and its people. Created by `openWorkspace`. */
import type { Document } from '@kontor/contract/nouns/document';
import type { FileContents } from '../files/fileContents.ts';
import type { Content, Downloads, RangeReader, StoredFile, Uploads } from '../files/transfer.ts';
import type { Realtime } from '../http/realtime.ts';
import type { Links } from '../link/links.ts';
import type { KeyReader } from '../nouns/room.ts';
import type { Observable } from '../observable.ts';
import type { Search } from '../searching/search.ts';
import type { PeopledReplica } from '../team/team.ts';
import type { LogWords } from '../vault/vault.ts';
import type { Notifications } from './notifications.ts';
import type { StaffPresence } from './presence.ts';

export interface WorkspaceFiles {
  uploads: Uploads;
  downloads: Downloads;
  /** Opens a content for reading here and there. @throws DamagedFileError where its record contradicts itself */
  reader(content: Content): RangeReader;
  /** Stores beside a document's content what was read of it. @throws what the transport throws */
  describe(document: Document, contents: FileContents): Promise<void>;
  /** Stores a small file that is to be named by a record at once. @throws what the transport throws */
  store(bytes: Uint8Array, signal: AbortSignal): Promise<StoredFile>;
}

/** A workspace; the user's personal records show among its own. */
export interface Workspace extends PeopledReplica, KeyReader {
  /** Opens uploads into this workspace and the contents of its documents; the same object each time. */
  files(): Promise<WorkspaceFiles>;
  /** Opens what makes and watches links for people without an account; the same object each time. */
  links(): Promise<Links>;
  /** Opens the search over its records; the same object each time. */
  search(): Promise<Search>;
  /**
   * Tells whether this is known to be the workspace that the account belongs to. On another one nothing happens by
   * itself, and nobody is given a key, until somebody has compared its words; undefined while that is not known.
   */
  confirmed: Observable<boolean | undefined>;
  /** Returns the six words of the member log as it is known here. */
  words(): Promise<LogWords>;
  /**
   * Takes note that the person compared the words of this head with somebody else's. @throws TrustError
   * wrong-words if it has moved on
   */
  confirm(head: string): Promise<void>;
  /**
   * Begins from what the server shows, though this account remembers another log: the person knows that the server was
   * set back to a backup. What it shows is unconfirmed until its words were compared.
   */
  startAnew(): Promise<void>;
  /** Notifications of this person, as the server has them. */
  notifications: Notifications;
  /** Presence of the others who work here. */
  presence: StaffPresence;
  /** Returns the server's time, ms since 1970; undefined before it has answered. */
  serverTime(): number | undefined;
  /** See `Realtime.enterRoom`. */
  enterRoom: Realtime['enterRoom'];
  /** Returns the id of who let this person into a private project or room: see `Vault.admittedBy`. */
  admittedBy(scopeId: string): Promise<string | undefined>;
}
