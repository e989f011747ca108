import { expect, it } from 'vitest';
import { compareWords, inOrder, sortedBy } from './sort.ts';

const rows = [
  { name: 'b', day: '2026-02-01' },
  { name: 'a', day: undefined },
  { name: 'c', day: '2026-01-01' },
];
const orders = {
  day: (a: (typeof rows)[number], b: (typeof rows)[number]) => compareWords(a.day, b.day),
};
const names = (found: readonly { name: string }[]) => found.map(({ name }) => name).join('');

it('orders by a column, and the other way round; what says nothing stands last', () => {
  expect(names(inOrder(rows, orders, { key: 'day', isDescending: false }))).toBe('cba');
  expect(names(inOrder(rows, orders, { key: 'day', isDescending: true }))).toBe('abc');
  expect(inOrder(rows, orders, { key: 'name', isDescending: false })).toBe(rows);
  expect(names(inOrder(rows, orders, { key: 'name', isDescending: true }))).toBe('cab');
});

it('begins upwards with each column and turns round at the second press', () => {
  const first = sortedBy({ key: 'name', isDescending: true }, 'day');
  expect(first).toEqual({ key: 'day', isDescending: false });
  expect(sortedBy(first, 'day')).toEqual({ key: 'day', isDescending: true });
});
