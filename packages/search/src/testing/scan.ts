/** A linear scan over the documents: the plain meaning of a query, which the index is held against. */
import { type Document, type ReadDocument, reading } from '../document.ts';
import { exactLevels, levels, shortestInside } from '../evaluate.ts';
import { queryWords } from '../fold.ts';
import { forgivenIn, type Where } from '../likeness.ts';
import { enough, type Group, type Hit, type Query, type Result } from '../query.ts';
import { runNow } from '../slices.ts';

/** Answers a query as `SearchIndex.query` does, by looking at each document. */
export function scan(documents: Iterable<Document>, query: Query): Result {
  const { tagged = [], from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = query;
  const words = queryWords(query.text);
  const left = [...documents].filter(
    ({ tags, time }) =>
      time >= from && time < to && tagged.every((some) => some.some((tag) => tags.includes(tag))),
  );
  const exact = left.flatMap((document) => foundIn(document, words, exactLevels));
  const found =
    words.length === 0 || exact.length >= enough
      ? exact
      : left.flatMap((document) => foundIn(document, words, levels.length));
  const facets = new Map<string, number>();
  for (const { document } of found)
    for (const tag of new Set(document.tags))
      if (query.facets?.some((beginning) => tag.startsWith(beginning)))
        facets.set(tag, (facets.get(tag) ?? 0) + 1);
  return {
    count: found.length,
    groups: (query.groups ?? ['']).map((tag) => groupOf(found, tag, query)),
    facets,
  };
}

interface Found {
  document: Document;
  level: number;
}

function groupOf(found: readonly Found[], tag: string, { behind = [], limit = 10 }: Query): Group {
  const members = found.filter(({ document }) => tag === '' || document.tags.includes(tag));
  const isLate = ({ document }: Found) => (behind.some((tag) => document.tags.includes(tag)) ? 1 : 0);
  members.sort(
    (a, b) =>
      a.level - b.level ||
      isLate(a) - isLate(b) ||
      b.document.time - a.document.time ||
      (a.document.key < b.document.key ? -1 : 1),
  );
  const hits = members
    .slice(0, limit)
    .map(({ document: { key, time }, level }): Hit => ({ key, level, time }));
  return { tag, count: members.length, hits };
}

/** The ways in which a spelling is found in a word, the best first. */
const ways = ['begins', 'inside', 'alike', 'not'] as const;

/** Ways by spelling and word, so that a scan takes seconds and not minutes. */
const known = new Map<string, Map<string, number>>();

function waysOf(spelling: string): (word: string) => number {
  const words = known.get(spelling) ?? new Map<string, number>();
  if (known.size > 100) known.clear();
  known.set(spelling, words);
  return (word) => {
    const before = words.get(word);
    if (before !== undefined) return before;
    const way = ways.indexOf(wayOf(spelling, word));
    words.set(word, way);
    return way;
  };
}

function wayOf(spelling: string, word: string): (typeof ways)[number] {
  if (word.startsWith(spelling)) return 'begins';
  if (spelling.length >= shortestInside && word.includes(spelling)) return 'inside';
  return isAlike(spelling, word) ? 'alike' : 'not';
}

const read = new WeakMap<Document, ReadDocument>();

function foundIn(document: Document, words: readonly string[][], upTo: number): Found[] {
  const known = read.get(document) ?? runNow(reading(document));
  read.set(document, known);
  const { title, body } = known;
  /** Returns the worst of the ways in which the words are found in some texts. */
  const worst = (texts: readonly string[]): number => {
    let most = 0;
    for (const spellings of words) {
      let least = ways.length - 1;
      for (const spelling of spellings) {
        const way = waysOf(spelling);
        for (const word of texts) least = Math.min(least, way(word));
      }
      most = Math.max(most, least);
    }
    return most;
  };
  const [inTitle, anywhere] = [worst([...title]), worst([...title, ...body])];
  const holds = [inTitle < 1, inTitle < 2, anywhere < 1, anywhere < 2, inTitle < 3, anywhere < 3];
  const level = holds.slice(0, upTo).indexOf(true);
  return level === -1 ? [] : [{ document, level }];
}

function isAlike(pattern: string, word: string): boolean {
  const forgiven = Object.entries(forgivenIn(pattern)) as [Where, number][];
  return forgiven.some(([where, most]) => most > 0 && typosBetween(pattern, word, where) <= most);
}

/** Counts the typos between a pattern and the likest beginning of a word, its likest end, or its likest part: by the table. */
export function typosBetween(pattern: string, word: string, where: Where): number {
  const rows: number[][] = [Array.from({ length: word.length + 1 }, (_, j) => (where === 'start' ? j : 0))];
  for (let i = 1; i <= pattern.length; i++) {
    const row = [i];
    for (let j = 1; j <= word.length; j++) {
      const same = pattern[i - 1] === word[j - 1];
      let least = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && pattern[i - 1] === word[j - 2] && pattern[i - 2] === word[j - 1];
      if (isSwapped) least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      row.push(least);
    }
    rows.push(row);
  }
  const row = rows.at(-1)!;
  return where === 'end' ? row.at(-1)! : Math.min(...row);
}
