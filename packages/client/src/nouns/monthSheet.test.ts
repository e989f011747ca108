/** A month's lines and sums, held against what a person would write down. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { lengthOf } from '@kontor/contract/time/span';
import { momentAt } from '@kontor/contract/time/zone';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysOfMonth, plansOf, targetOn } from './dayTarget.ts';
import { type SheetSource, timesheetOf } from './monthSheet.ts';
import { partsOf } from './timeSheet.ts';

const zone = 'Europe/Berlin';
const hour = 3_600_000;
const weeks = [
  { from: '2026-01-01', minutes: [480, 480, 480, 480, 360, 0, 0], region: 'de-by' as const },
  { from: '2026-11-16', minutes: [240, 0, 0, 0, 0, 0, 0] },
];
const base = { scopeId: '', version: 1, updatedAt: 0 };
const entry = (day: string, ...times: [number, number][]): OpenOf<'timeEntry'> => ({
  ...base,
  id: `${day} ${times[0]?.[0]}`,
  taskId: '',
  projectId: '',
  taskTitle: '',
  projectName: '',
  isBillable: true,
  status: 'DONE' as const,
  zone,
  segments: times.map(([from, to]) => ({
    from: momentAt(day, from * 60, zone),
    to: momentAt(day, to * 60, zone),
  })),
});
const absence = (from: string, to: string, isHalf = false): OpenOf<'absence'> => ({
  ...base,
  id: from,
  kind: 'vacation',
  from,
  to,
  isHalf,
});
const sheet = (month: string, more: Partial<SheetSource>) =>
  timesheetOf({
    month,
    entries: [],
    absences: [],
    targets: daysOfMonth(month).map((day) => targetOn(weeks, day)),
    ...more,
  });

it('targets follow weeks, holidays and absences, halves too', () => {
  expect(
    ['2025-12-31', '2026-10-30', '2026-11-16', '2026-11-17'].map((day) => targetOn(weeks, day).minutes),
  ).toEqual([undefined, 360, 240, 0]);
  // Whit Monday, and a whole and a half day off behind it.
  const days = ['2026-05-25', '2026-05-26', '2026-05-27', '2026-05-28'].map((day) => targetOn(weeks, day));
  const away = [absence('2026-05-25', '2026-05-26'), absence('2026-05-27', '2026-05-27', true)];
  expect(days[0]).toEqual({ day: '2026-05-25', minutes: 0, holiday: 'whitMonday' });
  expect(plansOf(days, away).map(({ target }) => target! / hour)).toEqual([0, 0, 4, 8]);
  // Two halves are a whole; in Solothurn the afternoon of 1 May is free, and half of that day off is all of it.
  const twice = [...away, { ...away[1]!, kind: 'sickness' as const }];
  expect(plansOf(days, twice)[2]!.target).toBe(0);
  const solothurn = [
    { from: '2026-01-01', minutes: [480, 480, 480, 480, 480, 0, 0], region: 'ch-so' as const },
  ];
  const may = targetOn(solothurn, '2026-05-01');
  expect([may.minutes, plansOf([may], [absence('2026-05-01', '2026-05-01', true)])[0]!.target]).toEqual([
    240, 0,
  ]);
});

it('lines say begin, end, pause, net, target and balance', () => {
  const entries = [
    entry('2026-05-04', [9, 12], [13, 17.5]),
    // Another project at the same time counts once.
    entry('2026-05-04', [16, 17]),
    entry('2026-05-05', [22, 26]),
  ];
  const { days, net, target, balance } = sheet('2026-05-01', { entries, until: '2026-05-05' });
  const line = (day: string) => days.find((each) => each.day === day)!;
  expect(line('2026-05-04')).toEqual({
    day: '2026-05-04',
    begin: 540,
    end: 1050,
    absences: [],
    pause: hour,
    net: 7.5 * hour,
    target: 8 * hour,
    balance: -0.5 * hour,
  });
  expect(line('2026-05-05')).toMatchObject({ begin: 1320, end: 1440, net: 2 * hour });
  expect(line('2026-05-06')).toMatchObject({ begin: 0, end: 120, net: 2 * hour });
  expect(line('2026-05-06').balance).toBeUndefined();
  expect(line('2026-05-01')).toMatchObject({ holiday: 'labourDay', target: 0, balance: 0 });
  // 1, 14 and 25 May are holidays.
  expect([net / hour, target! / hour, balance! / hour]).toEqual([11.5, 14 * 8 + 4 * 6, -0.5 - 6]);
});

it('sums are those of the days, and nothing is lost at midnight or where clocks change', () => {
  const made = fc.record({
    day: fc.integer({ min: 1, max: 30 }),
    from: fc.nat(23),
    length: fc.integer({ min: 1, max: 20 }),
  });
  for (const month of ['2026-03-01', '2026-10-01'])
    fc.assert(
      fc.property(fc.array(made, { maxLength: 12 }), (list) => {
        const entries = list.map(({ day, from, length }) =>
          entry(`${month.slice(0, 8)}${String(day).padStart(2, '0')}`, [from, from + length]),
        );
        const { days, net, target, balance } = sheet(month, { entries });
        expect(days).toHaveLength(31);
        expect(balance).toBe(net - target!);
        for (const { begin, end, pause, ...day } of days) {
          expect(pause).toBeGreaterThanOrEqual(0);
          if (day.net > 0) expect(begin!).toBeLessThanOrEqual(end!);
        }
        const inMonth = partsOf(entries).filter(({ day }) => day.startsWith(month.slice(0, 7)));
        expect(net).toBeLessThanOrEqual(lengthOf(inMonth));
      }),
      { numRuns: 60 },
    );
});

it('adds up as it is printed: the seconds of timers go from one day into the next', () => {
  const odd = 20 / 60 + 20 / 3600;
  const entries = ['2026-11-17', '2026-11-18', '2026-11-19'].map((day) => entry(day, [9, 9 + odd]));
  const { days, net, balance } = sheet('2026-11-01', { entries });
  const minutes = days.flatMap((day) => (day.net > 0 ? [day.net / 60_000] : []));
  expect([minutes, net / 60_000]).toEqual([[20, 21, 20], 61]);
  expect(balance).toBe(days.reduce((sum, day) => sum + (day.balance ?? 0), 0));
});
