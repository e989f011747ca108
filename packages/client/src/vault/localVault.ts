/** The vault in this very process: inside the worker in browsers, beside its caller in Node. */

import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { type LogEntry, logEntryHash } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { AccountKeysUpdate, PasswordChange, SealedPin, StoredKit } from '@kontor/contract/wire/account';
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { Leaving } from '@kontor/contract/wire/leaving';
import type { KitRenewal } from '@kontor/contract/wire/recovery';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import type { AccountMemory } from '@kontor/crypto/accountMemory';
import { parseCert } from '@kontor/crypto/cert';
import {
  importStoreKey,
  type KeyCopyBinding,
  memoryName,
  openStored,
  type SealedStore,
  sealStored,
} from '@kontor/crypto/device';
import { CryptoError } from '@kontor/crypto/errors';
import { createInvitationKeys, createInvitationSecret, openInvitationKeys } from '@kontor/crypto/invitation';
import { openLogPin, sealLogPin } from '@kontor/crypto/logPin';
import { nameTag } from '@kontor/crypto/nameTag';
import { logCrypto } from '@kontor/crypto/signing';
import { OpenAccount } from './account.ts';
import { Authors } from './authors.ts';
import { ConfirmedWords } from './confirmedWords.ts';
import { newFileKey, openPart, openSegments, sealPart } from './files.ts';
import { packRings, unpackRings } from './keptKeys.ts';
import { Keyring } from './keyring.ts';
import { KeyWiper } from './keyWiper.ts';
import { sealLink } from './links.ts';
import type { SignedActs } from './memberAct.ts';
import { type ActParts, signAcceptance, signInvite, signMemberAct, signRestore } from './memberActs.ts';
import type { PlainBatch, SealedBatch, StandingHead } from './plainBatch.ts';
import type {
  KeyFault,
  OpenedPage,
  PlainRecord,
  PulledPage,
  ScopeKeys,
  UnverifiedRecord,
} from './plainRecord.ts';
import { openRecords } from './records.ts';
import { type Replacement, signRekey, withPrivateKeys } from './rekey.ts';
import { type BatchSealer, sealBatch } from './sealBatch.ts';
import { type SealedAs, sealRecords, verifyRecords } from './sealRecords.ts';
import { LogBook, type Pin, type PinSource, pinOf, type Source } from './trust/logBook.ts';
import { TrustError } from './trust/trustError.ts';
import type {
  FileContext,
  LocalPiece,
  LogStanding,
  LogWords,
  NewAccount,
  NewKit,
  PasswordProof,
  SealedPart,
  Vault,
} from './vault.ts';
import { firstKeys, type NewKeys } from './workspaceKeys.ts';

/** Most pins that ride in the sealed account keys. */
const maxPins = 500;
const bytesOf = (records: readonly SealedAs[]): Uint8Array[] => records.map(({ sealed }) => sealed);

