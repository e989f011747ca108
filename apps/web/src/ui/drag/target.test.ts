import { expect, it } from 'vitest';
import { beforeOf, sameTarget } from './target.ts';

it('finds the item before which the pointer stands', () => {
  const slots = [
    { id: 'a', middle: 18 },
    { id: 'b', middle: 54 },
  ];
  expect([beforeOf(slots, 0), beforeOf(slots, 18), beforeOf(slots, 53), beforeOf(slots, 54)]).toEqual([
    'a',
    'b',
    'b',
    undefined,
  ]);
  expect(beforeOf([], 5)).toBeUndefined();
});

it('tells targets apart', () => {
  expect(sameTarget({ kind: 'into', id: 'a' }, { kind: 'into', id: 'a' })).toBe(true);
  expect(sameTarget({ kind: 'place', list: 'a', before: undefined }, { kind: 'into', id: 'a' })).toBe(false);
  expect(sameTarget(undefined, { kind: 'into', id: 'a' })).toBe(false);
});
