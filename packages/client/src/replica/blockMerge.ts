/**
 * Merges two people's changes of one formatted text, block by block. Changes of different blocks both count. Where both
 * added at one place, both additions stay; where one deleted what the other rewrote, the rewritten block stays. Blocks
 * that hold blocks (lists, quotes, tables) merge in the same way inside; two changes of one paragraph do not merge.
 */
import type { RichText } from '@kontor/contract/entity/field';
import { blockDiff, type Hunk, keyOf } from './blockDiff.ts';

/**
 * The outcome of two changes of one value. All three hold what only one side changed, in that side's words; where both
 * changed the same piece, each holds what its name says. A clean merge has no such piece: then `mine` and `theirs` are
 * equal.
 */
export interface Merged<T> {
  mine: T;
  theirs: T;
  /** The base of this side's remaining changes: it has the other side's where only that one changed something. */
  base: T;
  isClean: boolean;
}

type Blocks = readonly RichText[];

/** Merges two changes of a list of blocks. */
export function mergeBlocks(base: Blocks, mine: Blocks, theirs: Blocks): Merged<Blocks> {
  const out = { mine: [] as RichText[], theirs: [] as RichText[], base: [] as RichText[], isClean: true };
  const add = (part: Merged<Blocks>) => {
    out.mine.push(...part.mine);
    out.theirs.push(...part.theirs);
    out.base.push(...part.base);
    out.isClean &&= part.isClean;
  };
  const own = blockDiff(base, mine).filter(isNew(base, mine, theirs));
  let done = 0;
  for (const { from, to, left, right } of regions(own, blockDiff(base, theirs))) {
    add(agreed(base.slice(done, from)));
    const before = base.slice(from, to);
    add(
      mergeRegion(before, {
        mine: left.length > 0 ? apply(base, from, to, left) : undefined,
        theirs: right.length > 0 ? apply(base, from, to, right) : undefined,
      }),
    );
    done = to;
  }
  add(agreed(base.slice(done)));
  return out;
}

