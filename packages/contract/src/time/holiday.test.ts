import { describe, expect, it } from 'vitest';
import { addDays, weekday } from './day.ts';
import { easterSunday, holidayOn, holidaysIn, type RegionId, regionIds } from './holiday.ts';

const daysOf = (region: RegionId, year: number) => [...holidaysIn(region, year).keys()].sort();

describe('public holidays', () => {
  it('count from Easter as the tables of the church have it', () =>
    expect([1818, 1943, 2000, 2024, 2026, 2038, 2285].map(easterSunday)).toEqual([
      '1818-03-22',
      '1943-04-25',
      '2000-04-23',
      '2024-03-31',
      '2026-04-05',
      '2038-04-25',
      '2285-03-22',
    ]));

  it('are those that the calendars of 2026 print', () => {
    expect(daysOf('at', 2026).map((day) => day.slice(5))).toEqual(
      '01-01 01-06 04-06 05-01 05-14 05-25 06-04 08-15 10-26 11-01 12-08 12-25 12-26'.split(' '),
    );
    expect(daysOf('de-sn', 2026).map((day) => day.slice(5))).toEqual(
      '01-01 04-03 04-06 05-01 05-14 05-25 10-03 10-31 11-18 12-25 12-26'.split(' '),
    );
    expect(daysOf('fr-a', 2026).map((day) => day.slice(5))).toEqual(
      '01-01 04-03 04-06 05-01 05-08 05-14 05-25 07-14 08-15 11-01 11-11 12-25 12-26'.split(' '),
    );
    expect(daysOf('ch-ge', 2026).map((day) => day.slice(5))).toEqual(
      '01-01 04-03 04-06 05-14 05-25 08-01 09-10 12-25 12-31'.split(' '),
    );
  });

  it('know what moves, what came once, what is half, and what has another name elsewhere', () => {
    // In 2021 the first Thursday of April was Maundy Thursday.
    const naefels = [2021, 2026, 2027].flatMap((year) =>
      daysOf('ch-gl', year).filter((day) => holidayOn('ch-gl', day)?.name === 'naefels'),
    );
    expect(naefels).toEqual(['2021-04-08', '2026-04-09', '2027-04-01']);
    expect([2024, 2025, 2028].map((year) => daysOf('de-be', year).length)).toEqual([10, 11, 11]);
    expect(holidayOn('ch-so', '2026-05-01')).toEqual({ name: 'labourDay', isHalf: true });
    expect(holidayOn('ch-vd', '2026-09-21')?.name).toBe('fastMonday');
    const named = (['at', 'ch-zh', 'de', 'de-by'] as const).map((id) => holidayOn(id, '2026-12-26')?.name);
    expect(named).toEqual(['stStephen', 'stStephen', 'secondChristmas', 'secondChristmas']);
  });

  it('lie in their year, each on a day of its own, wherever somebody works', () => {
    for (const region of regionIds)
      for (let year = 2020; year < 2060; year++) {
        const days = daysOf(region, year);
        expect(days.every((day) => day.startsWith(`${year}-`) && addDays(day, 0) === day)).toBe(true);
        expect(days.length).toBeGreaterThanOrEqual(4);
        const easterMonday = addDays(easterSunday(year), 1);
        expect(weekday(easterMonday)).toBe(0);
      }
  });
});
