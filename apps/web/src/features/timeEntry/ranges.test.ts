import { describe, expect, it } from 'vitest';
import { formatRanges, parseRanges } from './ranges.ts';

const zone = 'Europe/Berlin';
const place = (day: string) => ({ day, zone, begin: () => Date.parse('2026-11-20T08:00Z') });
const utc = (text: string) => Date.parse(`${text}Z`);
const day = '2026-11-20';

describe('the times of an entry', () => {
  it('are ranges, one or several, or a duration', () => {
    const [morning, afternoon] = [
      { from: utc('2026-11-20T08:00'), to: utc('2026-11-20T11:00') },
      { from: utc('2026-11-20T12:00'), to: utc('2026-11-20T16:30') },
    ];
    expect(parseRanges('9:00–12:00, 13-17:30', place(day))).toEqual([morning, afternoon]);
    expect(parseRanges('13 bis 17.30; 9-12', place(day))).toEqual([morning, afternoon]);
    expect(parseRanges('90m', place(day))).toEqual([
      { from: utc('2026-11-20T08:00'), to: utc('2026-11-20T09:30') },
    ]);
    expect(parseRanges('9:00–', place(day))).toEqual([{ from: morning.from }]);
    expect(parseRanges('22:00–2:00+1', place(day))).toEqual([
      { from: utc('2026-11-20T21:00'), to: utc('2026-11-21T01:00') },
    ]);
  });

  it.each([
    ['17:00–9:00', 'endBeforeStart'],
    ['9–12, 11–13', 'rangesOverlap'],
    ['nine to five', 'badRange'],
    ['', 'badRange'],
    ['25h', 'rangeTooLong'],
  ])('%s is refused', (typed, fault) => expect(parseRanges(typed, place(day))).toBe(fault));

  it('tell the hour that comes twice, and read back what they write', () => {
    const autumn = '2026-10-25';
    const twice = [{ from: utc('2026-10-25T00:30'), to: utc('2026-10-25T01:30') }];
    expect(formatRanges(twice, autumn, zone)).toBe('2:30A–2:30B');
    expect(parseRanges('2:30A–2:30B', place(autumn))).toEqual(twice);
    const night = [
      { from: utc('2026-11-20T21:00'), to: utc('2026-11-21T01:00') },
      { from: utc('2026-11-21T02:00') },
    ];
    expect(formatRanges(night, day, zone)).toBe('22:00–2:00+1, 3:00+1–');
    expect(parseRanges(formatRanges(night, day, zone), place(day))).toEqual(night);
    const long = [{ from: utc('2026-11-20T21:00'), to: utc('2026-12-01T01:00') }];
    expect(formatRanges(long, day, zone)).toBe('22:00–2:00+11');
    expect(parseRanges(formatRanges(long, day, zone), place(day))).toEqual(long);
  });
});
