import { expect, it } from 'vitest';
import { dayText, longDayText, longMomentText } from './dayText.ts';

it('writes the day of the clock of invoices, which is ahead of UTC, as the language does', () => {
  const evening = new Date('2026-01-31T23:30:00Z');
  expect([dayText(evening, 'en'), dayText(evening, 'de')]).toEqual(['1 Feb 2026', '01.02.2026']);
  expect([longDayText(evening, 'en'), longDayText(evening, 'de')]).toEqual([
    '1 February 2026',
    '1. Februar 2026',
  ]);
  expect(longMomentText(evening, 'en')).toBe('1 February 2026 at 00:30:00 CET');
});
