/**
 * The vault: the only place where open seeds and scope keys live. In the browser it runs in a worker (`vaultWorker.ts`), in
 * Node in the process. It opens, seals and signs; no verb hands a key out. Calls take and give arrays, once.
 */

import type { Role } from '@kontor/contract/entity/role';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { FilePart } from '@kontor/contract/nouns/document';
import type {
  AccountDeletion,
  AccountKeysUpdate,
  Kit,
  PasswordChange,
  Register,
  SealedPin,
  StoredKit,
} from '@kontor/contract/wire/account';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Leaving } from '@kontor/contract/wire/leaving';
import type { FormerKeys, KitRenewal } from '@kontor/contract/wire/recovery';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { SealedStore } from '@kontor/crypto/device';
import type { ConfirmedAct, PlainAct, SignedActs } from './memberAct.ts';
import type { PlainBatch, SealedBatch, StandingHead } from './plainBatch.ts';
import type {
  KeyFault,
  OpenedPage,
  PlainRecord,
  PulledPage,
  ScopeKeys,
  UnverifiedRecord,
} from './plainRecord.ts';

/** Bytes to be sealed for a place of the device's own store; see `Vault.sealLocal`. */
export interface LocalPiece {
  store: SealedStore;
  label: string;
  plain: Uint8Array;
}

/** The standing of a workspace's log with the account. */
export interface LogStanding {
  /** A pin, the founding, an invitation's secret or a person says that it is the workspace's. */
  isConfirmed: boolean;
  /** It names another certificate than the account's, or says LOCKED, INACTIVE or nothing of it. */
  isShutOut: boolean;
}

/** Words that stand for a log at a head (base64url). */
export interface LogWords {
  head: string;
  words: string[];
}

/** The context that a sealed file part needs besides its bytes. */
export interface FileContext {
  workspaceId: string;
  documentId: string;
  /** Names the upload. */
  blobId: string;
  /** base64url of 32 bytes, from the document's sealed record. */
  fileKey: string;
}

/** A password, and what the server keeps to verify it. */
export interface PasswordProof {
  email: string;
  password: string;
  suite: number;
  accountSalt: string;
  /** The seeds, sealed under the password. */
  privateKey: string;
}

/** A new recovery kit: 24 words for the paper, and what the server stores of it. */
export interface NewKit {
  words: string[];
  stored: Kit;
}

/** A new link: what its address holds behind the `#`, and what the server is given. */
export interface SealedLink {
  fragment: string;
  /** base64url of 32 bytes. */
  verifier: string;
  sealed: Uint8Array;
  /** Of the sealed manifest. */
  part: SealedPart;
}

/** A part of a file as its document's sealed record lists it, without its storage key. */
export type SealedPart = Omit<FilePart, 'fileKey'>;

/** Somebody new; with `previous`, the certificate that a password reset replaces, somebody known. */
export interface NewAccount {
  userId: string;
  email: string;
  password: string;
  previous?: KeyCert;
}

