import type { Subscription } from '@kontor/contract/wire/subscription';
import { expect, it } from 'vitest';
import { grossOf, quoteOf, vatText } from './prices.ts';

it('names the rate that is charged, also a broken one', () => {
  expect([vatText(8.1), grossOf(10_000, 8.1)]).toEqual(['8.1%', 10_810]);
  expect(vatText(20)).toBe('20%');
});

it('sets the rest of a credit off against the next payment', () => {
  const [now, end] = [Date.UTC(2026, 10, 1), Date.UTC(2027, 10, 1)];
  const yearly = {
    ...{ plan: 'basic', interval: 'year', state: 'active', vatPercent: 20 },
    ...{ now, periodStart: now, periodEnd: end },
  } as Subscription;
  const monthly = { plan: 'standard', interval: 'month' } as const;
  // 190.00 are credited and 49.00 charged: with VAT, 169.20 are left.
  expect(quoteOf(yearly, monthly)).toMatchObject({
    ...{ netCents: -14_100, nextAt: Date.UTC(2026, 11, 1), grossCents: 5_880, nextGrossCents: 0 },
  });
  // 64.03 for the last 123 days: with VAT, 18.04 are left, which pay a part of it.
  const part = quoteOf({ ...yearly, now: Date.UTC(2027, 6, 1) }, monthly);
  expect(part).toMatchObject({ netCents: 4_900 - 6_403, nextGrossCents: 5_880 - 1_804 });
  // 13.53 are less than is charged.
  const none = quoteOf({ ...yearly, now: Date.UTC(2027, 9, 6) }, monthly);
  expect(none).toMatchObject({ netCents: 4_900 - 1_353, nextGrossCents: 5_880 });
});
