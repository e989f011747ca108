import { expect, it } from 'vitest';
import { compareFileNames, compareWords } from './compare.ts';

it('sorts words as people count, and what is missing last', () => {
  const words = ['b', undefined, 'Plan 10', 'Plan 2', 'a'];
  // `sort` itself puts what is undefined last: the holes are tried one by one.
  expect(words.toSorted(compareWords)).toEqual(['a', 'b', 'Plan 2', 'Plan 10', undefined]);
  expect([compareWords('a', undefined), compareWords('', 'a'), compareWords('', undefined)]).toEqual([
    -1, 1, 0,
  ]);
});

it('takes upper and lower case of a file name as one', () => {
  expect(compareFileNames('plan', 'PLAN')).toBe(0);
  expect(compareFileNames('Übersicht', 'ubersicht')).toBe(0);
});