export interface Vault {
  /**
   * Gets ready, for whoever knows that the vault will be needed: its code loads and compiles, with `signsIn` what derives a
   * password's keys, too. Changes nothing.
   */
  prepare(expected?: { signsIn?: boolean }): Promise<void>;
  // --- the account --------------------------------------------------------------------------------------------
  /**
   * Creates keys for a new account and leaves it open, so that what registration knows can be sealed under it. Returns
   * the registration body without what only the form knows. @throws CryptoError password-length
   */
  createAccount(
    input: NewAccount,
  ): Promise<
    Pick<Register, 'password' | 'confirmPassword' | 'accountSalt' | 'suite' | 'privateKey' | 'publicKey'>
  >;
  /** Proves the password to the server: returns the auth key of the one that opens this account. @throws CryptoError wrong-password */
  provePassword(proof: PasswordProof): Promise<AccountDeletion>;
  /** Derives the auth key and keeps the wrap key for `open`. @throws CryptoError unknown-suite before deriving. */
  beginSignIn(input: {
    email: string;
    password: string;
    suite: number;
    accountSalt: string;
  }): Promise<{ authKey: string }>;
  /**
   * Opens the seeds with the wrap key of `beginSignIn`; refuses a certificate that differs from them. Takes the pins that
   * the sealed keys carry, and returns the counter of this copy. @throws CryptoError
   */
  openAccount(input: { privateKey: string; publicKey: KeyCert }): Promise<{ counter: number }>;
  /**
   * Seals the keys that a password has just opened anew, with the pins that are known by now; undefined where no sign-in
   * is under way. `counter`: higher than in any copy before.
   */
  renewAccount(counter: number): Promise<AccountKeysUpdate | undefined>;
  /**
   * Seals the open seeds and a new key for the replica's pages for this device, under a new non-extractable key and
   * the server's share; the caller stores both.
   */
  sealForDevice(input: { deviceShare: string }): Promise<{ sealed: Uint8Array; deviceKey: CryptoKey }>;
  openFromDevice(input: {
    deviceShare: string;
    deviceKey: CryptoKey;
    sealed: Uint8Array;
    publicKey: KeyCert;
  }): Promise<void>;
  /**
   * Creates a recovery phrase and the seeds sealed under it: as good as the seeds themselves, so it requires the
   * password.
   * @throws CryptoError wrong-password (nothing was sent yet)
   */
  createKit(proof: PasswordProof): Promise<NewKit>;
  /**
   * Returns the words of the kit in force, after checking that they open the account. @throws CryptoError as
   * `createKit`
   */
  openKit(proof: PasswordProof, kit: StoredKit): Promise<{ words: string[] }>;
  /**
   * Seals seeds and phrase under another password, or for another address; both stay the same. `kit` is null where there
   * is none.
   * @throws CryptoError as `createKit`
   */
  changePassword(
    proof: PasswordProof,
    next: string,
    kit: StoredKit | null,
    email?: string,
  ): Promise<PasswordChange>;
  /**
   * Returns the proof by which the server recognises a typed recovery phrase. @throws PhraseError, naming the first
   * unknown word
   */
  verifyPhrase(phrase: string): Promise<{ phraseVerification: string }>;
  /**
   * Opens the keys that the account had before a password reset and holds them beside its own: what was granted to
   * them and the personal records of that time can be opened, and the pins of that time count.
   * @throws PhraseError; CryptoError where the phrase is not the one that they are sealed under
   */
  openFormerKeys(
    phrase: string,
    former: Pick<FormerKeys, 'privateKey' | 'publicKey' | 'pins'>,
  ): Promise<void>;
  /** Seals the current seeds under that phrase: the kit on paper stays valid. @throws PhraseError */
  renewKit(phrase: string): Promise<KitRenewal>;
  /** Forgets every key. */
  close(): Promise<void>;

  // --- trust --------------------------------------------------------------------------------------------------
  /**
   * Folds entries onto what is known of a workspace. What the device kept may be older than the pin; the server's
   * answer may not. On a throw the known state stands as it was.
   * A server that was set back to a backup shows another past: it is taken when all of it is given, from the first
   * entry, and an admin's `restore` says so; then the keys are to be taken anew.
   * @throws LogError for an entry that no honest client wrote; TrustError rollback or fork against the pin
   */
  takeLog(workspaceId: string, entries: LogEntry[], source: 'device' | 'server'): Promise<LogState>;
  logState(workspaceId: string): Promise<LogState | undefined>;
  /** Tells what the log of a workspace is to this account. */
  standing(workspaceId: string): Promise<LogStanding>;
  /** Returns the six words of a workspace's log as it is known: somebody else who sees the same has the same log. */
  logWords(workspaceId: string): Promise<LogWords>;
  /** Takes the log for that of the workspace: a person compared its words. @throws TrustError wrong-words if it has moved on */
  confirmLog(workspaceId: string, head: string): Promise<void>;
  /** Returns the newest state as a pin; undefined while the server's pin says the same, and for one that is unconfirmed. */
  sealPin(workspaceId: string): Promise<SealedPin | undefined>;
  /** Returns all pins that are known, wherever they came from. */
  sealPins(): Promise<SealedPin[]>;
  /**
   * Takes the pins that the server or the device keeps; of two for a workspace the newer counts, and none that was given
   * up. Returns the workspaces of those that do not open.
   */
  takePins(pins: SealedPin[], source: 'device' | 'server' | 'given-up'): Promise<string[]>;
  /**
   * Gives a workspace's pin up, since a person knows that the server was set back: the log that it shows is taken then,
   * and is unconfirmed until its words were compared. Returns the pin, which is not to be taken again; undefined for none.
   */
  giveUpPin(workspaceId: string): Promise<SealedPin | undefined>;

