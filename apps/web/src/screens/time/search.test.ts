import { expect, it } from 'vitest';
import { timeSearch } from './search.ts';

it('reads whose hours of which day, as a week or a month, and nothing else', () => {
  const person = '019a0000-0000-7000-8000-0000000000d1';
  const asked = { person, day: '2026-11-05', view: 'month' };
  expect(timeSearch({ ...asked, more: 1 })).toEqual(asked);
  for (const wrong of [
    { person: 'me', day: '2026-02-30', view: 'year' },
    { person: 7, day: null, view: ['month'] },
  ])
    expect(Object.values(timeSearch(wrong))).toEqual([undefined, undefined, undefined]);
});
