import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { addDays } from './day.ts';
import { lengthOf, splitByDay, union } from './span.ts';
import { dayAt, isZone, minutesAt, momentAt, momentsAt, ownZone, startOfDay } from './zone.ts';

const berlin = 'Europe/Berlin';
const utc = (text: string) => Date.parse(`${text}Z`);
const hour = 3_600_000;

describe('a zone’s clock', () => {
  it('shows a time once, on the two days of a year on which it changes twice or never', () => {
    expect(momentsAt('2026-11-22', 9 * 60, berlin)).toEqual([utc('2026-11-22T08:00')]);
    // 25 October 2026, 3:00 becomes 2:00.
    expect(momentsAt('2026-10-25', 150, berlin)).toEqual([utc('2026-10-25T00:30'), utc('2026-10-25T01:30')]);
    // 29 March 2026, 2:00 becomes 3:00.
    expect(momentsAt('2026-03-29', 150, berlin)).toEqual([]);
    expect(momentAt('2026-03-29', 150, berlin)).toBe(utc('2026-03-29T01:00'));
    expect(minutesAt(utc('2026-10-25T01:30'), berlin)).toBe(150);
  });

  it('begins each day where the one before ends', () => {
    expect(startOfDay('2026-10-26', berlin) - startOfDay('2026-10-25', berlin)).toBe(25 * hour);
    expect(startOfDay('2026-03-30', berlin) - startOfDay('2026-03-29', berlin)).toBe(23 * hour);
    // Midnight itself is skipped in Cairo, comes twice in Havana, and Apia never had this day.
    expect(startOfDay('2026-04-24', 'Africa/Cairo')).toBe(utc('2026-04-23T22:00'));
    expect(startOfDay('2026-11-01', 'America/Havana')).toBe(utc('2026-11-01T04:00'));
    expect(startOfDay('2011-12-30', 'Pacific/Apia')).toBe(startOfDay('2011-12-31', 'Pacific/Apia'));
    expect(dayAt(utc('2011-12-30T10:00'), 'Pacific/Apia')).toBe('2011-12-31');
  });

  it.each([
    berlin,
    'America/Havana',
    'Pacific/Apia',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  ])('%s: every moment lies in its day, and reads back', (zone) => {
    fc.assert(
      fc.property(fc.integer({ min: utc('2005-01-01T00:00'), max: utc('2030-01-01T00:00') }), (moment) => {
        const day = dayAt(moment, zone);
        expect(moment).toBeGreaterThanOrEqual(startOfDay(day, zone));
        expect(moment).toBeLessThan(startOfDay(addDays(day, 1), zone));
        const minute = moment - (((moment % 60_000) + 60_000) % 60_000);
        expect(momentsAt(day, minutesAt(minute, zone), zone)).toContain(minute);
      }),
      { numRuns: 300 },
    );
  });

  it('tells zones from other words', () => expect([isZone(berlin), isZone('Berlin')]).toEqual([true, false]));

  it.each([
    [berlin, berlin],
    // Chrome on Linux says so where it does not know.
    ['Etc/Unknown', 'UTC'],
  ])('takes %s of its own as %s', (said, zone) => {
    const options = new Intl.DateTimeFormat().resolvedOptions();
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
    spy.mockReturnValue({ ...options, timeZone: said });
    expect(ownZone()).toBe(zone);
    spy.mockRestore();
  });
});

const spans = fc
  .tuple(
    fc.integer({ min: utc('2026-01-01T00:00'), max: utc('2027-01-01T00:00') }),
    fc.integer({ min: 0, max: 80 * hour }),
  )
  .map(([from, length]) => ({ from, to: from + length }));

describe('spans', () => {
  it('are as long after they are split at midnight', () => {
    fc.assert(
      fc.property(spans, fc.constantFrom(berlin, 'America/Havana', 'UTC'), (span, zone) => {
        const parts = splitByDay(span, zone);
        expect(lengthOf(parts)).toBe(span.to - span.from);
        for (const { day, from, to } of parts)
          expect([dayAt(from, zone), dayAt(to - 1, zone)]).toEqual([day, day]);
      }),
    );
  });

  it('count once where several cover the same moment', () => {
    const [a, b, c] = [
      { from: 0, to: 10 },
      { from: 5, to: 20 },
      { from: 30, to: 31 },
    ];
    expect(union([c, b, a, a])).toEqual([{ from: 0, to: 20 }, c]);
    fc.assert(
      fc.property(fc.array(spans, { maxLength: 6 }), (list) => {
        const once = union(list);
        expect(lengthOf(once)).toBeLessThanOrEqual(lengthOf(list));
        for (const [i, { from }] of once.entries()) if (i > 0) expect(from).toBeGreaterThan(once[i - 1]!.to);
      }),
    );
  });
});
