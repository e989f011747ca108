import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLike, lettersOf, mayBeLike, type Where, withPattern } from './likeness.ts';
import { typosBetween } from './testing/scan.ts';

const unitsOf = (word: string) => Uint16Array.from(word, (letter) => letter.charCodeAt(0));
const text = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'n', 'r', '7'), minLength, maxLength });

/** A pattern, and a word that holds it but for some typos. */
const alike = fc
  .tuple(text(4, 28), text(0, 6), text(0, 6), fc.array(fc.tuple(fc.nat(27), fc.nat(3)), { maxLength: 3 }))
  .map(([pattern, before, after, typos]) => {
    let part = pattern;
    for (const [place, kind] of typos) {
      const at = place % part.length;
      const [head, tail] = [part.slice(0, at), part.slice(at)];
      part = [
        `${head}${tail.slice(1)}`,
        `${head}7${tail}`,
        `${head}7${tail.slice(1)}`,
        `${head}${tail[1] ?? ''}${tail[0]}${tail.slice(2)}`,
      ][kind]!;
    }
    return [pattern, before + part + after] as const;
  });

const wheres = fc.constantFrom<Where[]>('start', 'end', 'inside');

it('counts typos as the table does', () => {
  fc.assert(
    fc.property(alike, fc.integer({ min: 0, max: 2 }), wheres, ([pattern, word], most, where) => {
      const found = withPattern(pattern, () =>
        isLike(unitsOf(word), 0, word.length, pattern.length, most, where),
      );
      expect(found).toBe(typosBetween(pattern, word, where) <= most);
    }),
    { numRuns: 5_000 },
  );
});

it('leaves no word out by its letters that is like the pattern', () => {
  fc.assert(
    fc.property(alike, fc.integer({ min: 0, max: 2 }), ([pattern, word], most) => {
      if (typosBetween(pattern, word, 'inside') <= most)
        expect(mayBeLike(lettersOf(pattern), lettersOf(word), most)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  ['rechnugn', 'schlussrechnung', 1, ['end', 'inside']],
  ['rechung', 'schlussrechnungen', 1, ['inside']],
  ['steurerklarung', 'einkommensteuererklarung', 2, ['end', 'inside']],
  ['sthul', 'dachstuhl', 1, ['end', 'inside']],
  ['haus', 'aus', 1, ['start', 'end', 'inside']],
] as const)('finds %s in %s', (pattern, word, most, places) => {
  const found = (['start', 'end', 'inside'] as const).filter((where) =>
    withPattern(pattern, () => isLike(unitsOf(word), 0, word.length, pattern.length, most, where)),
  );
  expect(found).toEqual(places);
});
