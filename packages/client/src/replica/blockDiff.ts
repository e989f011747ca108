/** Compares two lists of blocks of formatted text. */
import type { RichText } from '@kontor/contract/entity/field';

/** The blocks `from` to `to` (exclusive) were replaced by others; an insertion where both are equal. */
export interface Hunk {
  from: number;
  to: number;
  blocks: readonly RichText[];
}

/** Cells of the table that a comparison may fill; beyond, all that differs counts as one change. */
const maxCells = 16_000_000;

/** The keys of blocks, which nobody changes once they are part of a text. */
const keys = new WeakMap<RichText, string>();

/** Returns a text by which blocks compare: properties in one order, absent ones left out. */
export function keyOf(block: RichText): string {
  let key = keys.get(block);
  if (key === undefined) {
    key = JSON.stringify(block, (_name, each) => (isPlain(each) ? sorted(each) : each));
    keys.set(block, key);
  }
  return key;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (value: object): object =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined && part !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/**
 * Returns what turns `before` into `after`: the fewest blocks (longest common subsequence), in order. As many blocks in
 * place of as many, and blocks that went away, are changes of single blocks.
 */
export function blockDiff(before: readonly RichText[], after: readonly RichText[]): Hunk[] {
  const [a, b] = [before.map(keyOf), after.map(keyOf)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const kept = commonPairs(a.slice(start, endA), b.slice(start, endB));
  const hunks: Hunk[] = [];
  let [fromA, fromB] = [start, start];
  for (const [i, j] of [...kept, [endA - start, endB - start] as const]) {
    const [toA, toB] = [start + i, start + j];
    if (toA > fromA || toB > fromB) hunks.push(...singles(fromA, toA, after.slice(fromB, toB)));
    [fromA, fromB] = [toA + 1, toB + 1];
  }
  return hunks;
}

/** Splits a change into changes of single blocks where it is plain which became which. */
function singles(from: number, to: number, blocks: readonly RichText[]): Hunk[] {
  if (blocks.length !== 0 && blocks.length !== to - from) return [{ from, to, blocks }];
  return Array.from({ length: to - from }, (_, i) => ({
    from: from + i,
    to: from + i + 1,
    blocks: blocks.slice(i, i + 1),
  }));
}

/** Returns the positions of a longest common subsequence. */
function commonPairs(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const width = b.length + 1;
  if (a.length === 0 || b.length === 0 || (a.length + 1) * width > maxCells) return [];
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
