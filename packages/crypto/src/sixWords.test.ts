import { expect, it } from 'vitest';
import { englishWords } from './primitives/bip39.ts';
import { matchesSixWords, sixWords, wordsAt } from './sixWords.ts';
import { createAlice, createBob } from './testing/fixtures.ts';

it('cuts 66 bits into words, the most significant first', () => {
  expect(wordsAt(new Uint8Array(9))).toEqual(Array.from({ length: 6 }, () => 'abandon'));
  expect(wordsAt(new Uint8Array(9).fill(255))).toEqual(Array.from({ length: 6 }, () => 'zoo'));
  const first = new Uint8Array(9);
  first.set([0b1000_0000, 0b0010_0000]);
  expect(wordsAt(first).map((word) => englishWords.indexOf(word))).toEqual([1_025, 0, 0, 0, 0, 0]);
  const last = new Uint8Array(9);
  last.set([0b0000_0111, 0b1100_0000], 7);
  expect(wordsAt(last).map((word) => englishWords.indexOf(word))).toEqual([0, 0, 0, 0, 0, 31]);
});

it('gives a certificate its words, and takes them as people type them', async () => {
  const [alice, bob] = [(await createAlice()).cert, (await createBob()).cert];
  const words = await sixWords(alice);
  expect(words).toHaveLength(6);
  for (const word of words) expect(englishWords).toContain(word);
  expect(await sixWords(alice)).toEqual(words);
  expect(await sixWords(bob)).not.toEqual(words);
  expect(await matchesSixWords(alice, words.join(' '))).toBe(true);
  expect(await matchesSixWords(alice, `1. ${words.join('\n').toUpperCase()} `)).toBe(true);
  expect(await matchesSixWords(bob, words.join(' '))).toBe(false);
  expect(await matchesSixWords(alice, words.slice(1).join(' '))).toBe(false);
  expect(await matchesSixWords(alice, [...words, words[0]].join(' '))).toBe(false);
  expect(await matchesSixWords(alice, [...words].reverse().join(' '))).toBe(false);
  expect(await matchesSixWords(alice, '')).toBe(false);
  await expect(matchesSixWords(alice, `${words.slice(1).join(' ')} kontor`)).rejects.toMatchObject({
    reason: 'word',
    word: 'kontor',
  });
});
