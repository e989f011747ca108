/**
 * The vault: the only place where open seeds and scope keys live. In the browser it runs in a worker (`worker.ts`), in
 * Node in the process. It opens, seals and signs; no verb hands a key out. Calls take and give arrays, once.
 */
import type { Register, SealedPin } from '@kontor/contract/account';
import type { SealedRecord } from '@kontor/contract/entity';
import type { KeyCert } from '@kontor/contract/keyCert';
import type { LogEntry, LogFault, LogState, UnsignedLogEntry } from '@kontor/contract/memberLog';
import type { Scope, ScopeKey } from '@kontor/contract/scope';

/** A record in clear, as the replica keeps it. `plain` is null for one that is deleted. */
export interface PlainRecord {
  entity: string;
  id: string;
  scopeId: string;
  version: number;
  refs: Record<string, string | string[]>;
  plain: Record<string, unknown> | null;
}

export interface OpenedRecord extends PlainRecord {
  revision: number;
  updatedAt: number;
}

/** Why a record was not opened. It stays on the server; nothing overwrites it. */
export type RecordFault =
  | 'not-verified'
  | 'unknown-key'
  | 'unknown-version'
  | 'malformed'
  | 'forged-author'
  | 'hint-differs';

export interface FaultyRecord {
  entity: string;
  id: string;
  scopeId: string;
  version: number;
  revision: number;
  fault: RecordFault;
}

export interface OpenedRows {
  opened: OpenedRecord[];
  faulty: FaultyRecord[];
}

/** What a sealed file part needs besides its bytes. */
export interface FileContext {
  workspaceId: string;
  documentId: string;
  /** Names the upload. */
  blobId: string;
  /** base64url of 32 bytes, from the document's sealed record. */
  fileKey: string;
}

export interface Vault {
  // --- the account --------------------------------------------------------------------------------------------
  /** Makes keys for a new account; the registration body without what only the server or the form knows. */
  createAccount(input: {
    userId: string;
    email: string;
    password: string;
  }): Promise<
    Pick<Register, 'password' | 'confirmPassword' | 'accountSalt' | 'suite' | 'privateKey' | 'publicKey'>
  >;
  /** Derives the auth key and keeps the wrap key for `open`. @throws CryptoError unknown-suite before deriving. */
  beginSignIn(input: {
    email: string;
    password: string;
    suite: number;
    accountSalt: string;
  }): Promise<{ authKey: string }>;
  /** Opens the seeds with the wrap key of `beginSignIn`; refuses a certificate that differs from them (M04, M06). */
  openAccount(input: { privateKey: string; publicKey: KeyCert }): Promise<void>;
  /** Seals the open seeds for this device; stored by the caller. */
  sealForDevice(input: { deviceShare: string; deviceKey: CryptoKey }): Promise<Uint8Array>;
  openFromDevice(input: {
    deviceShare: string;
    deviceKey: CryptoKey;
    sealed: Uint8Array;
    publicKey: KeyCert;
  }): Promise<void>;
  /** 24 words of a new recovery kit, and what the server stores of it. Held until `confirmKit`. */
  createKit(): Promise<{ words: string[]; phraseVerification: string; privateKey: string }>;
  /** Forgets every key. */
  close(): Promise<void>;

  // --- trust --------------------------------------------------------------------------------------------------
  /** Folds entries onto what is known of a workspace. @throws LogError; @throws TrustError rollback behind the pin */
  takeLog(workspaceId: string, entries: LogEntry[]): Promise<LogState>;
  logState(workspaceId: string): Promise<LogState | undefined>;
  signLogEntry(entry: UnsignedLogEntry): Promise<LogEntry>;
  sealPin(workspaceId: string): Promise<SealedPin>;
  takePins(pins: SealedPin[]): Promise<void>;

  // --- scope keys ---------------------------------------------------------------------------------------------
  /** Takes scopes and their key rows as pulled; believes those that the log confirms, throws on the others. */
  takeKeys(workspaceId: string, scopes: { scope: Scope; keys: ScopeKey[] }[]): Promise<void>;
  /** New first-generation keys of a workspace and its genesis entry, as they go into the first batch. */
  createWorkspaceKeys(input: {
    workspaceId: string;
    adminsScopeId: string;
    staffScopeId: string;
    at: number;
  }): Promise<{
    entry: LogEntry;
    keys: ScopeKey[];
  }>;
  /** A new generation of `admins` and `staff`: the log entry and the key rows (grants, wraps, previous). */
  rotateKeys(workspaceId: string, at: number): Promise<{ entry: LogEntry; keys: ScopeKey[] }>;

  // --- records ------------------------------------------------------------------------------------------------
  openRecords(workspaceId: string, rows: SealedRecord[]): Promise<OpenedRows>;
  /** Seals for the wire under each scope's newest generation. Personal records: `workspaceId` is ''. */
  sealRecords(workspaceId: string, records: PlainRecord[]): Promise<Uint8Array[]>;
  nameTag(workspaceId: string, scopeId: string, folderId: string, name: string): Promise<string>;

  // --- the device's own store ---------------------------------------------------------------------------------
  /** Seals pages of the replica and outbox entries under keys that die with sign-out. `label` binds the place. */
  sealLocal(store: 'page' | 'outbox', label: string, plain: Uint8Array): Promise<Uint8Array>;
  openLocal(store: 'page' | 'outbox', label: string, sealed: Uint8Array): Promise<Uint8Array>;

  // --- files --------------------------------------------------------------------------------------------------
  newFileKey(): Promise<string>;
  sealPart(
    context: FileContext,
    index: number,
    isLast: boolean,
    plain: Uint8Array,
  ): Promise<{ sealed: Uint8Array; sha256: string }>;
  openPart(context: FileContext, index: number, isLast: boolean, sealed: Uint8Array): Promise<Uint8Array>;
}

/** The server showed something older than, or different from, what this client knows. */
export type TrustFault =
  | 'rollback'
  | 'fork'
  | 'unknown-scope'
  | 'unconfirmed-key'
  | 'forged-grant'
  | LogFault;

export class TrustError extends Error {
  override readonly name = 'TrustError';
  readonly fault: TrustFault;
  constructor(fault: TrustFault, detail = '') {
    super(detail ? `${fault}: ${detail}` : fault);
    this.fault = fault;
  }
}
