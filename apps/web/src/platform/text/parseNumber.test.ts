import { currencies } from '@kontor/contract/text/currency';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatDuration, formatHours, formatMoney, formatNumber } from './format.ts';
import { parseDuration, parseMoney, parseNumber } from './parseNumber.ts';

const tags = ['de-DE', 'de-AT', 'de-CH', 'en-GB', 'en-US', 'en-ZA', 'en-IN'] as const;
const tag = fc.constantFrom(...tags);
const currency = fc.constantFrom(...currencies);
const cents = fc.integer({ min: -1e13, max: 1e13 });
const typed = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789.,:-−'’ hmstd€CFr") }));
const minutes = fc.integer({ min: -6e7, max: 6e7 });
const often = { numRuns: 2_000 };

describe('what format.ts writes is read back', () => {
  it('numbers of two decimals', () =>
    fc.assert(
      fc.property(cents, tag, (n, tag) => {
        expect(parseNumber(formatNumber(n / 100, 2, tag), tag)).toBe(n / 100);
      }),
      often,
    ));

  it('amounts, with their currency and without', () =>
    fc.assert(
      fc.property(cents, currency, tag, (n, currency, tag) => {
        expect(parseMoney(formatMoney(n, currency, tag), currency, tag)).toBe(n);
        expect(parseMoney(formatAmount(n, tag), currency, tag)).toBe(n);
      }),
      often,
    ));

  it('durations, by the clock and as hours', () =>
    fc.assert(
      fc.property(minutes, tag, (n, tag) => {
        expect(parseDuration(formatDuration(n), tag)).toBe(n);
        expect(parseDuration(formatHours(n, tag), tag)).toBe(n);
        expect(parseDuration(`${formatHours(n, tag)} h`, tag)).toBe(n);
      }),
      often,
    ));

  it('and whatever else is typed is read as whole cents and minutes, or not', () =>
    fc.assert(
      fc.property(typed, tag, (typed, tag) => {
        for (const read of [
          parseNumber(typed, tag),
          parseMoney(typed, 'CHF', tag),
          parseDuration(typed, tag),
        ])
          expect(read === null ? typed.trim() === '' : read === undefined || Number.isFinite(read)).toBe(
            true,
          );
        expect(Number.isInteger(parseMoney(typed, 'EUR', tag) ?? 0)).toBe(true);
        expect(Number.isInteger(parseDuration(typed, tag) ?? 0)).toBe(true);
      }),
      often,
    ));
});

it.each<[string, (typeof tags)[number], number | null | undefined]>([
  ['1,5', 'de-DE', 1.5],
  ['1.5', 'de-DE', 1.5],
  ['1,5', 'en-GB', 1.5],
  ['1.234', 'de-DE', 1234],
  ['1.234', 'en-GB', 1.234],
  ['1,234', 'en-GB', 1234],
  ['0.125', 'de-DE', 0.125],
  ['0,125', 'en-GB', 0.125],
  ['1.234.567', 'en-GB', 1_234_567],
  ['1.234,5', 'en-GB', 1234.5],
  ['1’234.5', 'de-CH', 1234.5],
  ["1'234'567", 'de-DE', 1_234_567],
  ['12 345,6', 'de-AT', 12_345.6],
  [',5', 'de-DE', 0.5],
  ['− 2', 'de-DE', -2],
  ['-0', 'de-DE', 0],
  ['', 'de-DE', null],
  ['  ', 'de-DE', null],
  ['12,34,567.5', 'en-IN', 1_234_567.5],
  ['12,34,56', 'de-DE', undefined],
  ['12,34,56', 'en-IN', undefined],
  ['1,', 'de-DE', undefined],
  ['--2', 'de-DE', undefined],
  ['1e9', 'de-DE', undefined],
  ['0x10', 'de-DE', undefined],
  ['99999999999999999', 'de-DE', undefined],
])('reads %j in %s as %s', (typed, tag, value) => expect(parseNumber(typed, tag)).toBe(value));

it.each<[string, number | null | undefined]>([
  ['95', 9500],
  ['95,5', 9550],
  ['1.234,50 €', 123_450],
  ['EUR 12', 1200],
  ['12 Euro', 1200],
  ['12,-', 1200],
  ['12,– €', 1200],
  ['-3,20', -320],
  ['0,125', undefined],
  ['CHF 12', undefined],
  ['12 $', undefined],
  ['€', undefined],
  ['much', undefined],
  ['', null],
])('reads %j as %s cents', (typed, cents) => expect(parseMoney(typed, 'EUR', 'de-DE')).toBe(cents));

it.each<[string, number | undefined]>([
  ['CHF 1’234.50', 123_450],
  ['12.-', 1200],
  ['Fr. 12.50', 1250],
  ['12 sFr', 1200],
  ['12 €', undefined],
])('reads %j as %s Rappen', (typed, cents) => expect(parseMoney(typed, 'CHF', 'de-CH')).toBe(cents));

it.each<[string, number | null | undefined]>([
  ['1:30', 90],
  ['1:30 h', 90],
  [':45', 45],
  ['130:00', 7800],
  ['1,5', 90],
  ['1.5', 90],
  ['1.5 h', 90],
  ['2', 120],
  ['2 Std.', 120],
  ['1 Stunde', 60],
  ['3 hours', 180],
  ['90m', 90],
  ['90 min', 90],
  ['45 Minuten', 45],
  ['1h 30m', 90],
  ['1h30', 90],
  ['1 Std. 30', 90],
  ['1 STD 30 MIN.', 90],
  ['0,01', 1],
  ['0', 0],
  ['-1:30', -90],
  ['', null],
  ['1:75', undefined],
  ['1h 90', undefined],
  ['1,5h 30', undefined],
  ['1h -5m', undefined],
  ['h', undefined],
  ['90 miles', undefined],
  ['soon', undefined],
  ['1e9', undefined],
])('reads %j as %s minutes', (typed, minutes) => expect(parseDuration(typed, 'de-DE')).toBe(minutes));
