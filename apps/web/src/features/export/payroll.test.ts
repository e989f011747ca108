import type { AbsentDays } from '@kontor/client/nouns/dayTarget';
import { expect, it } from 'vitest';
import { payrollRows } from './payroll.ts';

const monthsOf = (...days: [string, string][]) => {
  const absences = days.map(([from, to]) => ({ kind: 'vacation', from, to, isHalf: false }) as AbsentDays);
  const ben = { userId: 'ben', name: 'Ben', weeks: [], signed: new Map(), absences };
  return payrollRows([], [ben], {}, 'en-GB').map(({ cells }) => cells?.[1]);
};

it('ends with the calendar, which has no month behind the last, and leaves out an absence without days', () => {
  const away = monthsOf(['9999-10-01', '9999-12-31'], ['', '2026-01-31'], ['2026-01-30', '']);
  expect(away).toEqual(['9999-10', '9999-11']);
});
