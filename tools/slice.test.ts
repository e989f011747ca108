import { expect, it } from 'vitest';
import { slice } from './slice.ts';

it('leaves nothing out and takes nothing twice', () => {
  const list = Array.from({ length: 32 }, (_, number) => number);
  const parts = [1, 2, 3, 4, 5, 6].map((number) => slice(list, `${number}/6`));
  expect(parts.flat().sort((a, b) => a - b)).toEqual(list);
  expect(slice(list, '')).toEqual(list);
});

it.each(['0/6', '7/6', '2', 'x/6'])('refuses %s', (of) => expect(() => slice([1], of)).toThrow(RangeError));
