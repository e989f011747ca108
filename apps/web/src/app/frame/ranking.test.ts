import { expect, it } from 'vitest';
import { ranked } from './ranking.ts';

const rows = ['Büro streichen', 'Bürostuhl', 'Küche streichen'].map((name, updatedAt) => ({
  name,
  updatedAt,
}));
const names = (query: string) => ranked(rows, query, ({ name }) => name).map(({ name }) => name);

it('finds by every word, accents and case aside, the newest first', () => {
  expect(names('buro')).toEqual(['Bürostuhl', 'Büro streichen']);
  expect(names('STREICHEN kü')).toEqual(['Küche streichen']);
  expect(names('bad')).toEqual([]);
});

it('puts what begins a word first, and what is done or put away behind what is running', () => {
  const tasks = [
    { name: 'Angebot schreiben', updatedAt: 1, status: 'TODO' },
    { name: 'Nach-Angebot', updatedAt: 2, status: 'TODO' },
    { name: 'Angebot prüfen', updatedAt: 3, status: 'DONE' },
    { name: 'Standfläche', updatedAt: 4, status: 'TODO' },
    { name: 'Anbau', updatedAt: 5, archivedAt: 6 },
  ];
  expect(ranked(tasks, 'an', ({ name }) => name).map(({ name }) => name)).toEqual([
    'Nach-Angebot',
    'Angebot schreiben',
    'Anbau',
    'Angebot prüfen',
    'Standfläche',
  ]);
});

it('shows a handful of each kind', () => {
  const many = Array.from({ length: 20 }, (_, updatedAt) => ({ updatedAt }));
  expect(ranked(many, 'a', () => 'a').map(({ updatedAt }) => updatedAt)).toEqual([19, 18, 17, 16, 15, 14]);
});
