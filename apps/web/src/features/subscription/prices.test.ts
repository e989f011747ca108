import { periodEnd } from '@kontor/contract/billing/charge';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import { boughtAt, caseVatPercent, creditCases } from '@kontor/contract/testing/creditCases';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { expect, it } from 'vitest';
import { grossOf, quoteOf, vatText } from './prices.ts';

it('names the rate that is charged, also a broken one', () => {
  expect([vatText(8.1), grossOf(10_000, 8.1)]).toEqual(['8.1%', 10_810]);
  expect(vatText(20)).toBe('20%');
});

it.each(creditCases)('says of a credit that it $name', (credited) => {
  const { running, creditCents, choice, at, dueCents, nextAt, nextDueCents } = credited;
  const subscription = {
    ...(running
      ? {
          ...running,
          state: 'active',
          periodStart: boughtAt,
          periodEnd: periodEnd(boughtAt, running.interval),
        }
      : { plan: 'basic', interval: 'month', state: 'ended', periodStart: 0, periodEnd: 1 }),
    vatPercent: caseVatPercent,
    now: at,
    creditCents,
  } as Subscription;
  const quote = quoteOf(subscription, choice);
  expect(quote).toMatchObject(dueCents === null ? { kind: 'later' } : { kind: 'now', dueCents });
  expect(quote).toMatchObject({ nextAt, nextDueCents });
});

it('names what a change credits, and what of an earlier credit is set off today', () => {
  const running = { plan: 'basic', interval: 'year', state: 'active', vatPercent: 20 } as const;
  const quote = (creditCents: number, choice: PlanChoice, now = boughtAt) => {
    const period = { periodStart: boughtAt, periodEnd: periodEnd(boughtAt, 'year') };
    return quoteOf({ ...running, ...period, now, creditCents } as Subscription, choice);
  };
  const monthly = { plan: 'standard', interval: 'month' } as const;
  // 190.00 are credited and 49.00 charged.
  expect(quote(500, monthly)).toMatchObject({ unusedCents: -19_000, grossCents: -16_920, setOffCents: 0 });
  // 13.53 are less than is charged.
  const part = quote(500, monthly, Date.UTC(2027, 9, 6));
  expect(part).toMatchObject({ unusedCents: -1_353, grossCents: 4_256, setOffCents: 500, dueCents: 3_756 });
});
