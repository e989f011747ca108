/** Calls that come while others are under way go out together, so that one statement and one commit serve them all. */

export interface GatherLimits {
  /** Rounds under way at most. */
  rounds: number;
  /** Items of one round at most. */
  items: number;
}

/**
 * Makes one call out of many: `work` takes items and answers them in their order. An item that finds a round free goes
 * at once and alone; the others wait for the next one. What `work` throws is thrown to all items of its round.
 */
export function gather<T, R>(
  { rounds, items }: GatherLimits,
  work: (items: readonly T[]) => Promise<readonly R[]>,
): (item: T) => Promise<R> {
  const waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  let underWay = 0;
  const run = async () => {
    underWay++;
    while (waiting.length > 0) {
      const calls = waiting.splice(0, items);
      try {
        const results = await work(calls.map(({ item }) => item));
        for (const [i, { resolve }] of calls.entries()) resolve(results[i]!);
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
    }
    underWay--;
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (underWay < rounds) void run();
    });
}
