import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, monthStart, nextMonth, weekday, weekNumber } from './day.ts';

describe('days', () => {
  it('steps over the ends of months, years and February', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(nextMonth('2026-12-15')).toBe('2027-01-01');
    expect(nextMonth('2026-08-31')).toBe('2026-09-01');
    expect(monthStart('2026-08-31')).toBe('2026-08-01');
  });

  it('counts days over the change of the clocks', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
  });

  it('knows weeks as ISO 8601 does', () => {
    expect(weekday('2026-11-23')).toBe(0);
    expect(weekday('1969-12-28')).toBe(6);
    expect(weekNumber('2026-12-31')).toBe(53);
    expect(weekNumber('2027-01-03')).toBe(53);
    expect(weekNumber('2027-01-04')).toBe(1);
  });

  it("takes a moment's day from the reader's clock", () =>
    expect(dayOf(new Date(2026, 2, 12, 23, 59).getTime())).toBe('2026-03-12'));
});
