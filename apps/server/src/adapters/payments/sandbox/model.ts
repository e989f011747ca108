/**
 * A customer of the sandbox, and what happens to it as time goes by: renewals, payments that fail, reminders to the
 * card. Pure: moments come in as ms since 1970.
 */
import {
  anchorDayOf,
  billOf,
  chargeFor,
  isUpgrade,
  type Period,
  periodEnd,
} from '@kontor/contract/billing/charge';
import type { GatewayInvoice, GatewayInvoiceLine } from '@kontor/contract/billing/gatewayInvoice';
import { priceOf } from '@kontor/contract/billing/plan';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import type { PaymentMethod } from '@kontor/contract/server/subscription';
import { dayMs } from '@kontor/contract/time/day';
import { PaymentDeclined, type Snapshot } from '../payments.ts';

/** Ways of paying that the sandbox offers, by how they behave. */
export const sandboxMethods = {
  good: { type: 'card', brand: 'visa', last4: '4242' },
  secure: { type: 'card', brand: 'visa', last4: '3184' },
  declined: { type: 'card', brand: 'mastercard', last4: '0002' },
  expiring: { type: 'card', brand: 'visa', last4: '0069' },
  sepa: { type: 'sepa', last4: '3000' },
  sepaFails: { type: 'sepa', last4: '3062' },
  paypal: { type: 'paypal', email: 'buyer@example.com' },
  bank: { type: 'bank', code: 'KONTOR-4711' },
} as const;
export type SandboxMethod = keyof typeof sandboxMethods;

interface SandboxInvoice extends GatewayInvoice {
  /** When a direct debit comes back unpaid. */
  failsAt: number | null;
}

interface Pending {
  choice: PlanChoice;
  vatPercent: number;
  expiresAt: number;
}

export interface SandboxCustomer {
  /** Unguessable: the address of its page. */
  page: string;
  /** Where its page leads back to. */
  returnUrl: string;
  method: { kind: SandboxMethod; addedAt: number } | null;
  subscription:
    | (Period & {
        ref: string;
        /** The day of the month on which it is renewed; on the last one of a shorter month. */
        anchorDay: number;
        vatPercent: number;
        isCanceled: boolean;
        next: PlanChoice | null;
        pastDueSince: number | null;
        endedAt: number | null;
        /** Days after the first failure on which it was tried again. */
        retried: number;
      })
    | null;
  /** A choice that waits for 3-D Secure. */
  pending: Pending | null;
  /** Cents that are left of credits, with VAT: set off against what is charged next, as Stripe's customer balance. */
  balanceCents: number;
  /** Newest last. */
  invoices: SandboxInvoice[];
}

/** Days after the first failure on which the sandbox tries again, as Stripe's smart retries do about. */
const retryDays = [3, 7, 14] as const;

/** A direct debit comes back after five days. */
const debitDays = 5;

/** A confirmation lapses after 23 hours, as Stripe's incomplete subscriptions do. */
const confirmMs = 23 * 3_600_000;

export const newCustomer = (page: string): SandboxCustomer => ({
  page,
  returnUrl: '/',
  method: null,
  subscription: null,
  pending: null,
  balanceCents: 0,
  invoices: [],
});

/** Returns the last day of the expiring card: of the month after the one in which it was added. */
const cardExpiry = (kind: SandboxMethod, addedAt: number): Date => {
  const added = new Date(addedAt);
  return new Date(
    Date.UTC(added.getUTCFullYear() + (kind === 'expiring' ? 0 : 4), added.getUTCMonth() + 2, 0),
  );
};

/** Returns the method as it is shown. */
function shownMethod({ method }: SandboxCustomer): PaymentMethod | null {
  if (!method) return null;
  const shown = sandboxMethods[method.kind];
  if (shown.type !== 'card') return { ...shown };
  const expiry = cardExpiry(method.kind, method.addedAt);
  return { ...shown, expMonth: expiry.getUTCMonth() + 1, expYear: expiry.getUTCFullYear() };
}

