/** Pre-signed urls, asked for in groups a little ahead of their use, and anew when they are about to expire. */
import type { Presigned } from '@kontor/contract/wire/blob';
import { presignedSeconds } from '@kontor/contract/wire/protocol';

/** Urls in one group: at 1 Mbit/s eight parts still arrive before the last url expires. */
const groupSize = 8;
/** ms. */
const maxAge = (presignedSeconds - 60) * 1_000;

/** A url and the time at which it was asked for, in ms. */
export type TimedUrl = Presigned & { since: number };

/** Tells whether a url can still be used. */
export const isFresh = ({ since }: TimedUrl): boolean => Date.now() - since < maxAge;

export class UrlSupply {
  readonly #ask: (parts: number[]) => Promise<Presigned[]>;
  readonly #waiting: number[];
  readonly #urls = new Map<number, Promise<TimedUrl>>();
  readonly #onExpired: (part: number, url: Presigned) => void;

  /**
   * @param ask gets a url per part; the parts are numbers in the file
   * @param parts the parts that will be needed, in that order
   * @param onExpired told of urls that became too old before they were taken
   */
  constructor(
    ask: (parts: number[]) => Promise<Presigned[]>,
    parts: readonly number[],
    onExpired: (part: number, url: Presigned) => void = () => {},
  ) {
    this.#ask = ask;
    this.#waiting = [...parts];
    this.#onExpired = onExpired;
  }

  /** Resolves with the url of a part. Rejects as `ask` does; it may be asked again then. */
  async take(part: number): Promise<TimedUrl> {
    if (!this.#urls.has(part)) this.#order(part);
    // The next group is on its way before this one is used up.
    if (this.#urls.size <= groupSize / 2 && this.#waiting.length > 0) this.#order(this.#waiting[0]!);
    const url = await this.#urls.get(part)!;
    this.#urls.delete(part);
    if (isFresh(url)) return url;
    this.#onExpired(part, url);
    const since = Date.now();
    const [fresh] = await this.#ask([part]);
    return { ...fresh!, since };
  }

  #order(part: number): void {
    // One that is needed once more comes alone: every url reserves room.
    const isFirst = this.#waiting.includes(part);
    const ahead = isFirst ? this.#waiting.filter((each) => each !== part).slice(0, groupSize - 1) : [];
    const group = [part, ...ahead];
    for (const each of group) {
      const at = this.#waiting.indexOf(each);
      if (at >= 0) this.#waiting.splice(at, 1);
    }
    const since = Date.now();
    const answer = this.#ask(group);
    // Whoever takes a url hears of the failure; those that are never taken must not end the process.
    answer.catch(() => {
      for (const each of group) this.#urls.delete(each);
      this.#waiting.unshift(...group);
    });
    for (const [i, each] of group.entries()) {
      const url = answer.then((urls) => ({ ...urls[i]!, since }));
      url.catch(() => {});
      this.#urls.set(each, url);
    }
  }
}
