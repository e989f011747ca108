/**
 * The index behind a door: in a worker in browsers, in the page's own thread elsewhere. Whatever takes long is done in slices,
 * one thing after the other, so that a query never waits for more than a slice.
 */
import type { Document } from '@kontor/search/document';
import { exactLevels } from '@kontor/search/evaluate';
import type { Query, Result } from '@kontor/search/query';
import { SearchIndex, type Selection } from '@kontor/search/searchIndex';
import { runInSlices } from '@kontor/search/slices';

/** Keys with version and time of their documents, in the same order. */
export interface Versions {
  keys: readonly string[];
  versions: readonly number[];
  times: readonly number[];
}

export type Body = Required<Pick<Document, 'key' | 'bodyVersion'>>;

export class SearchEngine {
  readonly #index = new SearchIndex();
  #work: Promise<unknown> = Promise.resolve();
  /** Keys that were asked for since the engine started, until `dropUnseen`. */
  #seen: Set<string> | undefined = new Set();

  /** Takes in a piece that an engine wrote of a tag, those of one tag oldest first. Returns whether it could read it. */
  load(tag: string, piece: Uint8Array): Promise<boolean> {
    const index = this.#index;
    // biome-ignore lint/correctness/useYield: a piece is taken in as a whole
    return this.#enqueue(function* () {
      try {
        index.load(piece, tag);
        return true;
      } catch (error) {
        if (error instanceof RangeError) return false;
        throw error;
      }
    });
  }

  /** Returns the places of the keys of which the index has nothing, or something else. */
  async differing({ keys, versions, times }: Versions): Promise<number[]> {
    const places: number[] = [];
    keys.forEach((key, i) => {
      this.#seen?.add(key);
      const known = this.#index.find(key);
      if (known?.version !== versions[i] || known?.time !== times[i]) places.push(i);
    });
    return places;
  }

  /** Returns the keys of those documents whose bodies the index has in these versions. */
  async withBodies(documents: readonly Body[]): Promise<string[]> {
    const isHere = ({ key, bodyVersion }: Body) => this.#index.find(key)?.bodyVersion === bodyVersion;
    return documents.filter(isHere).map(({ key }) => key);
  }

  put(documents: readonly Document[]): Promise<void> {
    for (const { key } of documents) this.#seen?.add(key);
    return this.#enqueue(() => this.#index.adding(documents));
  }

  drop(keys: readonly string[]): Promise<void> {
    const index = this.#index;
    return this.#enqueue(function* () {
      for (const key of keys) {
        index.remove(key);
        yield;
      }
    });
  }

  dropTagged(tag: string): Promise<void> {
    const index = this.#index;
    // biome-ignore lint/correctness/useYield: it is done at once.
    return this.#enqueue(function* () {
      index.removeTagged(tag);
    });
  }

  /** Drops what nobody asked for since the engine started, save what has one of some tags. Returns how many there were. */
  async dropUnseen(except: readonly string[]): Promise<number> {
    const index = this.#index;
    const seen = this.#seen ?? new Set();
    const count = await this.#enqueue(function* () {
      let dropped = 0;
      for (const key of index.keys(except)) {
        if (!seen.has(key)) {
          index.remove(key);
          dropped++;
        }
        yield;
      }
      return dropped;
    });
    this.#seen = undefined;
    return count;
  }

  async query(query: Query): Promise<Result> {
    return this.#index.query(query);
  }

  /**
   * Returns the keys of all documents that a query finds, the best first: a tenth of what the hits cost to hand over. Those with
   * typos only where there are no others: lists have orders of their own, in which they would mix.
   */
  async keys(query: Pick<Query, 'text' | 'tagged'>): Promise<string[]> {
    const { groups } = this.#index.query({ ...query, limit: Number.POSITIVE_INFINITY });
    const hits = groups.flatMap((group) => group.hits);
    const exact = hits.filter(({ level }) => level < exactLevels);
    return (exact.length > 0 ? exact : hits).map(({ key }) => key);
  }

  /** Returns what to keep of the documents of a tag, for `load`. */
  write(selection: Selection): Promise<Uint8Array<ArrayBuffer>[]> {
    return this.#enqueue(() => this.#index.writing(selection));
  }

  /** Makes queries cheaper, where something is to be gained. */
  tend(): Promise<void> {
    return this.#enqueue(() => this.#index.tending());
  }

  #enqueue<T>(work: () => Generator<void, T>): Promise<T> {
    const done = this.#work.then(() =>
      runInSlices(work(), { pause: letOthersGo, now: () => performance.now() }),
    );
    this.#work = done.catch(() => {});
    return done;
  }
}

/** Resolves behind the messages that wait; a timer would wait 4 ms. */
function letOthersGo(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
