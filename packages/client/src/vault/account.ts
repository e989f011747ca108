/** The open account: seeds, and the keys that hang on them. Everything here dies with `close`. */
import {
  type AccountDeletion,
  type AccountKeysUpdate,
  type PasswordChange,
  passwordSuite,
  type Register,
  type StoredKit,
} from '@kontor/contract/wire/account';
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { KitRenewal } from '@kontor/contract/wire/recovery';
import {
  type AccountKeys,
  createAccountKeys,
  openAccount,
  openSeedsFromPhrase,
  sealAccount,
  sealSeedsForPhrase,
} from '@kontor/crypto/account';
import { type AccountMemory, noMemory } from '@kontor/crypto/accountMemory';
import { type RecordSigner, recordSigner } from '@kontor/crypto/authorSignature';
import { fingerprint, parseCert } from '@kontor/crypto/cert';
import {
  createDeviceKey,
  createPageKey,
  importPageKey,
  importStoreKey,
  type KeyCopyBinding,
  openDevice,
  openDeviceKeys,
  type SealedStore,
  sealDevice,
  sealDeviceKeys,
} from '@kontor/crypto/device';
import { CryptoError, parsing } from '@kontor/crypto/errors';
import { createAccountSalt, derivePasswordKeys, type PasswordKeys } from '@kontor/crypto/password';
import type { KeyWiper } from './keyWiper.ts';
import { TrustError } from './trust/trustError.ts';
import type { NewAccount, NewKit, PasswordProof } from './vault.ts';

/** Loads the code of phrases: the word list is large, and nobody needs it to sign in. */
const loadPhrase = () => import('@kontor/crypto/phrase');

export class OpenAccount {
  /** Until the sign-in is over. */
  #password: PasswordKeys | undefined;
  #memory: AccountMemory = noMemory;
  #keys: AccountKeys | undefined;
  #certKey = '';
  #storeKeys: Partial<Record<SealedStore, CryptoKey>> = {};
  #signer: Promise<RecordSigner> | undefined;
  readonly #wiper: KeyWiper;

  constructor(wiper: KeyWiper) {
    this.#wiper = wiper;
  }

