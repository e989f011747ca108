import { expect, it } from 'vitest';
import { burnOf } from './burn.ts';

const hour = 3_600_000;
const effort = (weeks: Record<string, number>) => ({
  weeks: Object.fromEntries(
    Object.entries(weeks).map(([week, hours]) => [week, { time: hours * hour, billable: 0 }]),
  ),
});
const efforts = [effort({ '2026-11-02': 2, '2026-11-16': 1 }), effort({ '2026-11-02': 1 })];

it('adds up weeks, those without work too, up to this one', () =>
  expect(burnOf(efforts, '2026-11-25', 12)).toEqual([
    { week: '2026-11-02', total: 180 },
    { week: '2026-11-09', total: 180 },
    { week: '2026-11-16', total: 240 },
    { week: '2026-11-23', total: 240 },
  ]));

it('ends with this week, whatever somebody says of later ones', () =>
  expect(burnOf([...efforts, effort({ '9998-12-28': 5 })], '2026-11-25', 2)).toEqual(
    burnOf(efforts, '2026-11-25', 2),
  ));

it('shows the last weeks with all that was worked before them', () => {
  expect(burnOf(efforts, '2026-11-25', 2)).toEqual([
    { week: '2026-11-16', total: 240 },
    { week: '2026-11-23', total: 240 },
  ]);
  expect(burnOf([effort({ '2026-11-02': 0 })], '2026-11-25', 12)).toEqual([]);
});
