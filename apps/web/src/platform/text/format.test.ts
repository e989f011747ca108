import { describe, expect, it } from 'vitest';
import * as format from './format.ts';

describe('format', () => {
  it('writes dates as the language does, and keeps a day the day that it is', () => {
    expect(format.formatDate('2026-03-12', 'de-DE')).toBe('12.03.2026');
    expect(format.formatDate('2026-03-12', 'en-GB')).toBe('12 Mar 2026');
    expect(format.formatDateTime(new Date(2026, 2, 12, 14, 5), 'de-DE')).toBe('12.03.2026, 14:05');
  });

  it.each(['', 'boo', Number.NaN, 1e300])('writes nothing for %j, which is no date', (value) => {
    const { formatDate, formatDateTime, formatTime, formatDay, formatDayShort, formatWeekday } = format;
    for (const write of [formatDate, formatDateTime, formatTime, formatDay, formatDayShort, formatWeekday])
      expect(write(value)).toBe('');
    expect(format.formatMonth(String(value))).toBe('');
    expect(format.formatAgo(value)).toBe('');
  });

  it('writes a day with the year where it is not this one', () => {
    const now = new Date(2026, 2, 12).getTime();
    expect(format.formatDayAndYear('2026-12-24', now, 'de-DE')).toBe('Do., 24. Dezember');
    expect(format.formatDayAndYear('2025-12-24', now, 'de-DE')).toBe('Mi., 24. Dezember 2025');
    expect(format.formatDayAndYear('2025-12-24', now, 'en-GB')).toBe('Wed, 24 December 2025');
  });

  it('writes how long ago something was', () => {
    const now = Date.UTC(2026, 2, 12);
    expect(format.formatAgo(now - 5 * 60_000, now, 'de-DE')).toBe('vor 5 Minuten');
    expect(format.formatAgo(now - 86_400_000, now, 'en-GB')).toBe('yesterday');
    expect(format.formatAgo(now - 10_000, now, 'en-GB')).toBe('now');
  });

  it.each([
    ['2026-11-25T08:59:59', '2026-11-25T08:00', 'vor 59 Minuten'],
    ['2026-11-25T09:00', '2026-11-24T22:00', 'vor 11 Stunden'],
    ['2026-11-25T08:59', '2026-11-24T09:00', 'vor 23 Stunden'],
    ['2026-11-25T09:00', '2026-11-24T08:00', 'gestern'],
    ['2026-11-25T09:00', '2026-11-23T22:00', 'vorgestern'],
    ['2026-11-25T09:00', '2026-11-26T22:00', 'morgen'],
    ['2026-01-31T09:00', '2026-01-01T09:00', 'vor 30 Tagen'],
    ['2026-03-02T09:00', '2026-01-31T09:00', 'vor 1 Monat'],
    ['2026-02-28T09:00', '2026-01-02T09:00', 'letzten Monat'],
    ['2026-11-25T09:00', '2027-01-25T09:00', 'in 2 Monaten'],
    ['2026-12-30T09:00', '2025-12-31T09:00', 'vor 11 Monaten'],
    ['2026-12-30T09:00', '2025-08-01T09:00', 'letztes Jahr'],
    ['2027-01-10T09:00', '2025-12-15T09:00', 'vor 1 Jahr'],
    ['2026-12-30T09:00', '2024-01-01T09:00', 'vor 2 Jahren'],
  ])('at %s writes of %s “%s”', (now, value, words) => {
    expect(format.formatAgo(Date.parse(value), Date.parse(now), 'de-DE')).toBe(words);
  });

  it('writes how long ago a moment beyond all calendars was', () =>
    expect(format.formatAgo(8e15, Date.UTC(2026, 2, 12), 'en-GB')).toBe('in 253,453 years'));

  it('writes numbers and shares', () => {
    expect(format.formatNumber(1234.5, 2, 'de-DE')).toBe('1.234,5');
    expect(format.formatPercent(0.454, 0, 'en-GB')).toBe('45%');
    expect(format.formatPercent(8.1 / 100, 2, 'en-GB')).toBe('8.1%');
    expect(format.formatPercent(20 / 100, 2, 'en-GB')).toBe('20%');
  });

  it.each([
    [0, '0 B'],
    [1023, '1,023 B'],
    [1024, '1 KB'],
    [1_048_575, '1 MB'],
    [1_572_864, '1.5 MB'],
    [1_073_741_823, '1 GB'],
    [1_073_741_824, '1 GB'],
    [1_181_116_006, '1.1 GB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(format.formatBytes(bytes, 'en-GB')).toBe(text));
});
