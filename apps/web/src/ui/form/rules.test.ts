import { expect, it } from 'vitest';
import { atMost, inOrder, required, rules } from './rules.ts';

const days = (startDate: string, endDate: string, ...changed: string[]) =>
  inOrder(['startDate', 'endDate'], { startDate, endDate }, (name) => changed.includes(name), 'wrong way');

it('says at the day that was changed that a span runs backwards', () => {
  expect(days('2026-02-02', '2026-02-01')).toEqual({ endDate: 'wrong way' });
  expect(days('2026-02-02', '2026-02-01', 'startDate')).toEqual({ startDate: 'wrong way' });
  expect(days('2026-02-02', '2026-02-01', 'startDate', 'endDate')).toEqual({ endDate: 'wrong way' });
  expect(days('2026-02-01', '2026-02-01')).toEqual({});
  expect(days('', '2026-02-01')).toEqual({});
  expect(days('2026-02-01', '')).toEqual({});
});

it('judges each field with the others at hand', () => {
  const judge = rules<{ a: string; b: string }>({
    a: required,
    b: (value, { a }) => (value === a ? undefined : 'differs'),
  });
  expect(judge({ a: ' ', b: 'x' })).toEqual({ a: 'Required', b: 'differs' });
  expect(judge({ a: 'x', b: 'x' })).toEqual({});
});

it('does not count the spaces around a line', () => {
  expect(atMost(3)(' abc ')).toBeUndefined();
  expect(atMost(3)('abcd')).toBe('At most 3 characters');
});
