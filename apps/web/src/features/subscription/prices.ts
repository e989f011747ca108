/** Amounts as this buyer pays them. */
import { chargeFor, isUpgrade, type Period } from '@kontor/contract/billing/charge';
import { priceOf } from '@kontor/contract/billing/plan';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import { vatCents } from '@kontor/contract/billing/vat';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { formatPercent } from '../../platform/text/format.ts';

/** Returns the gross amount of a net one, in cents. */
export const grossOf = (netCents: number, vatPercent: number): number =>
  netCents + vatCents(netCents, Math.round(vatPercent * 100));

/** Writes a rate of VAT, which may be a broken one: `8,1 %`. */
export const vatText = (vatPercent: number): string => formatPercent(vatPercent / 100, 2);

/** Returns the period that runs; null before the first one and after the last. */
export function runningPeriod({
  plan,
  interval,
  periodStart,
  periodEnd,
  state,
}: Subscription): Period | null {
  if (plan === 'trial' || !interval || periodStart === null || periodEnd === null) return null;
  return state === 'ended' ? null : { plan, interval, from: periodStart, to: periodEnd };
}

/** The consequences of a choice. Amounts in cents, moments in ms. */
export type Quote =
  | { kind: 'same' }
  | { kind: 'later'; from: number; grossCents: number }
  | {
      kind: 'now';
      priceCents: number;
      /** Zero or negative. */
      creditCents: number;
      netCents: number;
      vatCents: number;
      /** The price of each period, with VAT. */
      grossCents: number;
      /** When it is paid next, and how much: less than the price while the rest of a credit is set off. */
      nextAt: number;
      nextGrossCents: number;
    };

/** Works out what a choice costs now and later. */
export function quoteOf(subscription: Subscription, choice: PlanChoice): Quote {
  const { vatPercent, now } = subscription;
  const running = runningPeriod(subscription);
  const grossCents = grossOf(priceOf(choice.plan, choice.interval), vatPercent);
  if (running && !isUpgrade(running, choice)) {
    const isSame = running.plan === choice.plan && running.interval === choice.interval;
    return isSame ? { kind: 'same' } : { kind: 'later', from: running.to, grossCents };
  }
  const { lines, period } = chargeFor(running, choice, now);
  const sum = (kinds: readonly string[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((cents, { netCents }) => cents + netCents, 0);
  const priceCents = sum(['period', 'proration']);
  const creditCents = sum(['credit']);
  const netCents = priceCents + creditCents;
  const restCents = Math.max(0, -grossOf(netCents, vatPercent));
  return {
    ...{
      kind: 'now',
      priceCents,
      creditCents,
      netCents,
      vatCents: vatCents(netCents, Math.round(vatPercent * 100)),
    },
    ...{ grossCents, nextAt: period.to, nextGrossCents: Math.max(0, grossCents - restCents) },
  };
}
