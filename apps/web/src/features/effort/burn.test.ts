import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { expect, it } from 'vitest';
import { burnOf, earnedByWeek, timeByWeek } from './burn.ts';

const hour = 3_600_000;
const effort = (weeks: Record<string, number>) => ({
  weeks: Object.fromEntries(
    Object.entries(weeks).map(([week, hours]) => [week, { time: hours * hour, billable: 0 }]),
  ),
});
const hours = (efforts: Parameters<typeof timeByWeek>[0], today: string, count: number) =>
  burnOf(timeByWeek(efforts), 60_000, today, count);
const efforts = [effort({ '2026-11-02': 2, '2026-11-16': 1 }), effort({ '2026-11-02': 1 })];

it('adds up weeks, those without work too, up to this one', () =>
  expect(hours(efforts, '2026-11-25', 12)).toEqual([
    { week: '2026-11-02', total: 180 },
    { week: '2026-11-09', total: 180 },
    { week: '2026-11-16', total: 240 },
    { week: '2026-11-23', total: 240 },
  ]));

it('ends with this week, whatever somebody says of later ones', () =>
  expect(hours([...efforts, effort({ '9998-12-28': 5 })], '2026-11-25', 2)).toEqual(
    hours(efforts, '2026-11-25', 2),
  ));

it('shows the last weeks with all that was worked before them', () => {
  expect(hours(efforts, '2026-11-25', 2)).toEqual([
    { week: '2026-11-16', total: 240 },
    { week: '2026-11-23', total: 240 },
  ]);
  expect(hours([effort({ '2026-11-02': 0 })], '2026-11-25', 12)).toEqual([]);
});

it('adds up what billable work is worth by weeks, each day at its rate', () => {
  const at = (moment: string) => new Date(moment).getTime();
  const entry = (from: string, to: string, isBillable = true) =>
    ({
      scopeId: 'hours-ben',
      projectId: 'p',
      zone: 'UTC',
      isBillable,
      segments: [{ from: at(from), to: at(to) }],
    }) as unknown as TimeEntry;
  const rate = (id: string, cents: number, from?: string) =>
    ({ id, projectId: 'p', rate: cents, ...(from && { from }) }) as HourlyRate;
  const entries = [
    entry('2026-11-04T08:00Z', '2026-11-04T10:00Z'),
    entry('2026-11-04T10:00Z', '2026-11-04T12:00Z', false),
    // From Sunday into the next week, in which an hour costs more.
    entry('2026-11-08T23:00Z', '2026-11-09T01:00Z'),
  ];
  const rates = [rate('a', 5_000), rate('b', 9_000, '2026-11-09')];
  const byWeek = earnedByWeek(entries, () => 'ben', rates);
  expect(burnOf(byWeek, hour, '2026-11-17', 12)).toEqual([
    { week: '2026-11-02', total: 15_000 },
    { week: '2026-11-09', total: 24_000 },
    { week: '2026-11-16', total: 24_000 },
  ]);
});
