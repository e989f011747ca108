/** Finds which documents of a segment answer a query, and how well. */
import { addAll, addBits, allBits, countBits, keepOnly, noBits, takeOut } from './bits.ts';
import type { QueryWord } from './lexicon.ts';
import type { Postings, Segment } from './segment.ts';

/** Letters of which a word must have as many in a row to be found inside of another one. */
export const shortestInside = 3;

/**
 * The levels at which documents answer, the best first; each must hold for every word of the query, with `title` by words of
 * the title alone. `begins`: the word begins one of the document's; `inside`: or stands within one; `alike`: or would, but
 * for typos.
 */
export const levels = ['title begins', 'title inside', 'begins', 'inside', 'title alike', 'alike'] as const;
/** The levels without typos. */
export const exactLevels = 4;

/** The documents of a segment that answer a query, by level. */
export interface Answer {
  segment: Segment;
  /** Each document in one set at most, its best. */
  levels: Uint32Array[];
  /** Documents in each of the sets. */
  counts: number[];
  /** The documents found without typos, word by word. */
  exact: readonly Exact[];
}

interface Exact {
  begins: Found;
  inside: Found;
}

export interface Filter {
  /** Of each list, one of the tags at least. */
  tagged: readonly (readonly string[])[];
  /** Not below this time. */
  from: number;
  /** Below this time. */
  to: number;
}

/** The documents that have words, by how these are found: in titles, and anywhere. */
interface Found {
  title: Uint32Array;
  anywhere: Uint32Array;
}

/** Returns the documents that are not removed and that a filter leaves. */
export function accepted(segment: Segment, { tagged, from, to }: Filter): Uint32Array {
  const bits = allBits(segment.size);
  takeOut(bits, segment.dead);
  for (const tags of tagged) {
    const some = noBits(segment.size);
    for (const tag of tags) segment.addTagged(tag, some);
    keepOnly(bits, some);
  }
  if (from > Number.NEGATIVE_INFINITY || to < Number.POSITIVE_INFINITY) {
    const { times } = segment.arrays;
    const inTime = noBits(segment.size);
    for (let n = 0; n < segment.size; n++)
      if (times[n]! >= from && times[n]! < to) inTime[n >>> 5]! |= 1 << (n & 31);
    keepOnly(bits, inTime);
  }
  return bits;
}

/**
 * Finds the documents among `bits` that have the words of a query, each in one of its spellings; with `exact`, what was found
 * without typos, those that would but for typos as well.
 */
export function evaluate(
  segment: Segment,
  bits: Uint32Array,
  words: readonly QueryWord[],
  exact?: readonly Exact[],
): Answer {
  const found = exact ?? words.map((word) => findExact(segment, word));
  const sets = levels.slice(0, exact ? levels.length : exactLevels).map(() => bits.slice());
  words.forEach((word, i) => {
    const { begins, inside } = found[i]!;
    const byLevel = [begins.title, inside.title, begins.anywhere, inside.anywhere];
    if (exact) {
      const alike = noFound(segment);
      addWords(segment, word.alike(segment.lexicon), alike);
      join(alike, inside);
      byLevel.push(alike.title, alike.anywhere);
    }
    sets.forEach((set, level) => {
      keepOnly(set, byLevel[level]!);
    });
  });
  const answered = noBits(segment.size);
  for (const set of sets) {
    takeOut(set, answered);
    addAll(answered, set);
  }
  return { segment, levels: sets, counts: sets.map(countBits), exact: found };
}

function findExact(segment: Segment, word: QueryWord): Exact {
  const [begins, inside] = [noFound(segment), noFound(segment)];
  for (const spelling of word.spellings) addBeginning(segment, spelling, begins);
  addAll(begins.anywhere, begins.title);
  addWords(segment, word.holding(segment.lexicon, shortestInside), inside);
  join(inside, begins);
  return { begins, inside };
}

const noFound = ({ size }: Segment): Found => ({ title: noBits(size), anywhere: noBits(size) });

function join(into: Found, { title, anywhere }: Found): void {
  addAll(into.title, title);
  addAll(into.anywhere, anywhere);
}

/**
 * Adds the documents of the words that begin with a text, those of titles to the titles alone. Words that begin alike follow each
 * other, and so do the lists of their documents.
 */
function addBeginning(segment: Segment, spelling: string, found: Found): void {
  const { inTitle, inBody } = segment.arrays;
  const [from, to] = segment.rangeOf(spelling);
  addBits(found.title, inTitle.documents, inTitle.starts[from]!, inTitle.starts[to]!);
  addBits(found.anywhere, inBody.documents, inBody.starts[from]!, inBody.starts[to]!);
}

/** Adds the documents of a segment's words that are among some of its lexicon's, those of titles to both. */
function addWords(segment: Segment, among: Uint32Array | undefined, found: Found): void {
  if (!among) return;
  const { inTitle, inBody } = segment.arrays;
  segment.eachAmong(among, (word) => {
    addList(found.title, inTitle, word);
    addList(found.anywhere, inBody, word);
  });
  addAll(found.anywhere, found.title);
}

/** Adds the documents of a list. */
function addList(bits: Uint32Array, { starts, documents }: Postings, list: number): void {
  addBits(bits, documents, starts[list]!, starts[list + 1]!);
}
