/** Makes a snapshot of Stripe's objects. Pure. Stripe counts in seconds, we in ms. */
import type { GatewayInvoice, GatewayInvoiceLine } from '@kontor/contract/billing/gatewayInvoice';
import { billingIntervals, paidPlans, priceOf } from '@kontor/contract/billing/plan';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import type { PaymentMethod } from '@kontor/contract/server/subscription';
import type Stripe from 'stripe';
import type { GatewaySubscription, Snapshot } from '../payments.ts';

/** Spells the price of a choice, as `kontor_standard_month_4900`: with another amount it is another price. */
export const lookupKeyOf = ({ plan, interval }: PlanChoice): string =>
  `kontor_${plan}_${interval}_${priceOf(plan, interval)}`;

/** Returns the choice that a price stands for, whatever its amount; undefined for a price that is none of ours. */
export function choiceOfKey(key: string | null): PlanChoice | undefined {
  const [, ...words] = /^kontor_([a-z]+)_([a-z]+)_\d+$/.exec(key ?? '') ?? [];
  const plan = paidPlans.find((each) => each === words[0]);
  const interval = billingIntervals.find((each) => each === words[1]);
  return plan && interval && { plan, interval };
}

/** Returns the state of a subscription that has begun; undefined for one that waits for its first payment, or lapsed. */
export function startedOf(status: Stripe.Subscription['status']): GatewaySubscription['status'] | undefined {
  if (status === 'active' || status === 'trialing') return 'active';
  if (status === 'past_due' || status === 'unpaid' || status === 'paused') return 'pastDue';
  return status === 'canceled' ? 'ended' : undefined;
}

const ms = (seconds: number) => seconds * 1000;

interface Found {
  customer: Pick<Stripe.Customer, 'id' | 'balance'>;
  method: Stripe.PaymentMethod | undefined;
  /** Newest first, with `latest_invoice` and `schedule` expanded. */
  subscriptions: readonly Stripe.Subscription[];
  /** Newest first. */
  invoices: readonly Stripe.Invoice[];
  /** The choices of our prices, by the prices' ids. */
  choices: Choices;
}

type Choices = ReadonlyMap<string, PlanChoice>;

/** Returns the snapshot of a customer. */
export function snapshotFrom({ customer, method, subscriptions, invoices, choices }: Found): Snapshot {
  // One that was begun and dropped before its first payment has no part in it.
  const paid = subscriptions.filter(({ status }) => startedOf(status) !== undefined);
  const current = paid.find(({ status }) => startedOf(status) !== 'ended') ?? paid[0];
  const waiting = subscriptions.find(
    ({ status, pending_update }) => status === 'incomplete' || pending_update,
  );
  // A number is never taken back without a credit note: what waits for a payment that may never come gets none.
  const issued = invoices.filter(
    (invoice) => invoice.status !== 'open' || !subscriptions.some((each) => isWaitingFor(each, invoice)),
  );
  return {
    method: method ? methodOf(method, customer.id) : null,
    subscription: current ? subscriptionOf(current, issued, choices) : null,
    confirmUrl: waiting ? confirmUrlOf(waiting) : null,
    // Negative is what Stripe owes.
    creditCents: Math.max(0, -customer.balance),
    pending: waiting?.status === 'incomplete' ? (choiceOf(waiting, choices) ?? null) : null,
    invoices: issued.flatMap((invoice) => invoiceOf(invoice, choices) ?? []).reverse(),
  };
}

/** Tests if a subscription begins, or changes, only with the payment of an invoice. */
const isWaitingFor = (subscription: Stripe.Subscription, invoice: Stripe.Invoice): boolean =>
  startedOf(subscription.status) === undefined
    ? subscriptionIdOf(invoice) === subscription.id
    : subscription.pending_update !== null && idOf(subscription.latest_invoice) === invoice.id;

const choiceOf = ({ items }: Stripe.Subscription, choices: Choices): PlanChoice | undefined =>
  choices.get(items.data[0]?.price.id ?? '');

const confirmUrlOf = ({ latest_invoice: invoice }: Stripe.Subscription): string | null =>
  typeof invoice === 'object' ? (invoice?.hosted_invoice_url ?? null) : null;

function methodOf({ type, card, paypal, sepa_debit }: Stripe.PaymentMethod, customer: string): PaymentMethod {
  if (type === 'card' && card)
    return {
      type: 'card',
      brand: card.brand,
      last4: card.last4,
      expMonth: card.exp_month,
      expYear: card.exp_year,
    };
  if (type === 'paypal') return { type: 'paypal', email: paypal?.payer_email ?? '' };
  if (type === 'sepa_debit') return { type: 'sepa', last4: sepa_debit?.last4 ?? '' };
  // A transfer names the customer.
  if (type === 'customer_balance') return { type: 'bank', code: customer };
  // As `amazon_pay`.
  const words = type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { type: 'other', name: words.join(' ') };
}

