/** Time, so that tests need not wait for it. */
export interface Clock {
  /** Returns ms since 1970. */
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
