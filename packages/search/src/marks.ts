/** The places in a text that a query found, for showing. */

import { shortestInside } from './evaluate.ts';
import { fold, queryWords, wordsOf } from './fold.ts';
import { forgivenIn, isLike, type Where, withPattern } from './likeness.ts';

/** A stretch of a text, in UTF-16 code units. */
export interface Mark {
  from: number;
  to: number;
}

/**
 * Returns the stretches of a text that answer a query, in their order: what a word begins with or has inside. With `withTypos`, where
 * no word has a word of the query so, all of each that is alike: for what was found with typos (`exactLevels`), since a part of
 * it does not tell what the rest has.
 */
export function marksOf(text: string, query: string, withTypos: boolean): Mark[] {
  const wanted = queryWords(query);
  if (wanted.length === 0) return [];
  const words = [...wordsOf(text)];
  const missing = withTypos ? wanted.filter((spellings) => !isFound(spellings, words)).flat() : [];
  return [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].flatMap((found) => {
    const mark = markIn(found[0], wanted.flat(), missing);
    return mark ? [{ from: found.index + mark.from, to: found.index + mark.to }] : [];
  });
}

/** Tells whether one of some spellings begins one of some words or stands inside of one, without typos. */
const isFound = (spellings: readonly string[], words: readonly string[]): boolean =>
  spellings.some((spelling) => words.some((word) => indexIn(word, spelling) >= 0));

/** Returns the longest stretch of a word that one of some spellings found, typos counting with those of `missing`. */
function markIn(word: string, spellings: readonly string[], missing: readonly string[]): Mark | undefined {
  const { folded, places } = unfolding(word);
  if (missing.some((spelling) => isAlike(folded, spelling))) return { from: 0, to: word.length };
  let best: Mark | undefined;
  for (const spelling of spellings) {
    const at = indexIn(folded, spelling);
    if (at < 0) continue;
    const mark = { from: places[at]!, to: places[at + spelling.length]! };
    if (!best || mark.to - mark.from > best.to - best.from) best = mark;
  }
  return best;
}

const indexIn = (word: string, spelling: string): number =>
  spelling.length >= shortestInside ? word.indexOf(spelling) : word.startsWith(spelling) ? 0 : -1;

function isAlike(word: string, spelling: string): boolean {
  const forgiven = forgivenIn(spelling);
  if (forgiven.start === 0) return false;
  const units = Uint16Array.from(word, (letter) => letter.charCodeAt(0));
  const isWithin = (where: Where) =>
    forgiven[where] > 0 && isLike(units, 0, units.length, spelling.length, forgiven[where], where);
  return withPattern(spelling, () => isWithin('start') || isWithin('end') || isWithin('inside'));
}

/** Folds a word letter by letter. `places`: where each unit of it begins in the word, and the word's end. */
function unfolding(word: string): { folded: string; places: number[] } {
  let folded = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of word) {
    const part = fold(letter);
    for (let i = 0; i < part.length; i++) places.push(at);
    folded += part;
    at += letter.length;
  }
  return { folded, places: [...places, at] };
}

/** UTF-16 code units of a snippet before its first mark, and at most. */
const [ahead, longest] = [30, 140];

/**
 * Returns the part of a text around the first place that answers a query (see `marksOf`), cut between words, in one line; undefined
 * where none does.
 */
export function snippetOf(text: string, query: string, withTypos: boolean): string | undefined {
  const line = text.replace(/\s+/gu, ' ').trim();
  const [first] = marksOf(line, query, withTypos);
  if (!first) return undefined;
  const from = first.from <= ahead ? 0 : beginningFrom(line, first.from - ahead, first.from);
  const gap = line.lastIndexOf(' ', from + longest);
  const end = line.length - from <= longest ? line.length : Math.max(first.to, gap);
  return `${from > 0 ? '… ' : ''}${line.slice(from, end)}${end < line.length ? ' …' : ''}`;
}

/** Returns where the first word behind `from` begins, at `most` at the latest. */
function beginningFrom(line: string, from: number, most: number): number {
  const gap = line.indexOf(' ', from);
  return gap === -1 || gap >= most ? most : gap + 1;
}

/** Tells of texts whether each word of a query begins one of theirs or stands inside of one, without typos. */
export function matcher(query: string): (text: string) => boolean {
  const words = queryWords(query);
  return (text) => {
    const found = [...wordsOf(text)];
    return words.every((spellings) => isFound(spellings, found));
  };
}
