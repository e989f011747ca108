import { expect, it } from 'vitest';
import { workingTime } from './workingTime.ts';

const { weeks } = workingTime.sealed;
const minutes = [480, 480, 480, 480, 480, 0, 0];

it('takes weeks from days that a calendar has: what shows them can write no others', () => {
  expect(weeks.accepts([{ from: '2026-11-23', minutes }])).toBe(true);
  for (const from of ['2026-99-99', '2026-02-30', '0000-01-03', 'x', undefined])
    expect(weeks.accepts([{ from, minutes }]), from).toBe(false);
});
