import { expect, it } from 'vitest';
import { compareWords } from '../../platform/text/compare.ts';
import { comparing, type Sort, sortedBy } from './sort.ts';

type Row = { name: string; day: string | undefined };
const rows: Row[] = [
  { name: 'b', day: '2026-02-01' },
  { name: 'a', day: undefined },
  { name: 'c', day: '2026-01-01' },
  { name: 'd', day: '2026-01-01' },
];
const orders = { day: (a: Row, b: Row) => compareWords(a.day, b.day) };
const names = (sort: Sort) =>
  rows
    .toSorted(comparing(orders, sort, (a, b) => compareWords(a.name, b.name)))
    .map(({ name }) => name)
    .join('');

it('orders by a column and then by name, and the other way round; what says nothing stands last', () => {
  expect(names({ key: 'day', isDescending: false })).toBe('cdba');
  expect(names({ key: 'day', isDescending: true })).toBe('abdc');
  expect(names({ key: 'name', isDescending: false })).toBe('abcd');
  expect(names({ key: 'name', isDescending: true })).toBe('dcba');
});

it('begins upwards with each column and turns round at the second press', () => {
  const first = sortedBy({ key: 'name', isDescending: true }, 'day');
  expect(first).toEqual({ key: 'day', isDescending: false });
  expect(sortedBy(first, 'day')).toEqual({ key: 'day', isDescending: true });
});
