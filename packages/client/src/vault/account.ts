/** The open account: seeds, and the keys that hang on them. Everything here dies with `close`. */
import { passwordSuite, type Register } from '@kontor/contract/account';
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/bytes';
import type { KeyCert } from '@kontor/contract/keyCert';
import {
  type AccountKeys,
  createAccountKeys,
  openSeeds,
  sealSeeds,
  sealSeedsForPhrase,
} from '@kontor/crypto/account';
import { parseCert } from '@kontor/crypto/cert';
import {
  createDeviceKey,
  createPageKey,
  importOutboxKey,
  importPageKey,
  openDevice,
  openOutboxEntry,
  openPage,
  sealDevice,
  sealOutboxEntry,
  sealPage,
} from '@kontor/crypto/device';
import { createAccountSalt, derivePasswordKeys } from '@kontor/crypto/password';
import { type NewKit, TrustError } from './vault.ts';

export class OpenAccount {
  #wrapKey: Bytes | undefined;
  #keys: AccountKeys | undefined;
  #pageKey: CryptoKey | undefined;
  #outboxKey: CryptoKey | undefined;

  /** Seeds and certificate. @throws TrustError missing-key while no account is open */
  get keys(): AccountKeys {
    if (!this.#keys) throw new TrustError('missing-key', 'no account is open');
    return this.#keys;
  }

  get userId(): string {
    return this.keys.cert.userId;
  }

  async create(input: {
    userId: string;
    email: string;
    password: string;
  }): Promise<
    Pick<Register, 'password' | 'confirmPassword' | 'accountSalt' | 'suite' | 'privateKey' | 'publicKey'>
  > {
    const accountSalt = createAccountSalt();
    const { authKey, wrapKey } = await derivePasswordKeys({ ...input, accountSalt, suite: passwordSuite });
    const keys = await createAccountKeys(input.userId, Date.now());
    await this.#hold(keys);
    return {
      password: toBase64Url(authKey),
      confirmPassword: toBase64Url(authKey),
      accountSalt: toBase64Url(accountSalt),
      suite: passwordSuite,
      privateKey: toBase64Url(await sealSeeds(wrapKey, keys)),
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
    this.#wrapKey = wrapKey;
    return { authKey: toBase64Url(authKey) };
  }

  async open({ privateKey, publicKey }: { privateKey: string; publicKey: KeyCert }): Promise<void> {
    if (!this.#wrapKey) throw new TrustError('missing-key', 'nobody is signing in');
    const cert = await parseCert(publicKey);
    const seeds = await openSeeds(this.#wrapKey, fromBase64Url(privateKey), cert);
    this.#wrapKey = undefined;
    await this.#hold({ seeds, cert });
  }

  async sealForDevice(input: { deviceShare: string }): Promise<{ sealed: Uint8Array; deviceKey: CryptoKey }> {
    const deviceKey = await createDeviceKey();
    const pageKey = createPageKey();
    this.#pageKey = await importPageKey(pageKey);
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
    this.#pageKey = pageKey;
  }

  async createKit(): Promise<NewKit> {
    // The word list is large, and nobody makes a kit while signing in.
    const { createPhraseEntropy, phraseKey, phraseVerification, phraseWords } = await import(
      '@kontor/crypto/phrase'
    );
    const entropy = createPhraseEntropy();
    const key = await phraseKey(this.userId, entropy);
    return {
      words: phraseWords(entropy),
      phraseVerification: toBase64Url(await phraseVerification(this.userId, entropy)),
      privateKey: toBase64Url(await sealSeedsForPhrase(key, this.keys)),
    };
  }

  async sealLocal(store: 'page' | 'outbox', label: string, plain: Uint8Array): Promise<Uint8Array> {
    return store === 'page'
      ? sealPage(this.#held(this.#pageKey), label, plain as Bytes)
      : sealOutboxEntry(this.#held(this.#outboxKey), label, plain as Bytes);
  }

  async openLocal(store: 'page' | 'outbox', label: string, sealed: Uint8Array): Promise<Uint8Array> {
    return store === 'page'
      ? openPage(this.#held(this.#pageKey), label, sealed as Bytes)
      : openOutboxEntry(this.#held(this.#outboxKey), label, sealed as Bytes);
  }

  close(): void {
    this.#keys?.seeds.xwing.fill(0);
    this.#keys?.seeds.ed25519.fill(0);
    this.#wrapKey?.fill(0);
    this.#wrapKey = undefined;
    this.#keys = undefined;
    this.#pageKey = undefined;
    this.#outboxKey = undefined;
  }

  #held(key: CryptoKey | undefined): CryptoKey {
    if (!key) throw new TrustError('missing-key', 'this device holds no key');
    return key;
  }

  async #hold(keys: AccountKeys): Promise<void> {
    this.#outboxKey = await importOutboxKey(keys.seeds, keys.cert.userId);
    this.#keys = keys;
  }
}
