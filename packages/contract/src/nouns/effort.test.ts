import { expect, it } from 'vitest';
import { effort } from './effort.ts';

const { weeks } = effort.sealed;
const sum = { time: 1, billable: 0 };

it('takes sums of weeks that a calendar has, and counts on from', () => {
  expect(weeks.accepts({ '2026-11-23': sum })).toBe(true);
  for (const day of ['2026-99-99', '2026-02-30', '0000-01-03', '9999-12-27', 'x'])
    expect(weeks.accepts({ [day]: sum }), day).toBe(false);
});
