import { expect, it } from 'vitest';
import { parseDay } from './parseDay.ts';

it.each([
  ['2026-03-12', '2026-03-12'],
  ['12.3.2026', '2026-03-12'],
  ['12.03.26', '2026-03-12'],
  ['12.3.', '2026-03-12'],
  ['12/3/2026', '2026-03-12'],
  ['12 Mar 2026', '2026-03-12'],
  ['12. März 2026', '2026-03-12'],
  ['1 Dez', '2026-12-01'],
  ['29.2.2028', '2028-02-29'],
  ['29.2.2026', undefined],
  ['31.4.2026', undefined],
  ['1.13.2026', undefined],
  ['12 Xyz 2026', undefined],
  ['tomorrow', '2026-11-22'],
  ['3 days', '2026-11-24'],
  ['', undefined],
])('reads %j as %s', (typed, day) => expect(parseDay(typed, '2026-11-21')).toBe(day));
