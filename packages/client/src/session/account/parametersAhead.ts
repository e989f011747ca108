/** Asks what the key of a password is derived with while somebody types it, not only once they have sent it. */
import type { PasswordParameters } from '@kontor/contract/wire/account';
import type { Http } from '../../http/http.ts';
import { passwordParameters } from './authWire.ts';

/** ms for which an answer counts: the password may have been changed on another device. */
const freshMs = 60_000;

export class ParametersAhead {
  readonly #http: Http;
  #asked: { email: string; at: number; answer: Promise<PasswordParameters | undefined> } | undefined;

  constructor(http: Http) {
    this.#http = http;
  }

  /** Asks for those of an address. A failure shows once they are needed. */
  ask(email: string): void {
    if (this.#isFresh(email)) return;
    const answer = passwordParameters(this.#http, email).catch(() => undefined);
    this.#asked = { email, at: Date.now(), answer };
  }

  /** Returns those of an address, once: whoever is refused may have been given old ones. @throws CallError */
  async take(email: string): Promise<PasswordParameters> {
    const early = this.#isFresh(email) ? this.#asked!.answer : undefined;
    this.#asked = undefined;
    return (await early) ?? passwordParameters(this.#http, email);
  }

  #isFresh(email: string): boolean {
    return this.#asked?.email === email && Date.now() - this.#asked.at < freshMs;
  }
}
