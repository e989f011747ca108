import { expect, it } from 'vitest';
import { effort } from './effort.ts';
import { maxEntryMs } from './timeEntry.ts';

const { weeks } = effort.sealed;
const sum = { time: 1, billable: 0 };

it('takes sums of weeks that a calendar has, and counts on from', () => {
  expect(weeks.accepts({ '2026-11-23': sum })).toBe(true);
  for (const day of ['2026-99-99', '2026-02-30', '0000-01-03', '9999-12-27', 'x'])
    expect(weeks.accepts({ [day]: sum }), day).toBe(false);
});

it('takes times that somebody can have worked', () => {
  const accepts = (time: unknown, billable: unknown) => weeks.accepts({ '2026-11-23': { time, billable } });
  for (const [time, billable] of [
    [0, 0],
    [1, 1],
    [maxEntryMs, maxEntryMs],
  ])
    expect(accepts(time, billable)).toBe(true);
  for (const [time, billable] of [
    [-1, -1],
    [-1, 0],
    [1, 2],
    [1, -1],
    [0.5, 0],
    [1e308, 0],
    [maxEntryMs + 1, 0],
    [Number.NaN, 0],
    ['1', 0],
    [1, undefined],
  ])
    expect(accepts(time, billable), `${time} ${billable}`).toBe(false);
  expect(weeks.accepts({ '2026-11-23': null })).toBe(false);
});
