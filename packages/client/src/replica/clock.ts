/** Time, so that tests need not wait for it. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Resolves after `ms`, or at once when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(done, ms);
      function done() {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    }),
};

/**
 * Returns the delay before try number `attempt` (from 1), in ms: doubles from half a second to a minute, with jitter.
 */
export const backoff = (attempt: number): number =>
  Math.min(60_000, 500 * 2 ** Math.min(attempt - 1, 8)) * (0.75 + Math.random() / 2);
