import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatTimeOfDay, parseTime } from './parseTime.ts';

it.each([
  ['9', 540],
  ['09:30', 570],
  ['9.30', 570],
  ['0930', 570],
  ['930', 570],
  ['9:30 pm', 1290],
  ['12 am', 0],
  ['17 Uhr', 1020],
  ['24:00', 1440],
  [' ', null],
  ['24:01', undefined],
  ['9:61', undefined],
  ['13 pm', undefined],
  ['noon', undefined],
])('reads %s', (typed, minutes) => expect(parseTime(typed)).toBe(minutes));

it('reads back what it writes', () => {
  fc.assert(
    fc.property(fc.nat(1440), (minutes) => {
      expect(parseTime(formatTimeOfDay(minutes))).toBe(minutes);
    }),
  );
});
