/** Pre-signed urls, asked for in groups a little ahead of their use, and anew when they are about to expire. */
import type { Presigned } from '@kontor/contract/wire/blob';
import { presignedSeconds } from '@kontor/contract/wire/protocol';

/** Urls in one group: at 1 Mbit/s eight parts still arrive before the last url expires. */
const groupSize = 8;
/** ms. */
const maxAge = (presignedSeconds - 60) * 1_000;

export class UrlSupply {
  readonly #ask: (parts: number[]) => Promise<Presigned[]>;
  readonly #waiting: number[];
  readonly #urls = new Map<number, Promise<Presigned & { since: number }>>();

  /**
   * @param ask gets a url per part; the parts are numbers in the file
   * @param parts the parts that will be needed, in that order
   */
  constructor(ask: (parts: number[]) => Promise<Presigned[]>, parts: readonly number[]) {
    this.#ask = ask;
    this.#waiting = [...parts];
  }

  /** The url of a part. Rejects as `ask` does. */
  async take(part: number): Promise<Presigned> {
    if (!this.#urls.has(part)) this.#order(part);
    // The next group is on its way before this one is used up.
    if (this.#urls.size <= groupSize / 2 && this.#waiting.length > 0) this.#order(this.#waiting[0]!);
    const url = await this.#urls.get(part)!;
    this.#urls.delete(part);
    if (Date.now() - url.since < maxAge) return url;
    const [fresh] = await this.#ask([part]);
    return fresh!;
  }

  #order(part: number): void {
    const ahead = this.#waiting.filter((candidate) => candidate !== part).slice(0, groupSize - 1);
    const group = [part, ...ahead];
    for (const each of group) {
      const at = this.#waiting.indexOf(each);
      if (at >= 0) this.#waiting.splice(at, 1);
    }
    const since = Date.now();
    const answer = this.#ask(group);
    // Whoever takes a url hears of the failure; those that are never taken must not end the process.
    answer.catch(() => {});
    for (const [i, each] of group.entries()) {
      const url = answer.then((urls) => ({ ...urls[i]!, since }));
      url.catch(() => {});
      this.#urls.set(each, url);
    }
  }
}
