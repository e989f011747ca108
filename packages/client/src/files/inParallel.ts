/**
 * Runs `work` for each number, at most `width` at a time, in order of their start. The first failure stops the others
 * from starting; it rejects when those that ran have ended.
 */
export async function inParallel(
  numbers: readonly number[],
  width: number,
  work: (n: number) => Promise<void>,
): Promise<void> {
  const waiting = numbers.values();
  let failure: { error: unknown } | undefined;
  const run = async () => {
    for (const n of waiting) {
      if (failure) return;
      try {
        await work(n);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: width }, run));
  if (failure) throw failure.error;
}
