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

/**
 * Returns the ways in which a word of a query may be spelt, folded: German writes `ü` as `ue` where a keyboard lacks it,
 * so that `Mueller` finds `Müller` and the other way round. One to three.
 */
function spellingsOf(queryWord: string): string[] {
  const lower = queryWord.normalize('NFC').toLowerCase();
  const written = fold(lower);
  const out = lower.replace(/[äöü]/g, (letter) => umlauts[letter]!);
  return [...new Set([written, fold(out), written.replace(/([aou])e/g, '$1')])]
    .filter((spelling) => spelling !== '')
    .map((spelling) => spelling.slice(0, longestWord));
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
