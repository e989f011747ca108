/** Queries of an index, and their answers. */
import {
  addAll,
  countBits,
  countShared,
  eachBitDown,
  eachWordDown,
  hasBit,
  keepOnly,
  noBits,
} from './bits.ts';
import { type Answer, accepted, evaluate, type Filter, levels } from './evaluate.ts';
import { queryWords } from './fold.ts';
import { compareKeys, keyAt } from './keys.ts';
import { QueryWord } from './lexicon.ts';
import type { Segment } from './segment.ts';

export interface Query {
  /** As it was typed. Without a word in it, everything that the filters leave is found, the newest first. */
  text: string;
  /** Of each list, a document has one of the tags at least. */
  tagged?: readonly (readonly string[])[];
  /** Only documents whose time is not below `from` and is below `to`. */
  from?: number;
  to?: number;
  /** Documents with one of these tags come behind the others that answer as well. */
  behind?: readonly string[];
  /** Groups by tag, each with hits of its own; one for everything, the empty tag, where it is left out. */
  groups?: readonly string[];
  /** Hits of each group at most; 10 where it is left out. */
  limit?: number;
  /** Beginnings of tags whose documents are to be counted. */
  facets?: readonly string[];
}

export interface Hit {
  key: string;
  /** The place in `levels`; the lowest is best. */
  level: number;
  time: number;
}

export interface Group {
  tag: string;
  /** Documents found in it, of which `hits` are the best. */
  count: number;
  /** By level, then those of `behind`, then the newest, then by key. */
  hits: Hit[];
}

export interface Result {
  /** Documents found. */
  count: number;
  /** In the order of `Query.groups`, those without a hit as well. */
  groups: Group[];
  /** Counts of the documents found by tag, for each tag that begins with one of `Query.facets`. */
  facets: ReadonlyMap<string, number>;
}

/** As long as a query finds fewer without typos, documents with typos are found, too. */
export const enough = 50;

/** Answers a query from some segments, of which no two have a document of the same key. */
export function answer(segments: readonly Segment[], query: Query): Result {
  const words = queryWords(query.text).map((spellings) => new QueryWord(spellings));
  const filter: Filter = {
    tagged: query.tagged ?? [],
    from: query.from ?? Number.NEGATIVE_INFINITY,
    to: query.to ?? Number.POSITIVE_INFINITY,
  };
  const counted = segments.map((segment) => accepted(segment, filter));
  let answers = segments.map((segment, i) => evaluate(segment, counted[i]!, words));
  if (words.length > 0 && countAll(answers) < enough)
    answers = answers.map(({ segment, exact }, i) => evaluate(segment, counted[i]!, words, exact));
  const late = segments.map((segment) => bitsOf(segment, query.behind ?? []));
  return {
    count: countAll(answers),
    groups: (query.groups ?? ['']).map((tag) => groupOf(answers, late, tag, query.limit)),
    facets: facetsOf(answers, query.facets ?? []),
  };
}

const countAll = (answers: readonly Answer[]): number =>
  answers.reduce((sum, { counts }) => sum + counts.reduce((all, count) => all + count, 0), 0);

interface Candidate {
  rank: number;
  time: number;
  segment: Segment;
  n: number;
}

/** Returns a group and its best hits. @param late the documents that come behind the others of their level, by segment */
function groupOf(answers: readonly Answer[], late: readonly Uint32Array[], tag: string, limit = 10): Group {
  let best: Candidate[] = [];
  /** The last of those that were sorted: worse ones are none of the best. */
  let worst: Candidate | undefined;
  const isTooBad = (rank: number, time: number): boolean =>
    worst !== undefined && (rank > worst.rank || (rank === worst.rank && time < worst.time));
  const add = (candidate: Candidate): void => {
    // Twice as many as are wanted are sorted at once: to keep them in order costs a move of all for each.
    if (best.push(candidate) < 2 * limit) return;
    best = best.sort(compare).slice(0, limit);
    worst = best.at(-1);
  };
  let count = 0;
  const members = answers.map(({ segment }) => (tag === '' ? undefined : bitsOf(segment, [tag])));
  for (let level = 0; level < levels.length; level++) {
    // Whatever answers worse comes behind all of these.
    const isFull = best.length >= limit;
    answers.forEach(({ segment, levels: sets, counts }, at) => {
      // Most levels are empty.
      if (!counts[level]) return;
      const set = sets[level]!.slice();
      if (members[at]) keepOnly(set, members[at]);
      count += countBits(set);
      if (isFull) return;
      const { times } = segment.arrays;
      // The newest are the last as a rule: whatever follows them is turned away at once, and 32 at a time.
      eachWordDown(set, (word, place) => {
        if (isTooBad(2 * level, segment.newest[place]!)) return;
        eachBitDown(word, place, (n) => {
          const rank = 2 * level + (hasBit(late[at]!, n) ? 1 : 0);
          const time = times[n]!;
          if (!isTooBad(rank, time)) add({ rank, time, segment, n });
        });
      });
    });
  }
  const hits = best
    .sort(compare)
    .slice(0, limit)
    .map(({ rank, time, segment, n }) => ({
      key: keyAt(segment.arrays.keys, n * 4),
      level: rank >> 1,
      time,
    }));
  return { tag, count, hits };
}

const compare = (a: Candidate, b: Candidate): number =>
  a.rank - b.rank ||
  b.time - a.time ||
  compareKeys(a.segment.arrays.keys, a.n * 4, b.segment.arrays.keys, b.n * 4);

function bitsOf(segment: Segment, tags: readonly string[]): Uint32Array {
  const bits = noBits(segment.size);
  for (const tag of tags) segment.addTagged(tag, bits);
  return bits;
}

function facetsOf(answers: readonly Answer[], beginnings: readonly string[]): Map<string, number> {
  const facets = new Map<string, number>();
  if (beginnings.length === 0) return facets;
  for (const { segment, levels: sets } of answers) {
    const found = noBits(segment.size);
    for (const set of sets) addAll(found, set);
    for (const tag of segment.arrays.tags) {
      if (!beginnings.some((beginning) => tag.startsWith(beginning))) continue;
      const count = countShared(found, bitsOf(segment, [tag]));
      if (count > 0) facets.set(tag, (facets.get(tag) ?? 0) + count);
    }
  }
  return facets;
}
