/** Batches concurrent calls: those that arrive while others run share one statement and one commit. */

export interface BatcherLimits {
  /** Most rounds that run at once. */
  rounds: number;
  /** Most items of one round. */
  items: number;
}

/**
 * Makes one call out of many: `work` takes items and returns their results in the same order. An item that finds a
 * round free runs at once and alone; the others wait for the next round. An error of `work` rejects all items of its
 * round.
 */
export function batcher<T, R>(
  { rounds, items }: BatcherLimits,
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
