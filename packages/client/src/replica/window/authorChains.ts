/**
 * Holds the rows of a windowed scope against what their authors signed: each row of a chained noun carries its author's
 * counter and the hash of their row before. So a row that a server keeps back is missed by the next one, and one that it
 * moves stands before the row that it follows. Sums of ranges are joined as coverage grows, so that nothing is kept of
 * single rows but what is still open.
 *
 * The lowest row of an author in a range follows one that lies below: that is not known yet, and nobody is accused of
 * it. A deleted row has lost its counter: as many as are deleted, or could not be opened, may be missing.
 */

import type { ChainLink } from '../../vault/plainRecord.ts';

/** A row of a chained noun, as far as the chain needs it. */
export interface ChainedRow {
  created: number;
  author: string;
  /** None of a row that was deleted. */
  link?: ChainLink | undefined;
}

interface AuthorSum {
  /** Counters that are there. */
  count: number;
  /** Rows that were deleted, by where they stand: before the first one that was not, among these, behind the last. */
  deleted: { before: number; among: number; behind: number };
  lowest: number;
  highest: number;
  /** The hashes of the rows with the highest counter: two where two devices wrote at once. */
  last: (string | undefined)[];
  /** Rows whose predecessor is not below them in the range. */
  open: { created: number; counter: number; previous: string }[];
  /** Rows that stand before the one that they follow. */
  misplaced: number[];
}

export interface ChainSum {
  authors: Record<string, AuthorSum>;
  /** Rows that could not be opened: anybody's. */
  unread: number;
  /** Some of its rows are not in the sum: it proves nothing. */
  isCut?: true;
}

export interface ChainVerdict {
  /** Number of rows that are missing for certain. */
  missing: number;
  /** Created revisions of rows that are not where their author wrote them. */
  misplaced: number[];
  /** Number of authors whose lowest row follows one that is not here. */
  unchecked: number;
}

/** The last row of a chain: its counter, 0 for none, and its hash, empty where that is not known. */
export interface ChainEnd {
  counter: number;
  hash: string;
}

/** Returns the end of an author's chain as far as a range shows it; undefined where it holds nothing of theirs. */
export function endOf({ authors }: ChainSum, author: string): ChainEnd | undefined {
  const sum = authors[author];
  if (!sum || sum.count === 0) return undefined;
  const hash = sum.last.find((each) => each !== undefined) ?? '';
  return { counter: sum.highest + sum.deleted.behind, hash: sum.deleted.behind === 0 ? hash : '' };
}

export const noSum: ChainSum = { authors: {}, unread: 0 };

/** The sum of a range of which some was lost. */
export const cutSum: ChainSum = { ...noSum, isCut: true };

/** Sums up the rows of a range, given in any order; `unread`: those in it that could not be opened. */
export function sumOf(rows: readonly ChainedRow[], unread = 0): ChainSum {
  const authors: Record<string, AuthorSum> = {};
  for (const [author, own] of Map.groupBy(rows, (row) => row.author)) {
    own.sort((a, b) => a.created - b.created || (a.link?.counter ?? 0) - (b.link?.counter ?? 0));
    let sum: AuthorSum | undefined;
    for (const { created, link } of own) sum = follow(sum, created, link);
    if (sum) authors[author] = sum;
  }
  return { authors, unread };
}

/** Joins the sums of two ranges that touch. */
export function joinSums(lower: ChainSum, upper: ChainSum): ChainSum {
  const authors = { ...lower.authors };
  for (const [author, above] of Object.entries(upper.authors)) {
    const below = authors[author];
    authors[author] = below ? joinAuthor(below, above) : above;
  }
  const unread = lower.unread + upper.unread;
  return { authors, unread, ...((lower.isCut || upper.isCut) && { isCut: true }) };
}

/** Adds a row that came late into a range that counted as known: what was missing there is not any more. */
export function patchSum(sum: ChainSum, { created, author, link }: ChainedRow): ChainSum {
  const known = sum.authors[author];
  if (!known) return joinSums(sum, sumOf([{ created, author, link }]));
  const late = follow(undefined, created, link);
  if (!link) {
    const deleted = { ...known.deleted, among: known.deleted.among + 1 };
    return { ...sum, authors: { ...sum.authors, [author]: { ...known, deleted } } };
  }
  const { counter, hash } = link;
  const followers = known.open.filter((open) => open.counter === counter + 1);
  const joined: AuthorSum = {
    ...known,
    count: known.count + 1,
    lowest: known.count === 0 ? counter : Math.min(known.lowest, counter),
    highest: Math.max(known.highest, counter),
    last: counter > known.highest ? [hash] : counter === known.highest ? [...known.last, hash] : known.last,
    open: [
      ...known.open.filter((open) => !followers.some((each) => each === open && fits(each.previous, hash))),
      ...(counter > known.lowest ? [] : late.open),
    ],
    misplaced: [
      ...known.misplaced,
      ...followers.flatMap((each) => (each.created < created ? [each.created] : [])),
    ],
  };
  return { ...sum, authors: { ...sum.authors, [author]: joined } };
}

