import type { KeptSession, Keychain } from '../../desktop/bridge.ts';

/** The session of the desktop app: its token goes with every call to its server, and outlives the app in the keychain. */
export class BearerSession {
  readonly #origin: string;
  readonly #keychain: Keychain;
  /** undefined while nobody is signed in. */
  token: string | undefined;
  /** The session as the keychain has it; with its share of the key this device opens without the server. */
  kept: KeptSession | undefined;

  constructor(origin: string, keychain: Keychain) {
    this.#origin = origin;
    this.#keychain = keychain;
  }

  /** Takes up what the keychain has. */
  async load(): Promise<void> {
    this.kept = await this.#keychain.get(this.#origin);
    this.token = this.kept?.token;
  }

  /** Keeps the session that is open. */
  async keep(account: { id: string; deviceShare: string }): Promise<void> {
    if (!this.token) return;
    this.kept = { token: this.token, userId: account.id, deviceShare: account.deviceShare };
    await this.#keychain.set(this.#origin, this.kept);
  }

  /** Forgets the session, here and in the keychain. */
  async forget(): Promise<void> {
    this.token = this.kept = undefined;
    await this.#keychain.set(this.#origin, undefined);
  }
}
