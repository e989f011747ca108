import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Country } from '../text/country.ts';
import { isVatId, plainVatId } from '../text/vatId.ts';
import { vatByLine, vatCents, type vatIdStates, vatOf } from './vat.ts';

/** Seller, `+ch` where it is registered in Switzerland too; buyer; then VAT with a good, bad, unknown and no id. */
const table = `
  at     at  20 at    20 at  20 at  20 at
  at     de  reverse  20 at  20 at  20 at
  at     fr  reverse  20 at  20 at  20 at
  at     gr  reverse  20 at  20 at  20 at
  at     ch  outside  outside  outside  outside
  at     us  outside  outside  outside  outside
  at     gb  outside  outside  outside  outside
  at     li  outside  outside  outside  outside
  at+ch  at  20 at    20 at  20 at  20 at
  at+ch  ch  8.1 ch   8.1 ch  8.1 ch  8.1 ch
  at+ch  de  reverse  20 at  20 at  20 at
  at+ch  us  outside  outside  outside  outside
  de     de  19 de    19 de  19 de  19 de
  de     at  reverse  19 de  19 de  19 de
  de     fr  reverse  19 de  19 de  19 de
  de     ch  outside  outside  outside  outside
  de     us  outside  outside  outside  outside
  de+ch  ch  8.1 ch   8.1 ch  8.1 ch  8.1 ch
  fr     fr  20 fr    20 fr  20 fr  20 fr
  fr     de  reverse  20 fr  20 fr  20 fr
  ch     ch  8.1 ch   8.1 ch  8.1 ch  8.1 ch
  ch     at  outside  outside  outside  outside
  ch     de  outside  outside  outside  outside
  ch     us  outside  outside  outside  outside`;

const words = (seller: string, buyer: string, vatIdState: (typeof vatIdStates)[number]) => {
  const [country, swiss] = seller.split('+');
  const vat = vatOf(
    { country: country as Country, isSwissRegistered: swiss === 'ch' },
    { country: buyer, vatIdState },
  );
  if (vat.category === 'reverseCharge') return 'reverse';
  return vat.category === 'outside' ? 'outside' : `${vat.rate / 100} ${vat.country}`;
};

describe('the VAT of a buyer', () => {
  it.each(
    table
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/)),
  )('%s sells to %s', (seller, buyer, ...expected) => {
    const states = ['valid', 'invalid', 'unknown', 'none'] as const;
    expect(states.map((state) => words(seller!, buyer!, state))).toEqual(expected);
  });
});

const cents = fc.integer({ min: -100_000_000, max: 100_000_000 });
const rate = fc.constantFrom(0, 810, 1_900, 2_000);

describe('the cents of VAT', () => {
  it('round halves away from zero', () => {
    expect([1_900, 4_900, 25, -25, 2, 3].map((net) => vatCents(net, 2_000))).toEqual([380, 980, 5, -5, 0, 1]);
    expect(vatCents(50, 1_900)).toBe(10);
    expect(vatCents(-50, 1_900)).toBe(-10);
  });

  it('are those of exact fractions, and a credit mirrors its charge', () =>
    fc.assert(
      fc.property(cents, rate, (net, r) => {
        const exact = BigInt(net) * BigInt(r);
        const size = exact < 0n ? -exact : exact;
        const rounded = Number((size + 5_000n) / 10_000n);
        expect(Math.abs(vatCents(net, r))).toBe(rounded);
        expect(vatCents(-net, r) + vatCents(net, r)).toBe(0);
      }),
    ));

  it('of the lines add up to those of the sum, each within a cent of its own', () =>
    fc.assert(
      fc.property(fc.array(cents, { maxLength: 20 }), rate, (lines, r) => {
        const byLine = vatByLine(lines, r);
        const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
        expect(sum(byLine)).toBe(vatCents(sum(lines), r));
        for (const [i, vat] of byLine.entries())
          expect(Math.abs(vat * 10_000 - lines[i]! * r)).toBeLessThanOrEqual(10_000);
      }),
    ));
});

describe('a VAT id', () => {
  it.each([
    ['atu 123 45678', 'at', true],
    ['ATU1234567', 'at', false],
    ['DE123456789', 'de', true],
    ['DE123456789', 'at', false],
    ['FR AB 123456789', 'fr', true],
    ['CHE-123.456.789 MWST', 'ch', true],
    ['EL123456789', 'gr', true],
    ['GR123456789', 'gr', false],
    ['12-3456789', 'us', true],
    ['', 'de', false],
  ])('%s of %s', (typed, country, is) => expect(isVatId(plainVatId(typed), country)).toBe(is));
});