function isAccepted({ method }: SandboxCustomer, now: number): boolean {
  if (!method || method.kind === 'declined') return false;
  return method.kind !== 'expiring' || now < cardExpiry('expiring', method.addedAt).getTime() + dayMs;
}

/** Adds an invoice, paid where the balance covers it or the method is accepted. A negative one goes to the balance. Returns it. */
function bill(
  customer: SandboxCustomer,
  lines: GatewayInvoiceLine[],
  vatPercent: number,
  now: number,
): SandboxInvoice {
  const netCents = lines.reduce((sum, line) => sum + line.netCents, 0);
  const { creditCents, ...amounts } = billOf(netCents, vatPercent, customer.balanceCents);
  customer.balanceCents = creditCents;
  const isPaid = amounts.dueCents === 0 || isAccepted(customer, now);
  const returns = isPaid && amounts.dueCents > 0 && customer.method?.kind === 'sepaFails';
  const invoice: SandboxInvoice = {
    ref: `in_${customer.page.slice(0, 8)}_${customer.invoices.length + 1}`,
    status: isPaid ? 'paid' : 'open',
    lines,
    ...amounts,
    createdAt: now,
    paidAt: isPaid ? now : null,
    failsAt: returns ? now + debitDays * dayMs : null,
  };
  customer.invoices.push(invoice);
  return invoice;
}

/** Brings a customer forward to a moment, one event after the other. Changes it in place. */
export function settle(customer: SandboxCustomer, now: number): void {
  for (;;) {
    const [next] = eventsOf(customer)
      .filter(({ at }) => at <= now)
      .sort((a, b) => a.at - b.at);
    if (!next) return;
    next.happen(next.at);
  }
}

interface Event {
  at: number;
  happen(at: number): void;
}

/** Returns what will happen to a customer if nobody does anything. */
function eventsOf(customer: SandboxCustomer): Event[] {
  const { subscription, pending, invoices } = customer;
  const events: Event[] = [];
  if (pending)
    events.push({
      at: pending.expiresAt,
      happen: () => {
        customer.pending = null;
      },
    });
  for (const invoice of invoices)
    if (invoice.failsAt !== null)
      events.push({ at: invoice.failsAt, happen: (at) => comeBack(customer, invoice, at) });
  if (!subscription || subscription.endedAt !== null) return events;
  events.push({ at: subscription.to, happen: (at) => renew(customer, at) });
  const retry = retryDays[subscription.retried];
  if (subscription.pastDueSince !== null && retry !== undefined)
    events.push({
      at: subscription.pastDueSince + retry * dayMs,
      happen: (at) => {
        subscription.retried++;
        collect(customer, at);
      },
    });
  return events;
}

/** Renews the period, or ends the subscription. An unpaid one is not renewed: it waits for its money. */
function renew(customer: SandboxCustomer, at: number): void {
  const subscription = customer.subscription!;
  if (subscription.isCanceled || subscription.pastDueSince !== null) {
    subscription.endedAt = at;
    return;
  }
  const { plan, interval } = subscription.next ?? subscription;
  const [from, to] = [at, periodEnd(at, interval, subscription.anchorDay)];
  Object.assign(subscription, { plan, interval, from, to, next: null });
  const netCents = priceOf(plan, interval);
  const invoice = bill(
    customer,
    [{ kind: 'period', plan, interval, from, to, netCents }],
    subscription.vatPercent,
    at,
  );
  if (invoice.status === 'open') fallDue(customer, at);
}

function fallDue({ subscription }: SandboxCustomer, at: number): void {
  if (!subscription || subscription.pastDueSince !== null) return;
  Object.assign(subscription, { pastDueSince: at, retried: 0 });
}

/** Lets a direct debit come back: the invoice is open again, and the subscription unpaid. */
function comeBack(customer: SandboxCustomer, invoice: SandboxInvoice, at: number): void {
  Object.assign(invoice, { status: 'open', paidAt: null, failsAt: null });
  fallDue(customer, at);
}

