/** Batches concurrent calls: those that arrive while others run share one statement and one commit. */

export interface BatcherLimits<T> {
  /** Most rounds that run at once. */
  rounds: number;
  /** Most items of one round. */
  items: number;
  /** Names what `work` can take together; by default everything. */
  kindOf?(item: T): string;
  stuck?: StuckRounds<T>;
}

/** Rounds that wait for something: they give up their place, and what is of their kind waits for them. */
export interface StuckRounds<T> {
  /** ms after which a round is one. */
  afterMs: number;
  /** Most that give up their place at once. */
  rounds: number;
  /** Names what an item may wait for. */
  keyOf(item: T): string;
}

interface Call<T, R> {
  item: T;
  kind: string | undefined;
  resolve: (result: R) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes one call out of many: `work` takes items of one kind and returns their results in the same order. An item that
 * finds a round free runs at once and alone; the others wait for the next round of their kind. The kind of whoever waits
 * longest goes first. An error of `work` rejects all items of its round.
 */
export function batcher<T, R>(
  { rounds, items, kindOf, stuck }: BatcherLimits<T>,
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  let waiting: Call<T, R>[] = [];
  let underWay = 0;
  /** The keys of the stuck rounds that gave up their place. */
  const held = new Set<ReadonlySet<string>>();
  /** The keys of those that could not, since as many as may had done so: the oldest first. */
  const overdue = new Set<ReadonlySet<string>>();

  const isHeld = ({ item }: Call<T, R>) =>
    stuck !== undefined && [...held].some((keys) => keys.has(stuck.keyOf(item)));
  const take = (): Call<T, R>[] => {
    const free = waiting.filter((call) => !isHeld(call));
    const calls = free.filter(({ kind }) => kind === free[0]!.kind).slice(0, items);
    const taken = new Set(calls);
    waiting = waiting.filter((call) => !taken.has(call));
    return calls;
  };
  const start = () => {
    while (underWay < rounds) {
      const calls = take();
      if (calls.length === 0) return;
      void run(calls);
    }
  };
  /** Lets overdue rounds give up their place. */
  const release = () => {
    for (const keys of overdue) {
      if (held.size >= (stuck?.rounds ?? 0)) return;
      overdue.delete(keys);
      held.add(keys);
      underWay--;
    }
  };
  /** Watches a round. Returns what ends it. */
  const begin = (calls: readonly Call<T, R>[]): (() => void) => {
    underWay++;
    if (!stuck) return () => underWay--;
    const keys = new Set(calls.map(({ item }) => stuck.keyOf(item)));
    const timer = setTimeout(() => {
      overdue.add(keys);
      release();
      start();
    }, stuck.afterMs);
    return () => {
      clearTimeout(timer);
      overdue.delete(keys);
      if (held.delete(keys)) release();
      else underWay--;
    };
  };
  const run = async (calls: readonly Call<T, R>[]) => {
    const end = begin(calls);
    try {
      const results = await work(calls.map(({ item }) => item));
      for (const [i, { resolve }] of calls.entries()) resolve(results[i]!);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    end();
    start();
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, kind: kindOf?.(item), resolve, reject });
      start();
    });
}
