/** Periods and what a change of plan costs, in integer cents: the sandbox charges by it, and the screens show it before. */
import type { GatewayInvoiceLine } from './gatewayInvoice.ts';
import { type BillingInterval, plans, priceOf } from './plan.ts';
import type { PlanChoice } from './standing.ts';
import { vatCents } from './vat.ts';

/** A running period, `[from, to)` in ms since 1970. */
export interface Period extends PlanChoice {
  from: number;
  to: number;
}

/** Returns the day of the month on which a period that starts at a moment ends, and all that follow it, by the UTC calendar. */
export const anchorDayOf = (from: number): number => new Date(from).getUTCDate();

/**
 * Returns the end of a period that starts at a moment, by the UTC calendar: on the anchor day, or the month's last where there is
 * none. Unless given, the anchor is the day of the start.
 */
export function periodEnd(from: number, interval: BillingInterval, anchorDay = anchorDayOf(from)): number {
  const months = interval === 'year' ? 12 : 1;
  const end = new Date(from);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(anchorDay, lastDay));
  return end.getTime();
}

/** Returns true for a change that takes effect at once: a larger plan, or the same one by the year. */
export function isUpgrade(before: PlanChoice, after: PlanChoice): boolean {
  const rank = ({ plan }: PlanChoice) => plans[plan].monthlyCents;
  if (rank(before) !== rank(after)) return rank(after) > rank(before);
  return before.interval === 'month' && after.interval === 'year';
}

/** Returns the share of a period's price that is not used up at a moment, in cents. */
export function unusedCents(period: Period, now: number): number {
  const share = (period.to - Math.min(Math.max(now, period.from), period.to)) / (period.to - period.from);
  return Math.round(priceOf(period.plan, period.interval) * share);
}

/**
 * Returns the lines of what is charged for a choice now, and the period that it leads to. The first choice starts a
 * period, and so does another interval; a larger plan of the same interval lasts as long as the one before.
 */
export function chargeFor(
  before: Period | null,
  choice: PlanChoice,
  now: number,
): { period: Period; lines: GatewayInvoiceLine[] } {
  const starts = !before || before.interval !== choice.interval;
  const period = starts
    ? { ...choice, from: now, to: periodEnd(now, choice.interval) }
    : { ...before, ...choice };
  const charged: GatewayInvoiceLine = {
    kind: starts ? 'period' : 'proration',
    ...choice,
    from: now,
    to: period.to,
    netCents: starts ? priceOf(choice.plan, choice.interval) : unusedCents(period, now),
  };
  const { plan, interval, to } = before ?? period;
  const credit: GatewayInvoiceLine[] = before
    ? [{ kind: 'credit', plan, interval, from: now, to, netCents: -unusedCents(before, now) }]
    : [];
  return { period, lines: [charged, ...credit] };
}

/** Amounts that are billed at a moment, in integer cents. */
export interface Bill {
  netCents: number;
  vatCents: number;
  /** With VAT. Negative where more is credited than charged. */
  grossCents: number;
  /** The amount that is collected: never negative. */
  dueCents: number;
  /** The credit that is left afterwards. */
  creditCents: number;
}

/** Returns the bill of a net amount: a credit pays as far as it goes, and grows by an amount that is negative. */
export function billOf(netCents: number, vatPercent: number, creditCents: number): Bill {
  const vat = vatCents(netCents, Math.round(vatPercent * 100));
  const grossCents = netCents + vat;
  return {
    netCents,
    vatCents: vat,
    grossCents,
    dueCents: Math.max(0, grossCents - creditCents),
    creditCents: Math.max(0, creditCents - grossCents),
  };
}
