import type { Step } from './tour.ts';

/** Returns what an error and its causes say, the outermost first. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, name, cause } = error;
  const own = message || String((error as { code?: unknown }).code ?? name);
  return cause === undefined ? own : `${own}: ${reasonOf(cause)}`;
}

/** Runs a step; prints its name and how long it took, or throws with these. */
export const step: Step = async (name, act) => {
  const start = Date.now();
  const took = () => `${((Date.now() - start) / 1000).toFixed(1)} s`;
  try {
    await act();
  } catch (error) {
    throw new Error(`${name}, after ${took()}: ${reasonOf(error)}`, { cause: error });
  }
  process.stdout.write(`  ✓ ${name} (${took()})\n`);
};
