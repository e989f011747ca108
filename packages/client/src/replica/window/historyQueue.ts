/** One queue for everything that fetches or opens the past of windowed scopes: what people wait for comes first. */

/** In the order in which they go. */
const historyRanks = ['screen', 'jump', 'search', 'sweep'] as const;
export type HistoryRank = (typeof historyRanks)[number];

interface Waiting {
  rank: HistoryRank;
  key: string;
  work: () => Promise<unknown>;
  done: PromiseWithResolvers<unknown>;
}

/** Pieces of work that run at once; of the sweep one, and only while nothing else runs. */
const atOnce = 2;

export class HistoryQueue {
  readonly #waiting: Waiting[] = [];
  readonly #running = new Set<Waiting>();
  #isClosed = false;

  /**
   * Runs a piece of work when its turn has come. The same key at the same time is the same piece, at the more urgent of
   * the ranks. Never settles once the queue is closed.
   */
  add<T>(rank: HistoryRank, key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#find(key);
    if (known) {
      if (rankOf(rank) < rankOf(known.rank)) known.rank = rank;
      return known.done.promise as Promise<T>;
    }
    const waiting: Waiting = { rank, key, work, done: Promise.withResolvers<unknown>() };
    this.#waiting.push(waiting);
    this.#next();
    return waiting.done.promise as Promise<T>;
  }

  /** Begins nothing more. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.length = 0;
  }

  #find(key: string): Waiting | undefined {
    return [...this.#running, ...this.#waiting].find((each) => each.key === key);
  }

  #next(): void {
    while (!this.#isClosed && this.#running.size < atOnce) {
      const next = this.#waiting.reduce<Waiting | undefined>(
        (first, each) => (!first || rankOf(each.rank) < rankOf(first.rank) ? each : first),
        undefined,
      );
      if (!next || (next.rank === 'sweep' && this.#running.size > 0)) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      void this.#run(next);
    }
  }

  async #run(next: Waiting): Promise<void> {
    this.#running.add(next);
    try {
      next.done.resolve(await next.work());
    } catch (error) {
      next.done.reject(error);
    }
    this.#running.delete(next);
    this.#next();
  }
}

const rankOf = (rank: HistoryRank): number => historyRanks.indexOf(rank);
