import { describe, expect, it } from 'vitest';
import { fold, longestWord, queryWords, wordsOf } from './fold.ts';

describe('fold', () => {
  it.each([
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Größe', 'grosse'],
    ['Gro\u0308\u00dfe', 'grosse'],
    ['Crème brûlée', 'creme brulee'],
    ['Łódź', 'lodz'],
    ['ﬁnden', 'finden'],
    ['İzmir', 'izmir'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ⅷ', 'viii'],
  ])('%s as %s', (text, folded) => expect(fold(text)).toBe(folded));

  it('says the same of what was folded', () => {
    for (const text of ['Straße', 'Größe', 'Œuvre', 'ΟΔΟΣ', 'ﬃ']) expect(fold(fold(text))).toBe(fold(text));
  });
});

it('cuts texts into words of letters and digits', () => {
  expect([...wordsOf('Re: Müller-Lüdenscheidt, 2026/114 (anna@kanzlei.de)')]).toEqual([
    're',
    'muller',
    'ludenscheidt',
    '2026',
    '114',
    'anna',
    'kanzlei',
    'de',
  ]);
  expect([...wordsOf('a'.repeat(100))]).toEqual(['a'.repeat(longestWord)]);
});

it('knows how else a word of a query may be spelt', () => {
  expect(queryWords('Mueller')).toEqual([['mueller', 'muller']]);
  expect(queryWords('Müller')).toEqual([['muller', 'mueller']]);
  expect(queryWords('Mu\u0308ller')).toEqual([['muller', 'mueller']]);
  expect(queryWords('Übersteuerung')[0]).toEqual([
    'ubersteuerung',
    'uebersteuerung',
    'ubersteurung',
    'uebersteurung',
  ]);
  const many = queryWords('aeoeue'.repeat(20))[0]!;
  expect([many.length, new Set(many).size, many[0]]).toEqual([
    8,
    8,
    'aeoeue'.repeat(11).slice(0, longestWord),
  ]);
  expect(queryWords('Maß Mass maß')).toEqual([['mass']]);
  expect(queryWords('  – ')).toEqual([]);
  expect(queryWords('a b c d e f g h i j k l m n o p q r')).toHaveLength(16);
});

it.each([
  ['steuererklaerung', 'Steuererklärung'],
  ['feuerloescher', 'Feuerlöscher'],
  ['dauerauftraege', 'Daueraufträge'],
  ['mauerstaerke', 'Mauerstärke'],
  ['Neuaufträge', 'neuauftraege'],
  ['Mauerstärke', 'Mauerstaerke'],
])('spells %s so that it finds %s', (query, word) => {
  const [[folded], [spellings]] = [[...wordsOf(word)], queryWords(query)];
  expect(spellings).toContain(folded);
});
