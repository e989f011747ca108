import { expect, it } from 'vitest';
import { formatDate } from './format.ts';
import { dayOfPeriod, parseDay } from './parseDay.ts';

it.each([
  ['2026-03-12', '2026-03-12'],
  ['12.3.2026', '2026-03-12'],
  ['12.03.26', '2026-03-12'],
  ['12.6.', '2026-06-12'],
  // Half a year is back too far.
  ['12.3.', '2027-03-12'],
  ['1.1.', '2027-01-01'],
  ['29.2.', '2028-02-29'],
  ['12 Mar 2026', '2026-03-12'],
  ['12. März 2026', '2026-03-12'],
  ['1 Dez', '2026-12-01'],
  ['12. Jänner 2026', '2026-01-12'],
  ['12. Jän.', '2027-01-12'],
  ['3. Feber 2026', '2026-02-03'],
  ['29.2.2028', '2028-02-29'],
  ['29.2.2026', undefined],
  ['31.4.2026', undefined],
  ['1.13.2026', undefined],
  ['12 Xyz 2026', undefined],
  ['tomorrow', '2026-11-22'],
  ['3 days', '2026-11-24'],
  ['', undefined],
])('reads %j as %s', (typed, day) => expect(parseDay(typed, '2026-11-21')).toBe(day));

it.each([
  ['3/12/2026', '2026-03-12', '2026-12-03'],
  ['3/12', '2027-03-12', '2026-12-03'],
  ['3-12-26', '2026-03-12', '2026-12-03'],
  ['13/3/2026', undefined, '2026-03-13'],
  ['3.12.2026', '2026-12-03', '2026-12-03'],
  ['2026/3/12', '2026-03-12', '2026-03-12'],
  ['March 12, 2026', '2026-03-12', '2026-03-12'],
  ['Mar. 12', '2027-03-12', '2027-03-12'],
  ['Mar Mar 2026', undefined, undefined],
])('reads %j as %s in the United States and as %s in Britain', (typed, american, british) => {
  expect(parseDay(typed, '2026-11-21', 'en-US')).toBe(american);
  expect(parseDay(typed, '2026-11-21', 'en-GB')).toBe(british);
});

it.each([
  ['1.12.', '2025-12-01'],
  ['21.11.', '2026-11-21'],
  ['22 Nov', '2025-11-22'],
  ['29.2.', '2024-02-29'],
  ['31.4.', undefined],
  ['1.12.2026', '2026-12-01'],
  ['1.12.26', '2026-12-01'],
  ['12.3.27', '1927-03-12'],
  ['12.3.85', '1985-03-12'],
  ['12.3.05', '2005-03-12'],
  ['sunday', '2026-11-15'],
])('reads %j toward the past as %s', (typed, day) =>
  expect(parseDay(typed, '2026-11-21', 'de-DE', 'past')).toBe(day),
);

it.each([
  ['28.12.', '2027-01-04', '2026-12-28'],
  ['1.10.', '2027-03-01', '2027-10-01'],
  ['1.9.', '2026-11-28', '2026-09-01'],
  ['1.1.', '2026-11-28', '2027-01-01'],
  // Monday the 30th.
  ['fr', '2026-11-30', '2026-11-27'],
  ['Montag', '2026-11-30', '2026-11-30'],
  ['do', '2026-11-30', '2026-12-03'],
  ['next friday', '2026-11-30', '2026-12-11'],
  ['KW 47', '2026-11-30', '2026-11-16'],
  ['KW 2', '2026-11-30', '2027-01-11'],
  ['3 days', '2026-11-30', '2026-12-03'],
])('reads %j nearest to %s as %s', (typed, now, day) =>
  expect(parseDay(typed, now, 'de-DE', 'nearest')).toBe(day),
);

it.each([
  ['2025', '2025-01-01', '2025-12-31'],
  ['March 2026', '2026-03-01', '2026-03-31'],
  ['märz 2026', '2026-03-01', '2026-03-31'],
  ['Jän. 2024', '2024-01-01', '2024-01-31'],
  ['2/2024', '2024-02-01', '2024-02-29'],
  ['02.2024', '2024-02-01', '2024-02-29'],
  ['2024-02', '2024-02-01', '2024-02-29'],
  ['Oktober', '2026-10-01', '2026-10-31'],
  ['dezember', '2025-12-01', '2025-12-31'],
  // It has begun, and has not ended.
  ['November', '2026-11-01', '2025-11-30'],
  ['13/2024', undefined, undefined],
  ['Xyz 2024', undefined, undefined],
  ['11', undefined, undefined],
  ['no', undefined, undefined],
  ['', undefined, undefined],
])('reads of %j the first day as %s and the last as %s', (typed, first, last) => {
  expect(dayOfPeriod(typed, 'first', '2026-11-21')).toBe(first);
  expect(dayOfPeriod(typed, 'last', '2026-11-21')).toBe(last);
});

it('reads what fields show, in each region', () => {
  const tags = [
    'en-US',
    'en-GB',
    'en-CA',
    'en-AU',
    'en-IE',
    'en-IN',
    'en-NZ',
    'en-ZA',
    'de-DE',
    'de-AT',
    'de-CH',
  ];
  for (const tag of tags)
    for (let month = 1; month <= 12; month++) {
      const day = `2025-${String(month).padStart(2, '0')}-07`;
      expect(parseDay(formatDate(day, tag), '2026-11-21', tag), `${tag} ${formatDate(day, tag)}`).toBe(day);
    }
});

it.each([
  ['2026-11-30', '2026-12-03', 'fr', '2026-12-04'],
  ['2026-11-30', '2026-11-30', 'fr', '2026-12-04'],
  ['2026-12-02', '2026-12-05', 'so', '2026-12-06'],
  ['2026-12-04', '2026-12-07', 'mo', '2026-12-07'],
  ['2027-03-15', '2026-10-01', '31.12.', '2026-12-31'],
  ['2026-11-28', '2026-11-01', '30.11.', '2026-11-30'],
  ['2027-01-10', '2026-12-28', '3.1.', '2027-01-03'],
  ['2027-01-10', '2026-12-28', 'kw 1', '2027-01-04'],
  ['2026-11-28', '2026-11-01', 'heute', '2026-11-28'],
])('ends on %s what began on %s, by %j, on %s', (now, since, typed, day) =>
  expect(parseDay(typed, now, 'de-DE', { since })).toBe(day),
);
