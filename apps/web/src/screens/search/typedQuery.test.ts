import { expect, it } from 'vitest';
import { indexQuery, readQuery, toggleFilter, typedFilter } from './typedQuery.ts';

const lookups = {
  places: [
    { id: 'p', name: 'Website' },
    { id: 'c', name: 'Praxis Dr. Lindemann' },
  ],
  people: [{ id: 'u', name: 'Ada Müller' }],
};
const read = (typed: string) => readQuery(typed, lookups);

it('tells words from filters, in both languages', () => {
  expect(read('rechnung in:"praxis dr" von:mueller mahnung')).toEqual({
    text: 'rechnung mahnung',
    filters: [
      { kind: 'in', raw: 'in:"praxis dr"', values: ['c'], name: 'Praxis Dr. Lindemann' },
      { kind: 'from', raw: 'von:mueller', values: ['u'], name: 'Ada Müller' },
    ],
  });
  expect(read('typ:aufg').filters[0]!.values).toEqual(['tasks']);
  expect(read('type:tasks').filters[0]!.values).toEqual(['tasks']);
  expect(read('vor:12.3.2026 before:2026-03-13').filters.map(({ values }) => values)).toEqual([
    ['2026-03-12'],
    ['2026-03-13'],
  ]);
  expect(read('login:x 12:30 in: von:')).toEqual({ text: 'login:x 12:30', filters: [] });
});

it('asks for what is meant, and for nothing where nothing is', () => {
  const kinds = ['projects', 'tasks'] as const;
  const { tagged, groups, from, to } = indexQuery(
    read('x in:web von:ada vor:2026-03-12 nach:2026-03-01'),
    kinds,
  );
  expect(tagged).toEqual([
    ['scopeId:p', 'customerId:p', 'projectId:p'],
    ['from:u'],
    ['noun:project', 'noun:task'],
  ]);
  expect(groups).toEqual(['noun:project', 'noun:task']);
  expect([from, to]).toEqual([new Date(2026, 2, 2).getTime(), new Date(2026, 2, 12).getTime()]);
  expect(indexQuery(read('in:nowhere'), kinds).tagged![0]).toEqual([]);
  expect(indexQuery(read('vor:irgendwann'), kinds).tagged![0]).toEqual([]);
  expect(indexQuery(read('type:users'), kinds).groups).toEqual([]);
});

it('writes filters and takes them out again', () => {
  expect(typedFilter('in', 'Praxis Dr. Lindemann')).toBe('in:"Praxis Dr. Lindemann"');
  const filter = { raw: 'type:tasks' };
  expect(toggleFilter('dach', filter)).toBe('dach type:tasks');
  expect(toggleFilter('dach type:tasks büro', filter)).toBe('dach büro');
});