export class LocalVault implements Vault, BatchSealer {
  readonly #wiper = new KeyWiper();
  readonly #account = new OpenAccount(this.#wiper);
  readonly #log = new LogBook();
  readonly #keyring = new Keyring(this.#account, this.#log, this.#wiper);
  readonly #words = new ConfirmedWords();
  readonly #authors = new Authors(this.#account, this.#log, this.#keyring);
  readonly #keys = { account: this.#account, keyring: this.#keyring, authors: this.#authors };

  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: whoever makes a vault gets the one whose verbs are watched.
    return this.#wiper.watching(this);
  }

  async prepare(): Promise<void> {}

  async createAccount(input: NewAccount) {
    await this.close();
    return this.#account.create(input);
  }

  async beginSignIn(input: { email: string; password: string; suite: number; accountSalt: string }) {
    await this.close();
    return this.#account.beginSignIn(input);
  }

  async openAccount(input: Parameters<Vault['openAccount']>[0]): Promise<{ counter: number }> {
    await this.#account.open(input);
    const { counter, pins } = this.#account.memory;
    // The server cannot drop one of these alone; that its own row says the same is another matter.
    for (const { workspaceId, ...pin } of pins) this.#log.takePin(workspaceId, pinOf(pin), 'device');
    return { counter };
  }

  renewAccount(counter: number): Promise<AccountKeysUpdate | undefined> {
    return this.#account.renew(counter, this.#newestPins());
  }

  /** The pins that the account's keys carry. */
  #newestPins(): AccountMemory['pins'] {
    return this.#log.pins.slice(0, maxPins).map(([workspaceId, { genesis, seq, head }]) => ({
      workspaceId,
      genesisHash: fromBase64Url(genesis),
      headSeq: seq,
      headHash: fromBase64Url(head),
    }));
  }

  sealForDevice(input: { deviceShare: string }) {
    return this.#account.sealForDevice(input);
  }

  async openFromDevice(input: Parameters<Vault['openFromDevice']>[0]): Promise<void> {
    await this.close();
    return this.#account.openFromDevice(input);
  }

  provePassword(proof: PasswordProof): ReturnType<Vault['provePassword']> {
    return this.#account.provePassword(proof);
  }

  createKit(proof: PasswordProof): Promise<NewKit> {
    return this.#account.createKit(proof);
  }

  openKit(proof: PasswordProof, kit: StoredKit): Promise<{ words: string[] }> {
    return this.#account.openKit(proof, kit);
  }

  changePassword(...[proof, next, kit, email]: Parameters<Vault['changePassword']>): Promise<PasswordChange> {
    // The copy that the server hands out now may be an older one.
    const renewed = ({ counter, pins }: AccountMemory): AccountMemory => {
      for (const { workspaceId, ...pin } of pins) this.#log.takePin(workspaceId, pinOf(pin), 'device');
      return { counter: Math.max(counter, this.#account.memory.counter) + 1, pins: this.#newestPins() };
    };
    return this.#account.changePassword(proof, next, kit, renewed, email);
  }

  verifyPhrase(phrase: string): Promise<{ phraseVerification: string }> {
    return this.#account.verifyPhrase(phrase);
  }

  async openFormerKeys(phrase: string, former: Parameters<Vault['openFormerKeys']>[1]): Promise<void> {
    const keys = await this.#account.openFormer(phrase, former);
    this.#keyring.takeFormer(keys);
    // Not the account's own any more: the next one is pinned anew.
    await this.#openPins(keys, former.pins, 'device');
  }

  renewKit(phrase: string): Promise<KitRenewal> {
    return this.#account.renewKit(phrase);
  }

  async close(): Promise<void> {
    this.#words.clear();
    this.#keyring.clear();
    this.#authors.clear();
    this.#log.clear();
    this.#account.close();
  }

  async takeLog(workspaceId: string, entries: LogEntry[], source: Source): Promise<LogState> {
    const before = this.#log.restoreOf(workspaceId);
    const state = await this.#log.take(workspaceId, entries, source);
    // What was made after the backup is none of this log's: the keys are taken from the server anew.
    if (this.#log.restoreOf(workspaceId) !== before) this.#keyring.forget(workspaceId);
    return state;
  }

  async logState(workspaceId: string): Promise<LogState | undefined> {
    return this.#log.state(workspaceId);
  }

  async sealPin(workspaceId: string): Promise<SealedPin | undefined> {
    const pin = this.#log.pinToSeal(workspaceId);
    return pin && this.#sealPin(workspaceId, pin);
  }

  sealPins(): Promise<SealedPin[]> {
    return Promise.all(this.#log.pins.map(([workspaceId, pin]) => this.#sealPin(workspaceId, pin)));
  }

  async #sealPin(workspaceId: string, pin: Pin): Promise<SealedPin> {
    const sealed = await sealLogPin(this.#account.keys, workspaceId, {
      genesisHash: fromBase64Url(pin.genesis),
      headSeq: pin.seq,
      headHash: fromBase64Url(pin.head),
    });
    return { workspaceId, sealed: toBase64Url(sealed) };
  }

  async giveUpPin(workspaceId: string): Promise<SealedPin | undefined> {
    const pin = new Map(this.#log.pins).get(workspaceId);
    if (!pin) return undefined;
    this.#log.takePin(workspaceId, pin, 'given-up');
    return this.#sealPin(workspaceId, pin);
  }

  takePins(pins: SealedPin[], source: PinSource): Promise<string[]> {
    return this.#openPins(this.#account.keys, pins, source);
  }

  /** Takes those pins that open; returns the workspaces of the others, which do not keep anybody out. */
  async #openPins(keys: AccountKeys, pins: SealedPin[], source: PinSource): Promise<string[]> {
    const damaged: string[] = [];
    for (const { workspaceId, sealed } of pins) {
      try {
        const opened = await openLogPin(keys, workspaceId, fromBase64Url(sealed));
        this.#log.takePin(workspaceId, pinOf(opened), source);
      } catch (error) {
        if (!(error instanceof CryptoError || error instanceof RangeError)) throw error;
        damaged.push(workspaceId);
      }
    }
    return damaged;
  }

  async standing(workspaceId: string): Promise<LogStanding> {
    return {
      isConfirmed: this.#log.isConfirmed(workspaceId),
      isShutOut: this.#keyring.isShutOut(workspaceId),
    };
  }

  async logWords(workspaceId: string): Promise<LogWords> {
    const { genesis, head } = this.#log.known(workspaceId);
    const { logWords } = await import('@kontor/crypto/sixWords');
    return { head, words: await logWords(workspaceId, fromBase64Url(genesis), fromBase64Url(head)) };
  }

  async confirmLog(workspaceId: string, head: string): Promise<void> {
    if (this.#log.known(workspaceId).head !== head) throw new TrustError('wrong-words', 'the log moved on');
    this.#log.confirm(workspaceId);
  }

  takeKeys(workspaceId: string, scopes: { scope: Scope; keys: ScopeKey[] }[]): Promise<KeyFault[]> {
    return this.#keyring.take(workspaceId, scopes);
  }

  async openKeys(...[workspaceId, scopes, sealed]: Parameters<Vault['openKeys']>) {
    let isUsed = false;
    if (sealed) {
      try {
        const content = await this.#account.openKeys(this.#keyOrigin(workspaceId, scopes), sealed);
        this.#keyring.restore(workspaceId, await unpackRings(content));
        isUsed = true;
      } catch (error) {
        // Made of other rows, or not by this vault: the rows themselves are what counts.
        if (!(error instanceof CryptoError)) throw error;
      }
    }
    return { faults: await this.#keyring.take(workspaceId, scopes), isUsed };
  }

  async sealKeys(...[workspaceId, scopes]: Parameters<Vault['sealKeys']>): Promise<Uint8Array | undefined> {
    const origin = this.#keyOrigin(workspaceId, scopes);
    return this.#account.sealKeys(origin, packRings(this.#keyring.rings(workspaceId)));
  }

  #keyOrigin(workspaceId: string, scopes: ScopeKeys[]): KeyCopyBinding {
    const sorted = scopes.toSorted((a, b) => (a.scope.id < b.scope.id ? -1 : 1));
    const rows = sorted.map(({ scope: { id, kind }, keys }) => ({ id, kind, keys }));
    return { workspaceId, head: this.#log.known(workspaceId).head, rows: JSON.stringify(rows) };
  }

  async createWorkspaceKeys(input: Parameters<Vault['createWorkspaceKeys']>[0]): Promise<NewKeys> {
    const made = await firstKeys(this.#account.keys, input);
    await this.#log.take(input.workspaceId, [made.entry], 'device');
    this.#log.confirm(input.workspaceId);
    const keysOf = (id: string) => made.keys.filter((key) => key.scopeId === id);
    await this.#keyring.take(input.workspaceId, [
      {
        scope: { id: input.adminsScopeId, kind: 'admins', access: 'private' },
        keys: keysOf(input.adminsScopeId),
      },
      {
        scope: { id: input.staffScopeId, kind: 'staff', access: 'private' },
        keys: keysOf(input.staffScopeId),
      },
    ]);
    return made;
  }

  async signMemberAct(
    ...[workspaceId, act, at, records, revisions]: Parameters<Vault['signMemberAct']>
  ): Promise<SignedActs> {
    // The page may send anything, whatever the types say.
    if ('cert' in act) throw new TrustError('wrong-words', 'a certificate is taken for its six words alone');
    this.#log.assertConfirmed(workspaceId);
    return signMemberAct(this.#actParts(workspaceId, at, records, revisions), act);
  }

  async signConfirmedAct(
    ...[workspaceId, act, words, at, records, revisions, heads = {}]: Parameters<Vault['signConfirmedAct']>
  ) {
    this.#log.assertConfirmed(workspaceId);
    const cert = await parseCert(act.cert);
    await this.#words.check(cert, words);
    const parts = this.#actParts(workspaceId, at, records, revisions);
    const signed = await signMemberAct(parts, { ...act, cert });
    // An invited person was nobody's reader yet.
    if (act.type !== 'unlock' || !parts.state.members.has(act.userId)) return signed;
    return withPrivateKeys(parts, signed, act.userId, { rings: this.#keyring.rings(workspaceId), heads });
  }

  async signRestore(...[workspaceId, entries, changedAt, at]: Parameters<Vault['signRestore']>) {
    const { state, newestAt } = await this.#log.backup(workspaceId, entries);
    // Behind everything that it gives up, whatever the clocks of those who signed that said.
    const parts = { ...this.#actParts(workspaceId, Math.max(at, newestAt + 1)), state };
    return signRestore(parts, changedAt);
  }

  async signPhraseRekey(...[workspaceId, scopes, at]: Parameters<Vault['signPhraseRekey']>) {
    const signer = this.#keyring.former;
    const { cert } = this.#account.keys;
    return this.#signRekey(workspaceId, { cert, signer, method: 'phrase' }, scopes, at);
  }

  async signDeviceRekey(...[workspaceId, next, words, scopes, at]: Parameters<Vault['signDeviceRekey']>) {
    const cert = await parseCert(next);
    const signer = this.#account.keys;
    if (cert.userId !== signer.cert.userId) throw new TrustError('unconfirmed-key', "another's keys");
    await this.#words.check(cert, words);
    return this.#signRekey(workspaceId, { cert, signer, method: 'device' }, scopes, at);
  }

  /** A key that is not believed stays behind; without one that is needed nothing is signed. */
  async #signRekey(workspaceId: string, replacement: Replacement, scopes: ScopeKeys[], at: number) {
    await this.#keyring.take(workspaceId, scopes);
    // Without a pin the log may be a forgery: whom else it names gets nothing from here.
    const rings = this.#log.isConfirmed(workspaceId) ? this.#keyring.rings(workspaceId) : [];
    return signRekey(this.#actParts(workspaceId, at), replacement, rings);
  }

  async signLeaving(workspaceId: string, at: number): Promise<Leaving> {
    const { signLeaving } = await import('@kontor/crypto/leaving');
    return signLeaving(this.#account.keys, workspaceId, at);
  }

  async verifyLeaving(workspaceId: string, userId: string, leaving: Leaving): Promise<boolean> {
    const member = this.#log.known(workspaceId).members.get(userId);
    const { verifyLeaving } = await import('@kontor/crypto/leaving');
    return member !== undefined && verifyLeaving(member.cert, workspaceId, leaving);
  }

  async sixWords(): Promise<string[]> {
    const { sixWords } = await import('@kontor/crypto/sixWords');
    return sixWords(this.#account.keys.cert);
  }

  async createInvitation(...[workspaceId, invitation, records]: Parameters<Vault['createInvitation']>) {
    this.#log.assertConfirmed(workspaceId);
    const { invitationId, at, ...place } = invitation;
    const secret = createInvitationSecret();
    const { cert } = await createInvitationKeys(secret, { workspaceId, invitationId }, at);
    const signed = await signInvite(this.#actParts(workspaceId, at, records), cert, place);
    const head = await logEntryHash(signed.entries.at(-1)!, logCrypto);
    return { ...signed, secret: toBase64Url(secret), head };
  }

  async acceptInvitation(...[workspaceId, link, shown, at]: Parameters<Vault['acceptInvitation']>) {
    const { invitationId, head } = link;
    const state = await this.#log.take(workspaceId, shown.log, 'server', head);
    const invitation = state.invitations.get(invitationId);
    if (!invitation) throw new TrustError('wrong-invitation', 'the member log names no such invitation');
    const secret = fromBase64Url(link.secret);
    const keys = await openInvitationKeys(secret, { workspaceId, invitationId }, invitation.cert).catch(
      (cause: unknown) => {
        if (cause instanceof CryptoError) throw new TrustError('wrong-invitation', cause.message);
        throw cause;
      },
    );
    this.#keyring.takeLink(workspaceId, keys);
    const [fault] = await this.#keyring.take(workspaceId, shown.scopes);
    if (fault) throw new TrustError(fault.fault, fault.detail);
    // The link names an entry of it, and nobody but its maker and its reader knows the link.
    this.#log.confirm(workspaceId);
    return signAcceptance(this.#actParts(workspaceId, at), keys);
  }

  async accessOf(workspaceId: string, scopeIds: string[]): Promise<ScopeAccess[]> {
    return scopeIds.map((scopeId) => this.#keyring.access(workspaceId, scopeId));
  }

  async admittedBy(workspaceId: string, scopeId: string): Promise<string | undefined> {
    return this.#keyring.admittedBy(workspaceId, scopeId);
  }

  async isReleased(workspaceId: string, scopeId: string): Promise<boolean> {
    return this.#keyring.isReleased(workspaceId, scopeId);
  }

  async leftOut(workspaceId: string, scopeId: string, head: StandingHead): Promise<string[]> {
    return this.#keyring.leftOut(workspaceId, scopeId, head);
  }

  renewKey(...[workspaceId, scopeId, wish, why]: Parameters<BatchSealer['renewKey']>): Promise<ScopeKey[]> {
    return this.#keyring.renew(workspaceId, scopeId, wish, { isNew: false, isRefused: false, ...why });
  }

  #actParts(
    workspaceId: string,
    at: number,
    records: readonly PlainRecord[] = [],
    revisions: Readonly<Record<string, number>> = {},
  ): ActParts {
    const isCuttable = ([scopeId]: [string, number]) => this.#keyring.isCuttable(workspaceId, scopeId);
    return {
      account: this.#account.keys,
      state: this.#log.known(workspaceId),
      ringOf: (scopeId) => this.#keyring.ring(workspaceId, scopeId),
      at,
      revisions: new Map(Object.entries(revisions).filter(isCuttable)),
      hold: (fresh) => this.#keyring.hold(workspaceId, fresh),
      seal: async (fresh) => bytesOf(await sealRecords(this.#keys, workspaceId, records, { fresh })),
    };
  }

  async openPage(workspaceId: string, { log: entries, scopes, rows, late }: PulledPage): Promise<OpenedPage> {
    const log = entries && (await this.takeLog(workspaceId, entries, 'server'));
    const faults = scopes.length > 0 ? await this.#keyring.take(workspaceId, scopes, late) : [];
    const unknown = new Set(
      faults.flatMap(({ fault, scopeId }) => (fault === 'unknown-scope' ? [scopeId] : [])),
    );
    const opened = await openRecords(
      this.#keys,
      workspaceId,
      rows.filter(({ scopeId }) => !unknown.has(scopeId)),
    );
    const access = scopes.map(({ scope }) => this.#keyring.access(workspaceId, scope.id));
    const incomplete = workspaceId ? this.#keyring.incomplete(workspaceId) : [];
    return { ...opened, faults, access, incomplete, ...(log && { log }) };
  }

  async sealRecords(
    ...[workspaceId, records, privateScopes = []]: Parameters<Vault['sealRecords']>
  ): Promise<Uint8Array[]> {
    return bytesOf(await sealRecords(this.#keys, workspaceId, records, { privateScopes }));
  }

  verifyRecords(workspaceId: string, records: UnverifiedRecord[]): Promise<boolean[]> {
    return verifyRecords(this.#keys, workspaceId, records);
  }

  sealBatch(workspaceId: string, batch: PlainBatch): Promise<SealedBatch> {
    const { privateScopes } = batch;
    return sealBatch(this, workspaceId, batch, (records) =>
      sealRecords(this.#keys, workspaceId, records, { privateScopes }),
    );
  }

  async nameTag(workspaceId: string, scopeId: string, folderId: string, name: string): Promise<string> {
    return toBase64Url(await nameTag(await this.#keyring.first(workspaceId, scopeId), folderId, name));
  }

  async sealLocal(store: SealedStore, label: string, plain: Uint8Array): Promise<Uint8Array> {
    return sealStored(store, this.#account.storeKey(store), label, plain as Bytes);
  }

  sealPieces(pieces: readonly LocalPiece[]): Promise<Uint8Array[]> {
    return Promise.all(pieces.map(({ store, label, plain }) => this.sealLocal(store, label, plain)));
  }

  async openLocal(store: SealedStore, label: string, sealed: Uint8Array): Promise<Uint8Array> {
    try {
      return await openStored(store, this.#account.storeKey(store), label, sealed as Bytes);
    } catch (error) {
      if (store !== 'outbox' || !this.#keyring.hasFormer || !(error instanceof CryptoError)) throw error;
      const { seeds, cert } = this.#keyring.former;
      const key = await importStoreKey(store, seeds, cert.userId);
      return openStored(store, key, label, sealed as Bytes);
    }
  }

  memoryName(workspaceId: string): Promise<string> {
    return memoryName(this.#account.keys.seeds, this.#account.userId, workspaceId);
  }

  async newFileKey(): Promise<string> {
    return newFileKey();
  }

  sealPart(context: FileContext, size: number, index: number, plain: Uint8Array) {
    return sealPart(context, size, index, plain);
  }

  openPart(context: FileContext, size: number, index: number, part: SealedPart, sealed: Uint8Array) {
    return openPart(context, size, index, part, sealed);
  }

  openSegments(...args: Parameters<Vault['openSegments']>) {
    return openSegments(...args);
  }

  sealLink(linkId: string, manifest: Uint8Array, password: string | undefined) {
    return sealLink(linkId, manifest, password);
  }
}
