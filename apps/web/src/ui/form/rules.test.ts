import { expect, it } from 'vitest';
import { atMost, durationWithin, inOrder, moneyWithin, numberWithin, required, rules } from './rules.ts';

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

it('says of numbers what they are not', () => {
  expect(['', '0', '1:30', '1,5 h'].map(durationWithin())).toEqual(Array(4).fill(undefined));
  expect(durationWithin()('soon')).toBe('Must be number');
  expect(durationWithin()('-1,5')).toBe('Must be minimum 0');
  expect(durationWithin({ min: 1, max: 1440 })('25 h')).toBe('Must be maximum 24');
  expect(durationWithin({ above: 0, max: 1440 })('0')).toBe('Should be greater than 0');
  expect(durationWithin({ above: 0, max: 1440 })('1m')).toBeUndefined();
  expect(numberWithin({ max: 100 })('101')).toBe('Must be maximum 100');
  expect(moneyWithin('EUR')('CHF 12')).toBe('Must be number');
  expect(moneyWithin('EUR', { min: 1 })('0')).toBe('Must be minimum 0.01');
});
