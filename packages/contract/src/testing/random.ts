/** A seeded source of chance: the same on every run. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1. */
  next(): number;
  /** Returns a whole number from 0 (inclusive) to `count`. */
  below(count: number): number;
  /** Returns a whole number from `from` to `to`, both inclusive. */
  int(from: number, to: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

/**
 * Makes a generator by mulberry32 (Tommy Ettinger, public domain): 32 bits of state, good enough to make things
 * up.
 */
export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const int = (from: number, to: number) => from + below(to - from + 1);
  return {
    next,
    below,
    int,
    pick: (list) => list[int(0, list.length - 1)]!,
    chance: (share) => next() < share,
  };
}