/** Tells whether a row may follow another one; of an edited row nobody may know the hash any more. */
const fits = (previous: string, hash: string | undefined): boolean =>
  previous === '' || hash === undefined || hash === previous;

/** Says what a range proves; `isStart`: nothing lies below it. */
export function verdictOn({ authors, unread, isCut }: ChainSum, isStart: boolean): ChainVerdict {
  if (isCut) return { missing: 0, misplaced: [], unchecked: Object.keys(authors).length };
  const verdict: ChainVerdict = { missing: 0, misplaced: [], unchecked: 0 };
  let spare = unread;
  for (const { count, deleted, lowest, highest, open, misplaced } of Object.values(authors)) {
    verdict.misplaced.push(...misplaced);
    if (count === 0) continue;
    if (!isStart && lowest > 1) verdict.unchecked++;
    const gone = deleted.among + (isStart ? deleted.before : 0);
    let missing = highest - (isStart ? 0 : lowest - 1) - count - gone;
    // Its place is taken by another row of the same counter: the one that the author followed is kept back. Where the
    // range has an edge, that one may lie below.
    const replaced = isStart ? new Set(open.map((each) => each.previous || each.counter)).size : 0;
    if (missing <= 0 && replaced > gone) missing = replaced - gone;
    const excused = Math.min(spare, Math.max(0, missing));
    spare -= excused;
    verdict.missing += Math.max(0, missing - excused);
  }
  return verdict;
}

/** Adds the next row in the order of their creation. */
function follow(sum: AuthorSum | undefined, created: number, link: ChainLink | undefined): AuthorSum {
  const next: AuthorSum = link
    ? {
        count: 1,
        deleted: { before: 0, among: 0, behind: 0 },
        lowest: link.counter,
        highest: link.counter,
        last: [link.hash],
        open: link.counter > 1 ? [{ created, counter: link.counter, previous: link.previous }] : [],
        misplaced: [],
      }
    : {
        count: 0,
        deleted: { before: 1, among: 0, behind: 0 },
        lowest: 0,
        highest: 0,
        last: [],
        open: [],
        misplaced: [],
      };
  return sum ? joinAuthor(sum, next) : next;
}

/** Tells whether a row that is open above follows one of these. */
function isFollowed(below: AuthorSum, { counter, previous }: { counter: number; previous: string }): boolean {
  const before = counter - 1;
  if (before < below.lowest || before > below.highest) return false;
  // Of what lies deeper no hash is kept; two devices that wrote at once may well follow it.
  return before < below.highest || below.last.some((hash) => fits(previous, hash));
}

function joinAuthor(below: AuthorSum, above: AuthorSum): AuthorSum {
  const [low, high] = [below.deleted, above.deleted];
  if (below.count === 0) return { ...above, deleted: { ...high, before: low.before + high.before } };
  if (above.count === 0) return { ...below, deleted: { ...low, behind: low.behind + high.before } };
  const isSplit = above.highest === below.highest;
  const late = below.open.filter(({ counter }) => counter > above.lowest && counter - 1 <= above.highest);
  return {
    // Two devices that wrote at once used one counter twice.
    count: below.count + above.count - (isSplit && above.lowest === above.highest ? 1 : 0),
    deleted: {
      before: low.before,
      among: low.among + low.behind + high.before + high.among,
      behind: high.behind,
    },
    lowest: Math.min(below.lowest, above.lowest),
    highest: Math.max(below.highest, above.highest),
    last: isSplit ? [...below.last, ...above.last] : above.highest > below.highest ? above.last : below.last,
    open: [
      ...below.open.filter((each) => !late.includes(each)),
      ...above.open.filter((each) => !isFollowed(below, each)),
    ],
    misplaced: [...below.misplaced, ...above.misplaced, ...late.map(({ created }) => created)],
  };
}