  // --- scope keys ---------------------------------------------------------------------------------------------
  /**
   * Takes scopes and their key rows as pulled, after the log: believes those that the log confirms, names the others.
   * A scope that this device creates is taken in the same way, before anything is sealed into it.
   */
  takeKeys(workspaceId: string, scopes: { scope: Scope; keys: ScopeKey[] }[]): Promise<KeyFault[]>;
  /**
   * Creates the first-generation keys of a workspace and its genesis entry, as they go into the first batch; holds
   * them at once.
   */
  createWorkspaceKeys(input: {
    workspaceId: string;
    adminsScopeId: string;
    staffScopeId: string;
    at: number;
  }): Promise<{
    entry: LogEntry;
    keys: ScopeKey[];
  }>;
  /**
   * Signs an admin's act on members or keys. Returns the log's entries, the key rows (grants, wraps, previous), and
   * `records` sealed under the keys that hold after it, for one batch. `revisions`: of the scopes, by id, as far as this
   * device has pulled them; the entry says of those that it cuts that they count as they were up to there.
   * @throws LogError for what the log's rules forbid; TrustError missing-key
   */
  signMemberAct(
    workspaceId: string,
    act: PlainAct,
    at: number,
    records?: readonly PlainRecord[],
    revisions?: Readonly<Record<string, number>>,
  ): Promise<SignedActs>;
  /**
   * Signs as `signMemberAct`, of `add` and `unlock`, where the admin typed the six words that the person read
   * out. `heads`: those of private scopes, which say who gets their next keys.
   * @throws TrustError wrong-words, and nothing is signed; too-many-tries after three wrong ones for a certificate;
   * PhraseError for a word that is misspelt, which is no try
   */
  signConfirmedAct(
    workspaceId: string,
    act: ConfirmedAct,
    words: string,
    at: number,
    records?: readonly PlainRecord[],
    revisions?: Readonly<Record<string, number>>,
    heads?: Readonly<Record<string, StandingHead>>,
  ): Promise<SignedActs>;
  /**
   * Names the end of this log, which is all that the server has, as that of a backup that was restored. `changedAt`:
   * when the newest record of the backup was written, by the server's clock.
   * @throws TrustError fork where it is no beginning of the known log; LogError not-permitted for somebody who was no
   * admin then
   */
  signRestore(workspaceId: string, entries: LogEntry[], changedAt: number, at: number): Promise<SignedActs>;
  /**
   * Replaces the certificate that the log names by the account's, signed by the keys of `openFormerKeys`, and grants
   * to the account's own what was granted to those. Requires `takeLog` first.
   * @throws TrustError missing-key where no former keys are held
   */
  signPhraseRekey(workspaceId: string, scopes: ScopeKeys[], at: number): Promise<SignedActs>;
  /**
   * Signs as `signPhraseRekey`, on a device that holds the keys which the log names: `next` is the account's
   * certificate since a reset, proven by the six words that its device shows. @throws as `signConfirmedAct`
   */
  signDeviceRekey(
    workspaceId: string,
    next: KeyCert,
    words: string,
    scopes: ScopeKeys[],
    at: number,
  ): Promise<SignedActs>;
  /** Signs that the account leaves a workspace, which an admin's device takes for a reason to sign its removal. */
  signLeaving(workspaceId: string, at: number): Promise<Leaving>;
  /** Tests if a member of the log signed that they leave, with the certificate that it names now. */
  verifyLeaving(workspaceId: string, userId: string, leaving: Leaving): Promise<boolean>;
  /** Returns the six words of the open account, to be read out to an admin. */
  sixWords(): Promise<string[]>;
  /**
   * Creates an invitation. Returns with it the rest of its link's fragment: the secret (base64url, the only one that
   * leaves the vault) and the hash of the entry.
   */
  createInvitation(
    workspaceId: string,
    invitation: { invitationId: string; role: Role; customerId?: string; at: number; expiresAt: number },
    records?: readonly PlainRecord[],
  ): Promise<SignedActs & { secret: string; head: string }>;
  /**
   * Accepts an invitation, with what the server shows of its workspace: the log must be the one that the link was made
   * from, and the keys that were granted to the invitation become the account's.
   * @throws TrustError wrong-invitation, and others as `takeLog` and `takeKeys`
   */
  acceptInvitation(
    workspaceId: string,
    link: { invitationId: string; secret: string; head: string },
    shown: { log: LogEntry[]; scopes: { scope: Scope; keys: ScopeKey[] }[] },
    at: number,
  ): Promise<SignedActs>;
  /**
   * Opens keys: `takeKeys` for what this device kept, after its log. `sealed`: what `sealKeys` made of the
   * same scopes and rows at the same head of the log; then nothing is opened anew. `isUsed`: it was that.
   */
  openKeys(
    workspaceId: string,
    scopes: { scope: Scope; keys: ScopeKey[] }[],
    sealed: Uint8Array | undefined,
  ): Promise<{ faults: KeyFault[]; isUsed: boolean }>;
  /** Returns the keys that are held, sealed for `openKeys`; undefined where this device keeps nothing. */
  sealKeys(
    workspaceId: string,
    scopes: { scope: Scope; keys: ScopeKey[] }[],
  ): Promise<Uint8Array | undefined>;
  /** Tells who reads these scopes, as far as their keys prove it; the server's word does not count. */
  accessOf(workspaceId: string, scopeIds: string[]): Promise<ScopeAccess[]>;
  /**
   * Returns the id of who let this account into a private project or room: no log says who reads it, so that people
   * are told. Undefined for an open one, and where nobody else did.
   */
  admittedBy(workspaceId: string, scopeId: string): Promise<string | undefined>;
  /** Tells whether the newest key of a scope that had one of its own lies under the staff's, so that whoever works here reads it. */
  isReleased(workspaceId: string, scopeId: string): Promise<boolean>;
  /**
   * Returns those whom the standing head of a private scope names, and whom its newest key leaves out though the head lies under
   * an older one: it is an earlier head.
   */
  leftOut(workspaceId: string, scopeId: string, head: StandingHead): Promise<string[]>;
  // --- records ------------------------------------------------------------------------------------------------
  /**
   * Tells of records that were opened before, in their order, whether their author's signature holds. What else speaks
   * against an author was judged on opening.
   */
  verifyRecords(workspaceId: string, records: UnverifiedRecord[]): Promise<boolean[]>;
  /**
   * Takes over the log and the keys of a pulled page and opens its rows, in one crossing. Rows of a scope that the log
   * does not know are left out. @throws as `takeLog` does; nothing is taken then
   */
  openPage(workspaceId: string, page: PulledPage): Promise<OpenedPage>;
  /**
   * Seals for the wire under each scope's newest generation. Personal records: `workspaceId` is '', the scope the
   * user's id. `privateScopes`: those that were private when people wrote the records, so that a key that everybody
   * has will not do. @throws TrustError missing-key, unknown-scope
   */
  sealRecords(
    workspaceId: string,
    records: PlainRecord[],
    privateScopes?: readonly string[],
  ): Promise<Uint8Array[]>;
  /**
   * Seals everything that a batch needs, in one crossing: takes the scopes that it creates, makes new keys for those
   * whose readers change or whose key the server no longer accepts, and adds the tags of names. What is sealed next is
   * sealed under the new keys.
   * @throws TrustError missing-key, unknown-scope
   */
  sealBatch(workspaceId: string, batch: PlainBatch): Promise<SealedBatch>;

