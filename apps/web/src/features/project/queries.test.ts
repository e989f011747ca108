import { expect, it } from 'vitest';
import { projectMatches } from './queries.ts';

it('finds projects by any of their words, accents and case aside', () => {
  const project = { name: 'Überarbeitung Büro Süd', customField: 'A-17' };
  expect(projectMatches(project, 'buro uber')).toBe(true);
  expect(projectMatches(project, 'BÜRO a-17')).toBe(true);
  expect(projectMatches(project, 'büro nord')).toBe(false);
  expect(projectMatches(project, ' ')).toBe(true);
});
