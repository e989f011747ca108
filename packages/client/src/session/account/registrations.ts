/** Becoming somebody: an account of one's own, made here and confirmed by mail. */
import { emailOf } from '@kontor/contract/text/email';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import type { ServerTerms } from '@kontor/contract/wire/server';
import { v7 as uuidv7 } from 'uuid';
import type { OpenDeviceStore } from '../../device/deviceStore.ts';
import type { Http } from '../../http/http.ts';
import type { Vault } from '../../vault/vault.ts';
import type { Registration } from '../view/sessionView.ts';

interface RegistrationParts {
  http: Http;
  vault: Vault;
  openDevice: OpenDeviceStore;
  /** Resolves when the session before is closed, and the vault with it. */
  closed(): Promise<void>;
}

export class Registrations {
  readonly #parts: RegistrationParts;

  constructor(parts: RegistrationParts) {
    this.#parts = parts;
  }

  /** Asks the server who may make an account and whether workspaces cost anything. @throws CallError */
  terms(): Promise<ServerTerms> {
    return this.#parts.http.json<ServerTerms>('/api/server');
  }

  /** Fetches the agreement that the server's operator offers: a PDF. @throws CallError NOT_FOUND where there is none */
  async agreement(signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const { pdf } = await (await this.#parts.http.api()).server.agreement({}, signal && { signal });
    return fromBase64Url(pdf);
  }

  /**
   * Makes an account. The name stays on this device, sealed, until the first sign-in; the server sees the address.
   * @throws CallError EMAIL_TAKEN and others
   */
  async register(registration: Registration): Promise<void> {
    await this.#makeAccount('/api/users/register', registration);
  }

  /** Tells whether the one-time password opens the set-up page. @throws CallError INVALID_CODE */
  async checkOneTimePassword(email: string, oneTimePassword: string): Promise<void> {
    const body = { email: emailOf(email), oneTimePassword };
    await this.#parts.http.json('/api/users/setup/check', { method: 'POST', body });
  }

  /** Makes the account of an invited address, which the one-time password confirms. @throws CallError */
  async setUp(registration: Registration, oneTimePassword: string): Promise<void> {
    await this.#makeAccount('/api/users/setup', registration, { oneTimePassword });
  }

  async #makeAccount(
    path: string,
    { firstName, lastName, password, language, ...person }: Registration,
    more: object = {},
  ): Promise<void> {
    const { http, vault, openDevice, closed } = this.#parts;
    await closed();
    const email = emailOf(person.email);
    const userId = uuidv7();
    try {
      const keys = await vault.createAccount({ userId, email, password });
      const body = { ...keys, userId, email, language, ...more };
      await http.json(path, { method: 'POST', body });
      const device = await openDevice(userId);
      const { leaveNames } = await import('../profile/profile.ts');
      await leaveNames(vault, device, { firstName, lastName });
      device.close();
    } finally {
      await vault.close();
    }
  }

  /** Confirms the address with the mailed code. @throws CallError INVALID_CODE */
  async verify(email: string, verificationCode: string): Promise<void> {
    const body = { email: emailOf(email), verificationCode };
    await this.#sendOwn('/api/users/verify', body);
  }

  async resendCode(email: string): Promise<void> {
    const body = { email: emailOf(email) };
    await this.#sendOwn('/api/users/resend', body);
  }

  /** Sends what concerns the sign-up from here that waits for its code. */
  async #sendOwn(path: string, body: object): Promise<void> {
    const { http } = this.#parts;
    await http.json(path, { method: 'POST', body, headers: http.registration });
  }
}
