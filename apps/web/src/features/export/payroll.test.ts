import type { AbsentDays } from '@kontor/client/nouns/dayTarget';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
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

it('lists people as its region orders words, and as people count', () => {
  const absences = [{ kind: 'vacation', from: '2026-01-01', to: '2026-01-02', isHalf: false } as AbsentDays];
  const people = ['Zoe', 'Öke', 'Guest 10', 'Guest 2'].map((name) => {
    return { userId: name, name, weeks: [], signed: new Map(), absences };
  });
  const namesIn = (region: string) => payrollRows([], people, {}, region).map(({ cells }) => cells?.[0]);
  expect(namesIn('de-DE')).toEqual(['Guest 2', 'Guest 10', 'Öke', 'Zoe']);
  expect(namesIn('sv-SE')).toEqual(['Guest 2', 'Guest 10', 'Zoe', 'Öke']);
});

it('says the same time in hours and minutes and in hundredths, in whole minutes as the signed month', () => {
  const begin = Date.UTC(2026, 9, 5, 8);
  const worked = (ms: number) => {
    const segments = [{ from: begin, to: begin + ms }];
    const entry = { id: 'e', segments, zone: 'UTC', status: 'DONE' } as unknown as TimeEntry;
    const ben = { userId: 'ben', name: 'Ben', weeks: [], signed: new Map(), absences: [] };
    const rows = payrollRows([{ entry, userId: 'ben', customerId: '', invoices: [] }], [ben], {}, 'en-GB');
    return rows.map(({ cells }) => cells?.slice(2, 5));
  };
  const [hour, second] = [3_600_000, 1_000];
  expect(worked(hour + 25 * second)).toEqual([['1', hour, hour]]);
  expect(worked(hour - 25 * second)).toEqual([['1', hour, hour]]);
});
