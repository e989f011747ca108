/** The vault in this very process: inside the worker in browsers, beside its caller in Node. */

import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { AccountKeysUpdate, PasswordChange, SealedPin, StoredKit } from '@kontor/contract/wire/account';
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { Leaving } from '@kontor/contract/wire/leaving';
import type { KitRenewal } from '@kontor/contract/wire/recovery';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import { warmAccount } from '@kontor/crypto/account';
import type { AccountMemory } from '@kontor/crypto/accountMemory';
import {
  importStoreKey,
  type KeyCopyBinding,
  memoryName,
  openStored,
  type SealedStore,
  sealStored,
} from '@kontor/crypto/device';
import { CryptoError } from '@kontor/crypto/errors';
import { nameTag } from '@kontor/crypto/nameTag';
import { warmPassword } from '@kontor/crypto/password';
import { OpenAccount } from './account.ts';
import { AccountPins } from './accountPins.ts';
import { Authors } from './authors.ts';
import { ConfirmedWords } from './confirmedWords.ts';
import { newFileKey, openPart, openSegments, sealPart } from './files.ts';
import { packRings, unpackRings } from './keptKeys.ts';
import { Keyring } from './keyring.ts';
import { KeyWiper } from './keyWiper.ts';
import { sealLink } from './links.ts';
import { bytesOf, LogSigner } from './logSigner.ts';
import type { SignedActs } from './memberAct.ts';
import type { PlainBatch, SealedBatch, StandingHead } from './plainBatch.ts';
import type { KeyFault, OpenedPage, PulledPage, ScopeKeys, UnverifiedRecord } from './plainRecord.ts';
import { openRecords } from './records.ts';
import { type BatchSealer, sealBatch } from './sealBatch.ts';
import { sealRecords, verifyRecords } from './sealRecords.ts';
import { LogBook, type PinSource, type Source } from './trust/logBook.ts';
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

export class LocalVault implements Vault, BatchSealer {
  readonly #wiper = new KeyWiper();
  readonly #warmed = new Set<string>();
  readonly #account = new OpenAccount(this.#wiper);
  readonly #log = new LogBook();
  readonly #keyring = new Keyring(this.#account, this.#log, this.#wiper);
  readonly #words = new ConfirmedWords();
  readonly #authors = new Authors(this.#account, this.#log, this.#keyring);
  readonly #keys = { account: this.#account, keyring: this.#keyring, authors: this.#authors };
  readonly #pins = new AccountPins(this.#account, this.#log);
  readonly #signer = new LogSigner({
    account: this.#account,
    log: this.#log,
    keyring: this.#keyring,
    words: this.#words,
    keys: this.#keys,
  });

  constructor() {
    // biome-ignore lint/correctness/noConstructorReturn: whoever makes a vault gets the one whose verbs are watched.
    return this.#wiper.watching(this);
  }

  async prepare({ signsIn = false } = {}): Promise<void> {
    await Promise.all([this.#warm('account', warmAccount), signsIn && this.#warm('password', warmPassword)]);
  }

  /** Warms a part once; what could not be loaded is loaded, and told of, when it is used. */
  async #warm(part: string, warm: () => Promise<void>): Promise<void> {
    if (this.#warmed.has(part)) return;
    this.#warmed.add(part);
    await warm().catch(() => this.#warmed.delete(part));
  }

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
    this.#pins.takeCarried(pins);
    return { counter };
  }

  renewAccount(counter: number): Promise<AccountKeysUpdate | undefined> {
    return this.#account.renew(counter, this.#pins.newest());
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
      this.#pins.takeCarried(pins);
      return { counter: Math.max(counter, this.#account.memory.counter) + 1, pins: this.#pins.newest() };
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
    await this.#pins.take(former.pins, 'device', keys);
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

  sealPin(workspaceId: string): Promise<SealedPin | undefined> {
    return this.#pins.seal(workspaceId);
  }

  sealPins(): Promise<SealedPin[]> {
    return this.#pins.sealAll();
  }

  giveUpPin(workspaceId: string): Promise<SealedPin | undefined> {
    return this.#pins.giveUp(workspaceId);
  }

  takePins(pins: SealedPin[], source: PinSource): Promise<string[]> {
    return this.#pins.take(pins, source);
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

  signMemberAct(...args: Parameters<Vault['signMemberAct']>): Promise<SignedActs> {
    return this.#signer.memberAct(...args);
  }

  signConfirmedAct(...args: Parameters<Vault['signConfirmedAct']>) {
    return this.#signer.confirmedAct(...args);
  }

  signRestore(...args: Parameters<Vault['signRestore']>) {
    return this.#signer.restore(...args);
  }

  signPhraseRekey(...args: Parameters<Vault['signPhraseRekey']>) {
    return this.#signer.phraseRekey(...args);
  }

  signDeviceRekey(...args: Parameters<Vault['signDeviceRekey']>) {
    return this.#signer.deviceRekey(...args);
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

  createInvitation(...args: Parameters<Vault['createInvitation']>) {
    return this.#signer.invitation(...args);
  }

  acceptInvitation(...args: Parameters<Vault['acceptInvitation']>) {
    return this.#signer.acceptance(...args);
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