/** Counts blocks by what they say. */
function counted(blocks: Blocks): (block: RichText) => number {
  const counts = new Map<string, number>();
  for (const key of blocks.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
  return (block) => counts.get(keyOf(block)) ?? 0;
}

/**
 * Tells whether a change of mine is not in theirs already: a text that was merged, and came back before its sender knew,
 * is merged again.
 */
function isNew(base: Blocks, mine: Blocks, theirs: Blocks): (hunk: Hunk) => boolean {
  const [before, left, right] = [counted(base), counted(mine), counted(theirs)];
  return ({ from, to, blocks }) =>
    !blocks.every((block) => left(block) > before(block) && right(block) >= left(block)) ||
    !base.slice(from, to).every((block) => left(block) < before(block) && right(block) <= left(block));
}

const isSame = (a: Blocks, b: Blocks): boolean =>
  a.length === b.length && a.every((block, i) => keyOf(block) === keyOf(b[i]!));

const agreed = (blocks: Blocks, base = blocks): Merged<Blocks> => ({
  mine: blocks,
  theirs: blocks,
  base,
  isClean: true,
});

/** A part of the base that one side changed, or that changes of both sides touch. */
interface Region {
  from: number;
  to: number;
  left: Hunk[];
  right: Hunk[];
}

/** Groups the changes of both sides by the parts of the base that they share, in order. */
function regions(left: readonly Hunk[], right: readonly Hunk[]): Region[] {
  const all = [
    ...left.map((hunk) => ({ hunk, side: 'left' as const })),
    ...right.map((hunk) => ({ hunk, side: 'right' as const })),
  ].sort((a, b) => a.hunk.from - b.hunk.from || a.hunk.to - b.hunk.to);
  const out: Region[] = [];
  for (const { hunk, side } of all) {
    const last = out.at(-1);
    if (last && meets(last, hunk)) {
      last.to = Math.max(last.to, hunk.to);
      last[side].push(hunk);
    } else out.push({ from: hunk.from, to: hunk.to, left: [], right: [], [side]: [hunk] });
  }
  return out;
}

/** Tells whether a change touches a part: they share a block, or both insert at one place. */
const meets = (part: { from: number; to: number }, { from, to }: Hunk): boolean =>
  from === to && part.from === part.to ? from === part.from : from < part.to && to > part.from;

function apply(base: Blocks, from: number, to: number, hunks: readonly Hunk[]): RichText[] {
  const out: RichText[] = [];
  let done = from;
  for (const hunk of hunks) {
    out.push(...base.slice(done, hunk.from), ...hunk.blocks);
    done = hunk.to;
  }
  return [...out, ...base.slice(done, to)];
}

function mergeRegion(
  base: Blocks,
  { mine, theirs }: { mine: Blocks | undefined; theirs: Blocks | undefined },
): Merged<Blocks> {
  if (!mine) return agreed(theirs!);
  if (!theirs) return agreed(mine, base);
  if (isSame(mine, theirs)) return agreed(theirs);
  if (isBlank(base)) return agreed(withBoth(theirs, mine), theirs);
  // Nothing typed is lost when somebody deletes what somebody else rewrites.
  if (isBlank(mine)) return agreed(theirs);
  if (isBlank(theirs)) return agreed(mine, theirs);
  const [before, left, right] = [base[0]!, mine[0]!, theirs[0]!];
  const isPair = base.length === 1 && mine.length === 1 && theirs.length === 1;
  return (isPair && mergeBlock(before, left, right)) || { mine, theirs, base, isClean: false };
}

/** Puts behind the first side's blocks those that the second has besides. */
function withBoth(first: Blocks, second: Blocks): RichText[] {
  const there = new Set(first.map(keyOf));
  return [...first, ...second.filter((block) => !there.has(keyOf(block)))];
}

const paragraphs = ['paragraph', 'heading'];
const leaves = [...paragraphs, 'codeBlock', 'text'];
/** Without content, these hold nothing; whatever else has none is something by itself, as a rule or a picture is. */
const blanks = [...leaves, 'hardBreak'];

/** Merges inside a block; undefined where both sides changed the same of it. */
function mergeBlock(base: RichText, mine: RichText, theirs: RichText): Merged<Blocks> | undefined {
  const frame = mergeFrame(base, mine, theirs);
  if (!frame) return undefined;
  const all = [base, mine, theirs];
  if (all.every(({ type }) => paragraphs.includes(type))) {
    const [before, left, right] = all.map(({ content }) => content ?? []);
    // One side made it a heading or made it none, the other one wrote in it.
    const content = isSame(left!, before!) ? right : isSame(right!, before!) ? left : undefined;
    return content && agreed([{ ...frame, content }], [theirs]);
  }
  if (!all.every((node) => node.type === base.type && isContainer(node))) return undefined;
  const inside = mergeBlocks(base.content!, mine.content!, theirs.content!);
  const node = (content: Blocks): RichText[] =>
    content.length > 0 ? [{ ...frame, content: [...content] }] : [];
  const merged = {
    mine: node(inside.mine),
    theirs: node(inside.theirs),
    base: node(inside.base),
    isClean: inside.isClean,
  };
  // An item begins with a paragraph.
  const isBroken = [inside.mine, inside.theirs, inside.base].some(
    ([first]) => base.type === 'listItem' && first !== undefined && !paragraphs.includes(first.type),
  );
  return isBroken ? undefined : merged;
}

const isContainer = ({ type, content }: RichText): boolean =>
  !leaves.includes(type) &&
  content !== undefined &&
  content.length > 0 &&
  !content.some((child) => child.type === 'text' || child.type === 'hardBreak');

/** Merges type and attributes as one piece; undefined where both sides changed them. */
function mergeFrame(base: RichText, mine: RichText, theirs: RichText): RichText | undefined {
  const [before, left, right] = [base, mine, theirs].map(({ content: _, ...frame }) => frame);
  const [b, m, t] = [keyOf(before!), keyOf(left!), keyOf(right!)];
  if (m === b || m === t) return right;
  return t === b ? left : undefined;
}

/** Tells whether there is nothing in these blocks that somebody wrote. */
const isBlank = (blocks: Blocks): boolean =>
  blocks.every(({ type, text = '', content = [] }) =>
    content.length > 0 ? isBlank(content) : blanks.includes(type) && text.trim() === '',
  );
