import { expect, it } from 'vitest';
import { matchesQuery } from './queries.ts';

it('finds projects by any of their words, accents and case aside', () => {
  const project = { name: 'Überarbeitung Büro Süd', customField: 'A-17' };
  expect(matchesQuery(project, 'buro uber')).toBe(true);
  expect(matchesQuery(project, 'BÜRO a-17')).toBe(true);
  expect(matchesQuery(project, 'büro nord')).toBe(false);
  expect(matchesQuery(project, ' ')).toBe(true);
});