function subscriptionOf(
  subscription: Stripe.Subscription,
  invoices: readonly Stripe.Invoice[],
  choices: Choices,
): GatewaySubscription | null {
  const [item] = subscription.items.data;
  const choice = choiceOf(subscription, choices);
  if (!item || !choice) return null;
  const status = startedOf(subscription.status)!;
  // An invoice of a subscription before may be open for ever.
  const open = invoices
    .filter((invoice) => invoice.status === 'open' && subscriptionIdOf(invoice) === subscription.id)
    .map(({ created }) => created);
  return {
    ref: subscription.id,
    ...choice,
    status,
    periodStart: ms(item.current_period_start),
    periodEnd: ms(item.current_period_end),
    isCanceled: subscription.cancel_at_period_end || status === 'ended',
    vatPercent: subscription.default_tax_rates?.[0]?.percentage ?? 0,
    next: nextOf(subscription, choices),
    pastDueSince: status === 'pastDue' ? ms(Math.min(...open, item.current_period_end)) : null,
    endedAt: status === 'ended' ? ms(subscription.ended_at ?? item.current_period_end) : null,
  };
}

/** Returns the schedule that we wrote for a subscription, which names the price that it goes on from. */
const scheduleOf = ({ schedule }: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined =>
  schedule && typeof schedule !== 'string' && schedule.status === 'active' && schedule.metadata?.from
    ? schedule
    : undefined;

const isAhead = ({ metadata }: Stripe.SubscriptionSchedule, { items }: Stripe.Subscription): boolean =>
  metadata?.from === items.data[0]?.price.id;

/** Returns the schedule by which a smaller plan follows. */
export function followingOf(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  const schedule = scheduleOf(subscription);
  return schedule && isAhead(schedule, subscription) ? schedule : undefined;
}

/** Returns the schedule of a smaller plan that has come, or does not follow any more since a larger one has. */
export function overtakenOf(subscription: Stripe.Subscription): Stripe.SubscriptionSchedule | undefined {
  const schedule = scheduleOf(subscription);
  return schedule && !isAhead(schedule, subscription) ? schedule : undefined;
}

/** Returns the id of the price that a schedule leads to. */
export const lastPriceOf = ({ phases }: Stripe.SubscriptionSchedule): string =>
  idOf(phases.at(-1)?.items[0]?.price);

function nextOf(subscription: Stripe.Subscription, choices: Choices): PlanChoice | null {
  const schedule = followingOf(subscription);
  return (schedule && choices.get(lastPriceOf(schedule))) ?? null;
}

/** Returns an invoice; undefined for one that is not about a subscription of ours. */
function invoiceOf(invoice: Stripe.Invoice, choices: Choices): GatewayInvoice | undefined {
  const lines = invoice.lines.data.flatMap((line) => lineOf(line, choices) ?? []);
  if (lines.length === 0 || !invoice.status) return undefined;
  const netCents = invoice.total_excluding_tax ?? invoice.total;
  const paidAt = invoice.status_transitions.paid_at;
  return {
    ref: invoice.id!,
    status: invoice.status as GatewayInvoice['status'],
    lines,
    netCents,
    vatCents: invoice.total - netCents,
    grossCents: invoice.total,
    // Less a credit that was there before, which is negative. What is too small to be collected by itself is owed all the
    // same, and carried over to the next invoice, whose `amount_due` has it: it is due on this one, and not on that one.
    dueCents: Math.max(0, invoice.total + Math.min(0, invoice.starting_balance)),
    createdAt: ms(invoice.created),
    paidAt: paidAt === null ? null : ms(paidAt),
  };
}

/** Returns the id of what Stripe names or, where it was asked to, hands out whole. */
const idOf = (named: string | { id?: string } | null | undefined): string =>
  typeof named === 'string' ? named : (named?.id ?? '');

const subscriptionIdOf = ({ parent }: Stripe.Invoice): string =>
  idOf(parent?.subscription_details?.subscription);

function lineOf(
  { amount, period, pricing, parent }: Stripe.InvoiceLineItem,
  choices: Choices,
): GatewayInvoiceLine | undefined {
  const choice = choices.get(idOf(pricing?.price_details?.price));
  if (!choice) return undefined;
  const details = parent?.subscription_item_details ?? parent?.invoice_item_details;
  const kind = amount < 0 ? 'credit' : details?.proration ? 'proration' : 'period';
  return { kind, ...choice, from: ms(period.start), to: ms(period.end), netCents: amount };
}
