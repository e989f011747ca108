import type { KeptSession, Keychain } from '../../desktop/bridge.ts';
import type { DeviceToken, HttpOptions } from '../../http/http.ts';
import { type Observable, observable } from '../../observable.ts';

/**
 * Why the session does not outlive the app: there is no keychain (`absent`), or it is locked or refuses (`locked`).
 * `notForgotten`: it refused to delete a session that has ended.
 */
export type KeychainTrouble = 'absent' | 'locked' | 'notForgotten';

/**
 * The session of the desktop app: its token goes with every call to its server, and outlives the app in the keychain. A
 * keychain that refuses fails nothing; `trouble` says so.
 */
export class BearerSession {
  readonly #origin: string;
  readonly #keychain: Keychain;
  readonly #trouble;
  readonly #deviceToken: DeviceToken;
  /** undefined while nobody is signed in. */
  token: string | undefined;
  /** The session as the keychain has it; with its share of the key this device opens without the server. */
  kept: KeptSession | undefined;
  #tellEnded: (userId: string) => void = () => {};

  constructor(origin: string, keychain: Keychain, deviceToken: DeviceToken) {
    this.#deviceToken = deviceToken;
    this.#origin = origin;
    this.#keychain = keychain;
    this.#trouble = observable<KeychainTrouble | undefined>(keychain.isAvailable ? undefined : 'absent');
  }

  /** Returns what every call to the server carries. */
  get credentials(): Pick<HttpOptions, 'bearer' | 'deviceToken'> {
    return { bearer: () => this.token, deviceToken: this.#deviceToken };
  }

  get trouble(): Observable<KeychainTrouble | undefined> {
    return this.#trouble;
  }

  /** Takes up what the keychain has. */
  async load(): Promise<void> {
    await this.#ask('locked', async () => {
      this.kept = await this.#keychain.get(this.#origin);
      this.token = this.kept?.token;
    });
  }

  /** Keeps the session that is open. */
  async keep(account: { id: string; deviceShare: string }): Promise<void> {
    const { token } = this;
    if (!token) return;
    await this.#ask('locked', async () => {
      const session = { token, userId: account.id, deviceShare: account.deviceShare };
      await this.#keychain.set(this.#origin, session);
      this.kept = session;
    });
  }

  /** Calls back with the account whose session turned out, at a start, to have been ended elsewhere. */
  onEnded(listener: (userId: string) => void): void {
    this.#tellEnded = listener;
  }

  /**
   * Notes that the session was ended elsewhere: nothing opens with it any more. The token stays for a former
   * person, who answers with it.
   * @param isFormer the password was reset, or it is not known
   * @param wasOpen this page heard of the end by itself
   */
  async end({ isFormer, wasOpen }: { isFormer: boolean; wasOpen: boolean }): Promise<void> {
    const { kept } = this;
    if (!kept) return;
    const { userId, token, deviceShare } = kept;
    if (!wasOpen && deviceShare !== undefined) this.#tellEnded(userId);
    if (!isFormer) return this.forget();
    if (deviceShare === undefined) return;
    this.kept = { token, userId };
    await this.#ask('notForgotten', () => this.#keychain.set(this.#origin, { token, userId }));
  }

  /** Forgets the session, here and in the keychain. */
  async forget(): Promise<void> {
    this.token = this.kept = undefined;
    await this.#ask('notForgotten', () => this.#keychain.set(this.#origin, undefined));
  }

  async #ask(trouble: KeychainTrouble, act: () => Promise<void>): Promise<void> {
    let found: KeychainTrouble | undefined = this.#keychain.isAvailable ? undefined : 'absent';
    try {
      await act();
    } catch {
      found = trouble;
    }
    this.#trouble.set(found);
  }
}
