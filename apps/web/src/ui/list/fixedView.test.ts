import { expect, it } from 'vitest';
import { fixedView, startingWith } from './fixedView.ts';

const view = fixedView(['b', 'c', 'd'], (row) => row);

it('gives the same array for the same window', () => {
  expect(view.window(0, 9)).toBe(view.get());
  expect(view.window(1, 2)).toEqual(['c']);
  expect(view.window(1, 2)).toBe(view.window(1, 2));
  expect([view.size, view.at(2), view.at(3), view.indexOf('c'), view.indexOf('x')]).toEqual([
    3,
    'd',
    undefined,
    1,
    -1,
  ]);
});

it('puts a row above the others', () => {
  const more = startingWith('a', 'a', view);
  expect(more.get()).toEqual(['a', 'b', 'c', 'd']);
  expect(more.get()).toBe(more.get());
  expect([more.window(0, 2), more.window(1, 3), more.window(0, 0)]).toEqual([['a', 'b'], ['b', 'c'], []]);
  expect([
    more.size,
    more.at(0),
    more.at(3),
    more.indexOf('a'),
    more.indexOf('d'),
    more.indexOf('x'),
  ]).toEqual([4, 'a', 'd', 0, 3, -1]);
});
