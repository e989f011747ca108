/** The vault in this very process: inside the worker in browsers, beside its caller in Node. */
import type { PasswordChange, SealedPin, StoredKit } from '@kontor/contract/account';
import { fromBase64Url, toBase64Url } from '@kontor/contract/bytes';
import type { SealedRecord } from '@kontor/contract/entity';
import type { LogEntry, UnsignedLogEntry } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { Scope, ScopeKey } from '@kontor/contract/scope';
import { openLogPin, sealLogPin } from '@kontor/crypto/logPin';
import { nameTag } from '@kontor/crypto/nameTag';
import { LogBook, pinOf, type Source } from '../trust/logBook.ts';
import { OpenAccount } from './account.ts';
import { newFileKey, openPart, sealPart } from './files.ts';
import { Keyring } from './keyring.ts';
import { openRecords, sealRecords } from './records.ts';
import type {
  FileContext,
  KeyFault,
  NewKit,
  OpenedRows,
  PasswordProof,
  PlainRecord,
  SealedPart,
  Vault,
} from './vault.ts';
import { firstKeys, type NewKeys, nextKeys, signEntry } from './workspaceKeys.ts';

export class LocalVault implements Vault {
  readonly #account = new OpenAccount();
  readonly #log = new LogBook();
  readonly #keyring = new Keyring(this.#account, this.#log);
  readonly #keys = { account: this.#account, log: this.#log, keyring: this.#keyring };

  async createAccount(input: { userId: string; email: string; password: string }) {
    await this.close();
    return this.#account.create(input);
  }

  async beginSignIn(input: { email: string; password: string; suite: number; accountSalt: string }) {
    await this.close();
    return this.#account.beginSignIn(input);
  }

  openAccount(input: Parameters<Vault['openAccount']>[0]): Promise<void> {
    return this.#account.open(input);
  }

  sealForDevice(input: { deviceShare: string }) {
    return this.#account.sealForDevice(input);
  }

  async openFromDevice(input: Parameters<Vault['openFromDevice']>[0]): Promise<void> {
    await this.close();
    return this.#account.openFromDevice(input);
  }

  createKit(proof: PasswordProof): Promise<NewKit> {
    return this.#account.createKit(proof);
  }

  openKit(proof: PasswordProof, kit: StoredKit): Promise<{ words: string[] }> {
    return this.#account.openKit(proof, kit);
  }

  changePassword(proof: PasswordProof, next: string, kit: StoredKit | null): Promise<PasswordChange> {
    return this.#account.changePassword(proof, next, kit);
  }

  async close(): Promise<void> {
    this.#keyring.clear();
    this.#log.clear();
    this.#account.close();
  }

  takeLog(workspaceId: string, entries: LogEntry[], source: Source): Promise<LogState> {
    return this.#log.take(workspaceId, entries, source);
  }

  async logState(workspaceId: string): Promise<LogState | undefined> {
    return this.#log.state(workspaceId);
  }

  signLogEntry(entry: UnsignedLogEntry): Promise<LogEntry> {
    return signEntry(this.#account.keys, entry);
  }

  async sealPin(workspaceId: string): Promise<SealedPin | undefined> {
    const pin = this.#log.duePin(workspaceId);
    if (!pin) return undefined;
    const sealed = await sealLogPin(this.#account.keys, workspaceId, {
      genesisHash: fromBase64Url(pin.genesis),
      headSeq: pin.seq,
      headHash: fromBase64Url(pin.head),
    });
    return { workspaceId, sealed: toBase64Url(sealed) };
  }

  async takePins(pins: SealedPin[], source: Source): Promise<void> {
    for (const { workspaceId, sealed } of pins) {
      const opened = await openLogPin(this.#account.keys, workspaceId, fromBase64Url(sealed));
      this.#log.takePin(workspaceId, pinOf(opened), source);
    }
  }

  takeKeys(workspaceId: string, scopes: { scope: Scope; keys: ScopeKey[] }[]): Promise<KeyFault[]> {
    return this.#keyring.take(workspaceId, scopes);
  }

  async createWorkspaceKeys(input: Parameters<Vault['createWorkspaceKeys']>[0]): Promise<NewKeys> {
    const made = await firstKeys(this.#account.keys, input);
    await this.#log.take(input.workspaceId, [made.entry], 'device');
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

  rotateKeys(workspaceId: string, at: number): Promise<NewKeys> {
    const rings = {
      admins: this.#keyring.ringOf(workspaceId, 'admins'),
      staff: this.#keyring.ringOf(workspaceId, 'staff'),
    };
    return nextKeys(this.#account.keys, this.#log.known(workspaceId), rings, at);
  }

  openRecords(workspaceId: string, rows: SealedRecord[]): Promise<OpenedRows> {
    return openRecords(this.#keys, workspaceId, rows);
  }

  sealRecords(workspaceId: string, records: PlainRecord[]): Promise<Uint8Array[]> {
    return sealRecords(this.#keys, workspaceId, records);
  }

  async nameTag(workspaceId: string, scopeId: string, folderId: string, name: string): Promise<string> {
    return toBase64Url(await nameTag(await this.#keyring.first(workspaceId, scopeId), folderId, name));
  }

  sealLocal(store: 'page' | 'outbox', label: string, plain: Uint8Array): Promise<Uint8Array> {
    return this.#account.sealLocal(store, label, plain);
  }

  openLocal(store: 'page' | 'outbox', label: string, sealed: Uint8Array): Promise<Uint8Array> {
    return this.#account.openLocal(store, label, sealed);
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
}
