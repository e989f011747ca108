/**
 * Typos, counted as letters left out, added, replaced, or swapped with their neighbour (optimal string alignment).
 * Bit-parallel, after H. Hyyrö, "A Bit-Vector Algorithm for Computing Levenshtein and Damerau Edit Distances" (Nordic
 * Journal of Computing 10, 2003, figures 5 and 8): a column of the table is two words of 32 bits.
 */

/** UTF-16 code units of a pattern: the bits of a machine word. */
const longestPattern = 32;

/** The parts of a word that a pattern is compared with: those that begin it, those that end it, or all. */
export type Where = 'start' | 'end' | 'inside';

const none: Readonly<Record<Where, number>> = { start: 0, end: 0, inside: 0 };

/**
 * Counts the typos of a pattern that are forgiven in each part of a word: at its end fewer than at its beginning, and inside of it, where
 * there are more ways to be alike by chance, from more letters on. In a number none: a digit less or another one is another number.
 */
export function forgivenIn(pattern: string): Readonly<Record<Where, number>> {
  const { length } = pattern;
  if (length < 4 || length > longestPattern || /^\p{N}+$/u.test(pattern)) return none;
  return { start: length < 8 ? 1 : 2, end: 1, inside: length < 6 ? 0 : length < 10 ? 1 : 2 };
}

/** Which bits of the pattern at hand are a code unit. Shared: it is as large as there are code units. */
const bitsOf = new Int32Array(0x1_0000);

/** Does it while the bits of this pattern are set; not to be nested. `length` at most `longestPattern`. */
export function withPattern<T>(pattern: string, use: () => T): T {
  for (let i = 0; i < pattern.length; i++) bitsOf[pattern.charCodeAt(i)]! |= 1 << i;
  try {
    return use();
  } finally {
    for (let i = 0; i < pattern.length; i++) bitsOf[pattern.charCodeAt(i)] = 0;
  }
}

/** Tells whether the pattern of `withPattern` is within `most` typos of a part of `units[from..to)`. */
export function isLike(
  units: Uint16Array,
  from: number,
  to: number,
  length: number,
  most: number,
  where: Where,
): boolean {
  const last = 1 << (length - 1);
  // What is longer than this has more typos than that.
  const begin = where === 'end' ? Math.max(from, to - length - most) : from;
  const end = where === 'start' ? Math.min(to, from + length + most) : to;
  const startsHere = where === 'start' ? 1 : 0;
  const isAnywhere = where !== 'end';
  let up = -1;
  let down = 0;
  let diagonal = 0;
  let bitsBefore = 0;
  let typos = length;
  for (let i = begin; i < end; i++) {
    const bits = bitsOf[units[i]!]!;
    const swapped = ((~diagonal & bits) << 1) & bitsBefore;
    diagonal = swapped | (((bits & up) + up) ^ up) | bits | down;
    let rise = down | ~(diagonal | up);
    let fall = diagonal & up;
    if (rise & last) typos++;
    else if (fall & last) {
      typos--;
      if (isAnywhere && typos <= most) return true;
    }
    rise = (rise << 1) | startsHere;
    fall <<= 1;
    up = fall | ~(diagonal | rise);
    down = rise & diagonal;
    bitsBefore = bits;
  }
  return typos <= most;
}

/** Returns the letters of a word in 32 bits: a to z, and six for all others. What a word lacks, no part of it has. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= letterBit(word.charCodeAt(i));
  return letters;
}

/** Returns the bit of `lettersOf` that stands for a code unit. */
export const letterBit = (unit: number): number =>
  unit >= 97 && unit <= 122 ? 1 << (unit - 97) : 1 << (26 + (unit % 6));

/** Tells whether a pattern may be within `most` (0 to 2) typos of a word: each letter that is missing is one. */
export function mayBeLike(pattern: number, word: number, most: number): boolean {
  let missing = pattern & ~word;
  for (let i = 0; i < most; i++) missing &= missing - 1;
  return missing === 0;
}
