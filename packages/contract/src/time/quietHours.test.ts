import { expect, it } from 'vitest';
import { isQuiet } from './quietHours.ts';

const minute = (hour: number, past = 0) => hour * 60 + past;
const isQuietAt = (quietFrom: number | null, quietTo: number | null, hour: number, past = 0): boolean =>
  isQuiet({ quietFrom, quietTo }, minute(hour, past));

it.each([
  [21, 59, false],
  [22, 0, true],
  [23, 59, true],
  [0, 0, true],
  [6, 29, true],
  [6, 30, false],
  [12, 0, false],
] as const)(
  'is quiet from the evening to the morning, over midnight: at %i:%i %s',
  (hour, past, expected) => {
    expect(isQuietAt(minute(22), minute(6, 30), hour, past)).toBe(expected);
  },
);

it.each([
  [11, 59, false],
  [12, 0, true],
  [12, 59, true],
  [13, 0, false],
] as const)('is quiet within one day: at %i:%i %s', (hour, past, expected) => {
  expect(isQuietAt(minute(12), minute(13), hour, past)).toBe(expected);
});

it('is never quiet without hours', () => {
  expect([
    isQuietAt(null, null, 3),
    isQuietAt(minute(3), null, 3),
    isQuietAt(minute(3), minute(3), 3),
  ]).toEqual([false, false, false]);
});
