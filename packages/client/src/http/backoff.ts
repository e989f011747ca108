/**
 * Returns the delay before try number `attempt` (from 1), in ms: doubles from half a second to a minute, with jitter.
 */
export const backoff = (attempt: number): number =>
  Math.min(60_000, 500 * 2 ** Math.min(attempt - 1, 8)) * (0.75 + Math.random() / 2);
