import type { Step } from './tour.ts';

/** Runs a step; prints its name and how long it took, or throws with its name. */
export const step: Step = async (name, act) => {
  const start = Date.now();
  try {
    await act();
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
  process.stdout.write(`  ✓ ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)\n`);
};
