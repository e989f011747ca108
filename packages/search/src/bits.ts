/** Sets of documents of one segment, a bit each. */

/** Returns an empty set with room for `size` members. */
export const noBits = (size: number): Uint32Array => new Uint32Array((size + 31) >>> 5);

/** Returns the set of all `size` members. */
export function allBits(size: number): Uint32Array {
  const bits = noBits(size).fill(0xffff_ffff);
  if (size & 31) bits[bits.length - 1] = 2 ** (size & 31) - 1;
  return bits;
}

export const hasBit = (bits: Uint32Array, n: number): boolean => (bits[n >>> 5]! & (1 << (n & 31))) !== 0;

export const setBit = (bits: Uint32Array, n: number): void => {
  bits[n >>> 5]! |= 1 << (n & 31);
};

/** Adds `members[from..to)` to a set. */
export function addBits(bits: Uint32Array, members: Uint16Array, from: number, to: number): void {
  for (let i = from; i < to; i++) {
    const n = members[i]!;
    bits[n >>> 5]! |= 1 << (n & 31);
  }
}

/** Adds a set to another one of the same size. */
export function addAll(bits: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i]! |= others[i]!;
}

/** Keeps of a set what another one of the same size has, too. */
export function keepOnly(bits: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= others[i]!;
}

/** Takes the members of another set of the same size out of a set. */
export function takeOut(bits: Uint32Array, others: Uint32Array): void {
  for (let i = 0; i < bits.length; i++) bits[i]! &= ~others[i]!;
}

/** Counts the members of a set. */
export function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += ones(bits[i]!);
  return count;
}

/** Counts the members that two sets of the same size share. */
export function countShared(bits: Uint32Array, others: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += ones(bits[i]! & others[i]!);
  return count;
}

/** Calls back with each member of a set, in ascending order. */
export function eachBit(bits: Uint32Array, visit: (n: number) => void): void {
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i]!; word !== 0; word &= word - 1) visit((i << 5) + 31 - Math.clz32(word & -word));
  }
}

/** Calls back with each word of a set that has members, the last first, and with its place. */
export function eachWordDown(bits: Uint32Array, visit: (word: number, place: number) => void): void {
  for (let i = bits.length - 1; i >= 0; i--) if (bits[i] !== 0) visit(bits[i]!, i);
}

/** Calls back with each member in the word of a set at a place, in descending order. */
export function eachBitDown(word: number, place: number, visit: (n: number) => void): void {
  for (let left = word; left !== 0; ) {
    const bit = 31 - Math.clz32(left);
    visit((place << 5) + bit);
    left &= ~(1 << bit);
  }
}

/** Counts the bits of a word: H. S. Warren, Hacker's Delight, 2nd edition, figure 5-2. */
function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x5555_5555);
  n = (n & 0x3333_3333) + ((n >>> 2) & 0x3333_3333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