  /** Seeds and certificate. @throws TrustError missing-key while no account is open */
  get keys(): AccountKeys {
    if (!this.#keys) throw new TrustError('missing-key', 'no account is open');
    return this.#keys;
  }

  /**
   * Resolves with the key that records are signed with, imported once. @throws TrustError missing-key while
   * no account is open
   */
  signer(): Promise<RecordSigner> {
    this.#signer ??= recordSigner(this.keys);
    return this.#signer;
  }

  get userId(): string {
    return this.keys.cert.userId;
  }

  /** Returns the fingerprint of the account's certificate, base64url. */
  get certKey(): string {
    return this.#certKey;
  }

  async create(
    input: NewAccount,
  ): Promise<
    Pick<Register, 'password' | 'confirmPassword' | 'accountSalt' | 'suite' | 'privateKey' | 'publicKey'>
  > {
    const accountSalt = createAccountSalt();
    const { authKey, wrapKey } = await derivePasswordKeys({ ...input, accountSalt, suite: passwordSuite });
    const previous = input.previous ? await fingerprint(await parseCert(input.previous)) : null;
    const keys = await createAccountKeys(input.userId, Date.now(), previous);
    await this.#hold(keys);
    return {
      password: toBase64Url(authKey),
      confirmPassword: toBase64Url(authKey),
      accountSalt: toBase64Url(accountSalt),
      suite: passwordSuite,
      privateKey: toBase64Url(await sealAccount(wrapKey, keys, noMemory)),
      publicKey: keys.cert,
    };
  }

  async beginSignIn(input: {
    email: string;
    password: string;
    suite: number;
    accountSalt: string;
  }): Promise<{ authKey: string }> {
    const { authKey, wrapKey } = await derivePasswordKeys({
      ...input,
      accountSalt: fromBase64Url(input.accountSalt),
    });
    this.#password = { authKey, wrapKey };
    return { authKey: toBase64Url(authKey) };
  }

  async open({ privateKey, publicKey }: { privateKey: string; publicKey: KeyCert }): Promise<void> {
    if (!this.#password) throw new TrustError('missing-key', 'nobody is signing in');
    const cert = await parseCert(publicKey);
    const { seeds, memory } = await openAccount(this.#password.wrapKey, fromBase64Url(privateKey), cert);
    this.#memory = memory;
    await this.#hold({ seeds, cert });
  }

  /** Returns the memory that the sealed keys carry: those that were opened last, or that `renew` has sealed since. */
  get memory(): AccountMemory {
    return this.#memory;
  }

  /** Seals the keys again, with these pins and a higher counter; once, at the end of a sign-in. */
  async renew(counter: number, pins: AccountMemory['pins']): Promise<AccountKeysUpdate | undefined> {
    const password = this.#password;
    if (!password) return undefined;
    this.#password = undefined;
    this.#memory = { counter, pins };
    const privateKey = await sealAccount(password.wrapKey, this.keys, this.#memory);
    const update = {
      currentPassword: toBase64Url(password.authKey),
      privateKey: toBase64Url(privateKey),
    };
    password.wrapKey.fill(0);
    return update;
  }

  async sealForDevice(input: { deviceShare: string }): Promise<{ sealed: Uint8Array; deviceKey: CryptoKey }> {
    const deviceKey = await createDeviceKey();
    const pageKey = createPageKey();
    const imported = await importPageKey(pageKey);
    this.#storeKeys.page = imported;
    const sealed = await sealDevice(deviceKey, fromBase64Url(input.deviceShare), this.keys, pageKey);
    return { sealed, deviceKey };
  }

  async openFromDevice(input: {
    deviceShare: string;
    deviceKey: CryptoKey;
    sealed: Uint8Array;
    publicKey: KeyCert;
  }): Promise<void> {
    const cert = await parseCert(input.publicKey);
    const { seeds, pageKey } = await openDevice(
      input.deviceKey,
      fromBase64Url(input.deviceShare),
      cert,
      input.sealed as Bytes,
    );
    await this.#hold({ seeds, cert });
    this.#storeKeys.page = pageKey;
  }

  async provePassword(proof: PasswordProof): Promise<AccountDeletion> {
    const { authKey } = await this.#prove(proof);
    return { currentPassword: toBase64Url(authKey) };
  }

  async createKit(proof: PasswordProof): Promise<NewKit> {
    const { authKey, wrapKey } = await this.#prove(proof);
    const { createPhraseEntropy, phraseKey, phraseVerification, phraseWords, sealPhrase } =
      await loadPhrase();
    const entropy = createPhraseEntropy();
    const key = await phraseKey(this.userId, entropy);
    return {
      words: phraseWords(entropy),
      stored: {
        currentPassword: toBase64Url(authKey),
        phraseVerification: toBase64Url(await phraseVerification(this.userId, entropy)),
        privateKey: toBase64Url(await sealSeedsForPhrase(key, this.keys)),
        phrase: toBase64Url(await sealPhrase(wrapKey, this.userId, entropy)),
      },
    };
  }

  async openKit(proof: PasswordProof, kit: StoredKit): Promise<{ words: string[] }> {
    const [{ wrapKey }, { phraseWords }] = [await this.#prove(proof), await loadPhrase()];
    return { words: phraseWords(await this.#entropyOf(wrapKey, kit)) };
  }

  /**
   * Changes the password. `renewed`: makes what the keys are to carry of what the server's copy of them
   * carried.
   */
  async changePassword(
    proof: PasswordProof,
    next: string,
    kit: StoredKit | null,
    renewed: (memory: AccountMemory) => AccountMemory,
    email = proof.email,
  ): Promise<PasswordChange> {
    const { memory, ...current } = await this.#prove(proof);
    const accountSalt = createAccountSalt();
    const { authKey, wrapKey } = await derivePasswordKeys({
      email,
      password: next,
      accountSalt,
      suite: passwordSuite,
    });
    return {
      currentPassword: toBase64Url(current.authKey),
      password: toBase64Url(authKey),
      confirmPassword: toBase64Url(authKey),
      accountSalt: toBase64Url(accountSalt),
      suite: passwordSuite,
      privateKey: toBase64Url(await sealAccount(wrapKey, this.keys, renewed(memory))),
      kit: kit && (await this.#rewrapKit(current.wrapKey, wrapKey, kit)),
    };
  }

  /** Resolves with that by which the server recognises a typed phrase. @throws PhraseError */
  async verifyPhrase(phrase: string): Promise<{ phraseVerification: string }> {
    const { phraseEntropy, phraseVerification } = await loadPhrase();
    return { phraseVerification: toBase64Url(await phraseVerification(this.userId, phraseEntropy(phrase))) };
  }

  /**
   * Resolves with the keys that the account had before a reset. @throws PhraseError; CryptoError where the
   * phrase does not open them
   */
  async openFormer(phrase: string, former: { privateKey: string; publicKey: KeyCert }): Promise<AccountKeys> {
    const { phraseEntropy, phraseKey } = await loadPhrase();
    const cert = await parseCert(former.publicKey);
    if (cert.userId !== this.userId) throw new TrustError('unconfirmed-key', "another's keys");
    const key = await phraseKey(this.userId, phraseEntropy(phrase));
    return { seeds: await openSeedsFromPhrase(key, fromBase64Url(former.privateKey), cert), cert };
  }

  /** Resolves with the seeds of now under a phrase that is on paper already. @throws PhraseError */
  async renewKit(phrase: string): Promise<KitRenewal> {
    const { phraseEntropy, phraseKey } = await loadPhrase();
    const key = await phraseKey(this.userId, phraseEntropy(phrase));
    const privateKey = toBase64Url(await sealSeedsForPhrase(key, this.keys));
    return { ...(await this.verifyPhrase(phrase)), privateKey };
  }

  /**
   * Resolves with both keys of the password, if it is the one that seals the seeds of this very account.
   * Nobody without the password can make such a box, so whoever only commands an open vault gets no further.
   */
  async #prove({ privateKey, ...input }: PasswordProof): Promise<PasswordKeys & { memory: AccountMemory }> {
    const { cert } = this.keys;
    const keys = await derivePasswordKeys({ ...input, accountSalt: fromBase64Url(input.accountSalt) });
    try {
      const { memory } = await openAccount(keys.wrapKey, fromBase64Url(privateKey), cert);
      return { ...keys, memory };
    } catch (cause) {
      if (!(cause instanceof CryptoError) || cause.code !== 'not-verified') throw cause;
      throw new CryptoError('wrong-password', 'the password does not open this account', cause);
    }
  }

  /** Resolves with the phrase's bytes, proven to open the account. @throws CryptoError, also where the kit is no base64url */
  async #entropyOf(wrapKey: Bytes, kit: StoredKit): Promise<Bytes> {
    const { openPhrase, phraseKey } = await loadPhrase();
    const bytesOf = (text: string) => parsing('the kit', () => fromBase64Url(text));
    const entropy = await openPhrase(wrapKey, this.userId, bytesOf(kit.phrase));
    const key = await phraseKey(this.userId, entropy);
    await openSeedsFromPhrase(key, bytesOf(kit.privateKey), this.keys.cert);
    return entropy;
  }

  /**
   * Wraps the kit anew; null for a kit that is damaged: that must not keep anybody from changing their
   * password.
   */
  async #rewrapKit(from: Bytes, to: Bytes, kit: StoredKit): Promise<PasswordChange['kit']> {
    try {
      const entropy = await this.#entropyOf(from, kit);
      const { phraseVerification, sealPhrase } = await loadPhrase();
      return {
        phraseVerification: toBase64Url(await phraseVerification(this.userId, entropy)),
        phrase: toBase64Url(await sealPhrase(to, this.userId, entropy)),
      };
    } catch (error) {
      if (error instanceof CryptoError) return null;
      throw error;
    }
  }

  /** Returns the key of one of the device's stores. @throws TrustError missing-key */
  storeKey(store: SealedStore): CryptoKey {
    const key = this.#storeKeys[store];
    if (!key) throw new TrustError('missing-key', 'this device holds no key');
    return key;
  }

  /** See `sealDeviceKeys`; undefined where this device keeps nothing. */
  async sealKeys(origin: KeyCopyBinding, plain: Bytes): Promise<Bytes | undefined> {
    return this.#storeKeys.page && sealDeviceKeys(this.#storeKeys.page, origin, plain);
  }

  /** See `openDeviceKeys`. @throws CryptoError; TrustError missing-key */
  async openKeys(origin: KeyCopyBinding, sealed: Uint8Array): Promise<Bytes> {
    return openDeviceKeys(this.storeKey('page'), origin, sealed as Bytes);
  }

  close(): void {
    const { xwing, ed25519 } = this.#keys?.seeds ?? {};
    this.#wiper.wipe(xwing, ed25519, this.#password?.wrapKey);
    this.#password = undefined;
    this.#memory = noMemory;
    this.#keys = undefined;
    this.#certKey = '';
    this.#signer = undefined;
    this.#storeKeys = {};
  }

  async #hold(keys: AccountKeys): Promise<void> {
    const { seeds, cert } = keys;
    const outbox = await importStoreKey('outbox', seeds, cert.userId);
    const memory = await importStoreKey('memory', seeds, cert.userId);
    this.#storeKeys = { ...this.#storeKeys, outbox, memory };
    this.#certKey = toBase64Url(await fingerprint(keys.cert));
    this.#keys = keys;
    this.#signer = undefined;
  }
}
