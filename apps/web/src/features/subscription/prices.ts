/** Amounts as this buyer pays them. */
import { type Bill, billOf, chargeFor, isUpgrade, type Period } from '@kontor/contract/billing/charge';
import { priceOf } from '@kontor/contract/billing/plan';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { formatPercent } from '../../platform/text/format.ts';

/** Returns the gross amount of a net one, in cents. */
export const grossOf = (netCents: number, vatPercent: number): number =>
  billOf(netCents, vatPercent, 0).grossCents;

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

/** The next payment after a choice. Cents with VAT, moments in ms. */
interface NextPayment {
  nextAt: number;
  /** The price of each period. */
  periodCents: number;
  /** The amount that is collected then: less than the price while a credit is left. */
  nextDueCents: number;
}

/** The consequences of a choice, in cents. */
export type Quote =
  | { kind: 'same' }
  | ({ kind: 'later' } & NextPayment)
  | ({
      kind: 'now';
      priceCents: number;
      /** The credit for the rest of the period that runs: zero or negative. */
      unusedCents: number;
      /** The amount that an earlier credit pays today. */
      setOffCents: number;
    } & Omit<Bill, 'creditCents'> &
      NextPayment);

/** Works out what a choice costs now and later. */
export function quoteOf(subscription: Subscription, choice: PlanChoice): Quote {
  const { vatPercent, creditCents, now } = subscription;
  const running = runningPeriod(subscription);
  const nextPayment = (nextAt: number, credit: number): NextPayment => {
    const bill = billOf(priceOf(choice.plan, choice.interval), vatPercent, credit);
    return { nextAt, periodCents: bill.grossCents, nextDueCents: bill.dueCents };
  };
  if (running && !isUpgrade(running, choice)) {
    const isSame = running.plan === choice.plan && running.interval === choice.interval;
    return isSame ? { kind: 'same' } : { kind: 'later', ...nextPayment(running.to, creditCents) };
  }
  const { lines, period } = chargeFor(running, choice, now);
  const sum = (kinds: readonly string[]) =>
    lines.filter(({ kind }) => kinds.includes(kind)).reduce((cents, { netCents }) => cents + netCents, 0);
  const [priceCents, unusedCents] = [sum(['period', 'proration']), sum(['credit'])];
  const { creditCents: left, ...today } = billOf(priceCents + unusedCents, vatPercent, creditCents);
  return {
    kind: 'now',
    priceCents,
    unusedCents,
    ...today,
    setOffCents: Math.max(0, today.grossCents - today.dueCents),
    ...nextPayment(period.to, left),
  };
}
