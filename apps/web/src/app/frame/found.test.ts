import { expect, it } from 'vitest';
import { found } from './found.ts';

const rows = ['Büro streichen', 'Bürostuhl', 'Küche streichen'].map((name, updatedAt) => ({
  name,
  updatedAt,
}));
const names = (query: string) => found(rows, query, ({ name }) => name).map(({ name }) => name);

it('finds by every word, accents and case aside, the newest first', () => {
  expect(names('buro')).toEqual(['Bürostuhl', 'Büro streichen']);
  expect(names('STREICHEN kü')).toEqual(['Küche streichen']);
  expect(names('bad')).toEqual([]);
});

it('shows a handful of each kind', () => {
  const many = Array.from({ length: 20 }, (_, updatedAt) => ({ updatedAt }));
  expect(found(many, 'a', () => 'a').map(({ updatedAt }) => updatedAt)).toEqual([19, 18, 17, 16, 15, 14]);
});
