/** Work that can pause. */

/** Does the work at once. */
export function runNow<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export interface SliceOptions {
  /** Milliseconds of work between two pauses, beside the last step; 8 where it is left out. */
  budget?: number;
  /** Resolves when the work may go on. */
  pause: () => Promise<void>;
  /** Returns milliseconds from any beginning. */
  now: () => number;
}

/** Does the work in slices. Rejects with what the work or `pause` throws. */
export async function runInSlices<T>(
  work: Generator<unknown, T>,
  { budget = 8, pause, now }: SliceOptions,
): Promise<T> {
  for (let from = now(); ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (now() - from < budget) continue;
    await pause();
    from = now();
  }
}
