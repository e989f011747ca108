/** Texts as a search compares them: without case, accents and ligatures, cut into words. */

/** UTF-16 code units of a word that are looked at; what is longer is found by its beginning. */
export const longestWord = 64;

/** Letters that stand for two or that Unicode does not take apart (UAX #15, section 1.1). */
const apart: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const partable = /[ßæœøđðłþıς]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with the control characters.
const ascii = /^[\u0000-\u007f]*$/;

/** Returns a text without case, accents and ligatures (NFKD without marks, `ß` as `ss`), the same on every device. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(partable, (letter) => apart[letter]!);
}

const word = /[\p{L}\p{N}]+/gu;

/** Returns the words of a text, folded, each cut to `longestWord`, as often as they stand there. */
export function* wordsOf(text: string): Generator<string> {
  for (const [found] of fold(text).matchAll(word)) yield found.slice(0, longestWord);
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Spellings of a word that are looked for, and those that are tried for them: behind `longestWord` they do not differ. */
const [mostSpellings, mostTried] = [8, 64];

/**
 * Returns the ways in which a word of a query may be spelt, folded: German writes `ü` as `ue` where a keyboard lacks it,
 * so that `Mueller` finds `Müller` and the other way round, and each such place of a word may be of either kind, as both are in
 * `steuererklaerung`. The word as it was written comes first; all of them up to three places, the likeliest eight of more.
 */
function spellingsOf(queryWord: string): string[] {
  const pieces = queryWord
    .normalize('NFC')
    .toLowerCase()
    .split(/([äöü]|[aou]e)/);
  // Every second one is such a place.
  const places = pieces.flatMap((_, i) => (i % 2 === 1 ? [i] : []));
  const spelt = (turned: readonly number[]): string =>
    fold(pieces.map((piece, i) => (turned.includes(i) ? (umlauts[piece] ?? piece[0]!) : piece)).join(''));
  const found = new Set<string>();
  let tried = 0;
  for (const turned of subsets(places, (place) => pieces[place]! in umlauts)) {
    if (found.size === mostSpellings || tried++ === mostTried) break;
    const spelling = spelt(turned).slice(0, longestWord);
    if (spelling !== '') found.add(spelling);
  }
  return [...found];
}

/** Hands out the sets of places: none, those of either kind, all, and the others by their size; some of them twice. */
function* subsets(
  places: readonly number[],
  isUmlaut: (place: number) => boolean,
): Generator<readonly number[]> {
  yield [];
  yield places.filter(isUmlaut);
  yield places.filter((place) => !isUmlaut(place));
  yield places;
  for (let size = 1; size < places.length; size++) yield* choose(places, size);
}

/** Hands out the sets of a size. */
function* choose(places: readonly number[], size: number): Generator<readonly number[]> {
  if (size === 0) yield [];
  else
    for (const [i, place] of places.entries())
      for (const rest of choose(places.slice(i + 1), size - 1)) yield [place, ...rest];
}

/** Words of a query that count; what follows is left out. */
const mostWords = 16;

/** Returns the words of a query, each with its spellings, none twice. */
export function queryWords(query: string): string[][] {
  const found = new Map<string, string[]>();
  for (const [written] of query
    .normalize('NFC')
    .toLowerCase()
    .matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    // A letter such as `½` folds into several words.
    for (const part of wordsOf(written)) {
      const spellings = fold(written) === part ? spellingsOf(written) : spellingsOf(part);
      if (found.size < mostWords && !found.has(part)) found.set(part, spellings);
    }
  }
  return [...found.values()];
}