  // --- the device's own store ---------------------------------------------------------------------------------
  /**
   * Seals pages of the replica under keys that die with sign-out; outbox entries and what a device remembers under keys
   * from the account's seeds. `label` binds the place. The caller must not use the bytes given here and to `openLocal`
   * any more. An outbox entry from before a password reset
   * opens once `openFormerKeys` has brought back its key.
   */
  sealLocal(store: SealedStore, label: string, plain: Uint8Array): Promise<Uint8Array>;
  /** Does the same with several pieces, in one crossing. */
  sealPieces(pieces: readonly LocalPiece[]): Promise<Uint8Array[]>;
  openLocal(store: SealedStore, label: string, sealed: Uint8Array): Promise<Uint8Array>;

  /** Returns the name under which the device remembers a workspace (empty: the personal records): it tells nobody which. */
  memoryName(workspaceId: string): Promise<string>;

  // --- files --------------------------------------------------------------------------------------------------
  newFileKey(): Promise<string>;
  /** Seals part `index` (of 4 MiB each) of a file of `size` bytes. The caller must not use the given bytes any more. */
  sealPart(
    context: FileContext,
    size: number,
    index: number,
    plain: Uint8Array,
  ): Promise<{ sealed: Uint8Array; part: SealedPart }>;
  /** Opens a part. @throws CryptoError damaged-file where it is not exactly the one that the record lists */
  openPart(
    context: FileContext,
    size: number,
    index: number,
    part: SealedPart,
    sealed: Uint8Array,
  ): Promise<Uint8Array>;
  /**
   * Opens `count` neighbouring segments of one part from segment `first` of the file on, cut at its size; `head`: the part's
   * first 17 bytes. Each is what was sealed in its place, by itself: the part's hash is not looked at.
   * @throws CryptoError damaged-file; unknown-version, malformed for a head that is none
   */
  openSegments(
    context: FileContext,
    size: number,
    first: number,
    count: number,
    head: Uint8Array,
    sealed: Uint8Array,
  ): Promise<Uint8Array>;

  // --- links --------------------------------------------------------------------------------------------------
  /** Seals the manifest of a new link (JSON) under a key of its own. @throws CryptoError password-length */
  sealLink(linkId: string, manifest: Uint8Array, password: string | undefined): Promise<SealedLink>;
}
