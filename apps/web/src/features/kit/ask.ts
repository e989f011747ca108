/** Which words are asked back, and whether they are right. */

/** Picks `count` different places of a list, in order; `random` answers a whole number below its argument. */
export function pickPlaces(length: number, count: number, random: (below: number) => number): number[] {
  const places = new Set<number>();
  while (places.size < count) places.add(random(length));
  return [...places].sort((a, b) => a - b);
}

/** Returns a whole number below `below`, from the system's own source. The slight bias does not matter for a question. */
export const systemRandom = (below: number): number => crypto.getRandomValues(new Uint32Array(1))[0]! % below;

/** Compares words: case and white space around do not count. */
export const sameWord = (typed: string, word: string): boolean => typed.trim().toLowerCase() === word;