/** Tries to collect what is open. */
function collect(customer: SandboxCustomer, at: number): void {
  if (!isAccepted(customer, at)) return;
  for (const invoice of customer.invoices)
    if (invoice.status === 'open') Object.assign(invoice, { status: 'paid', paidAt: at });
  if (customer.subscription) Object.assign(customer.subscription, { pastDueSince: null, retried: 0 });
}

/** Stores a payment method, and pays what is open with it. */
export function addMethod(customer: SandboxCustomer, kind: SandboxMethod, now: number): void {
  customer.method = { kind, addedAt: now };
  collect(customer, now);
}

/** Makes a choice. One that needs 3-D Secure waits in `pending`. @throws PaymentDeclined */
export function choose(customer: SandboxCustomer, choice: PlanChoice, vatPercent: number, now: number): void {
  const running = runningOf(customer);
  customer.pending = null;
  if (running && !isUpgrade(running, choice)) {
    const isSame = running.plan === choice.plan && running.interval === choice.interval;
    Object.assign(running, { next: isSame ? null : choice, vatPercent, isCanceled: false });
    return;
  }
  if (customer.method?.kind === 'secure') {
    customer.pending = { choice, vatPercent, expiresAt: now + confirmMs };
    return;
  }
  start(customer, choice, vatPercent, now);
}

const runningOf = ({ subscription }: SandboxCustomer) =>
  subscription && subscription.endedAt === null ? subscription : null;

/** Charges a choice and puts it into force. */
function start(customer: SandboxCustomer, choice: PlanChoice, vatPercent: number, now: number): void {
  if (!isAccepted(customer, now)) throw new PaymentDeclined('the method was refused');
  const running = runningOf(customer);
  const { period, lines } = chargeFor(running, choice, now);
  customer.subscription = {
    ...period,
    ref: running?.ref ?? `sub_${customer.page.slice(0, 8)}_${customer.invoices.length + 1}`,
    // As its period, which another interval starts anew.
    anchorDay: running?.interval === choice.interval ? running.anchorDay : anchorDayOf(period.from),
    vatPercent,
    isCanceled: false,
    next: null,
    pastDueSince: running?.pastDueSince ?? null,
    endedAt: null,
    retried: running?.retried ?? 0,
  };
  bill(customer, lines, vatPercent, now);
}

/** Answers what waits for 3-D Secure. */
export function confirm(customer: SandboxCustomer, isConfirmed: boolean, now: number): void {
  const { pending } = customer;
  customer.pending = null;
  if (pending && isConfirmed) start(customer, pending.choice, pending.vatPercent, now);
}

/** Sets the VAT on what is charged from now on. */
export function setVat(customer: SandboxCustomer, vatPercent: number): void {
  const running = runningOf(customer);
  if (running) running.vatPercent = vatPercent;
}

/** Lets the subscription end with its period. */
export function cancel(customer: SandboxCustomer): void {
  const running = runningOf(customer);
  customer.pending = null;
  if (running) Object.assign(running, { isCanceled: true, next: null });
}

/** Takes a cancellation back. */
export function resume(customer: SandboxCustomer): void {
  const running = runningOf(customer);
  if (running) running.isCanceled = false;
}

/** Returns the customer as a snapshot; `confirmUrl`: of its page. */
export function snapshotOf(customer: SandboxCustomer, confirmUrl: string): Snapshot {
  const { subscription, invoices, pending } = customer;
  return {
    method: shownMethod(customer),
    confirmUrl: pending ? confirmUrl : null,
    pending: runningOf(customer) ? null : (pending?.choice ?? null),
    creditCents: customer.balanceCents,
    invoices: invoices.map(({ failsAt: _, ...invoice }) => invoice),
    subscription: subscription && {
      ref: subscription.ref,
      plan: subscription.plan,
      interval: subscription.interval,
      status:
        subscription.endedAt !== null ? 'ended' : subscription.pastDueSince !== null ? 'pastDue' : 'active',
      periodStart: subscription.from,
      periodEnd: subscription.to,
      isCanceled: subscription.isCanceled,
      vatPercent: subscription.vatPercent,
      next: subscription.next,
      pastDueSince: subscription.pastDueSince,
      endedAt: subscription.endedAt,
    },
  };
}
