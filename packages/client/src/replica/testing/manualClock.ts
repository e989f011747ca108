import type { Clock } from '../clock.ts';

/** Returns a clock that goes on when it is told to. */
export function manualClock(): {
  clock: Clock;
  /** Lets ms go by, waking whoever waits on the way. */
  pass(ms: number): Promise<void>;
} {
  let now = 1_000_000;
  const waiting: { at: number; wake: () => void }[] = [];
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  return {
    clock: {
      now: () => now,
      wait: (ms, signal) =>
        new Promise((wake) => {
          if (signal.aborted) return wake();
          waiting.push({ at: now + ms, wake });
          signal.addEventListener('abort', () => wake());
        }),
    },
    pass: async (ms) => {
      const end = now + ms;
      for (;;) {
        await settle();
        waiting.sort((a, b) => a.at - b.at);
        if (!waiting[0] || waiting[0].at > end) break;
        const next = waiting.shift()!;
        now = next.at;
        next.wake();
      }
      now = end;
      await settle();
    },
  };
}
