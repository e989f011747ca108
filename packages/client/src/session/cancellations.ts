/** Cancelling a subscription by a mailed link, for people who are not signed in. */
import { emailOf } from '@kontor/contract/text/email';
import type { Language } from '@kontor/contract/text/language';
import type { Cancellation } from '@kontor/contract/wire/cancellation';
import type { Http } from '../http/http.ts';

export class Cancellations {
  readonly #http: Http;

  constructor({ http }: { http: Http }) {
    this.#http = http;
  }

  /** Has links mailed to an address; the server does not tell if there was anything to mail. @throws CallError THROTTLED */
  async request(email: string, language: Language): Promise<void> {
    await (await this.#http.api()).cancellation.request({ email: emailOf(email), language });
  }

  /** Returns what a link is about. @throws CallError INVALID_CODE, THROTTLED */
  async check(token: string): Promise<Cancellation> {
    return (await this.#http.api()).cancellation.check({ token });
  }

  /** Cancels. @throws CallError INVALID_CODE, THROTTLED, GATEWAY_FAILED */
  async confirm(token: string): Promise<Cancellation> {
    return (await this.#http.api()).cancellation.confirm({ token });
  }
}
