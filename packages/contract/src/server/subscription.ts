/** A workspace's subscription, as the server holds it: what the gateway said last, and what was decided here. */
import * as z from 'zod/mini';
import type { BillingInterval, PaidPlan, Plan } from '../billing/plan.ts';
import { billingIntervals, paidPlans, plans } from '../billing/plan.ts';
import { column, defaulted, nullable } from './table.ts';

/** `trial` until the first payment; the others are the gateway's. */
export const subscriptionStatus = ['trial', 'active', 'pastDue', 'ended'] as const;

/** The access of a workspace's people: everything, reading and exporting, or nothing but paying and exporting. */
const subscriptionAccess = ['full', 'readOnly', 'closed'] as const;
export type SubscriptionAccess = (typeof subscriptionAccess)[number];

/** The way in which somebody pays, as far as it is shown. */
const paymentMethodSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('card'),
    brand: z.string(),
    last4: z.string(),
    expMonth: z.int(),
    expYear: z.int(),
  }),
  z.object({ type: z.literal('paypal'), email: z.string() }),
  z.object({ type: z.literal('sepa'), last4: z.string() }),
  z.object({ type: z.literal('bank'), code: z.string() }),
  /** Any other that the gateway offers, by its name. */
  z.object({ type: z.literal('other'), name: z.string() }),
]);
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

export const subscriptionTable = {
  workspaceId: column.uuid(),
  /** The gateway's ids; null until somebody went to pay. */
  customerRef: nullable(column.text()),
  subscriptionRef: nullable(column.text()),
  status: column.text(z.enum(subscriptionStatus)),
  plan: column.text<Plan>(z.enum(Object.keys(plans) as [Plan, ...Plan[]])),
  interval: nullable(column.text<BillingInterval>(z.enum(billingIntervals))),
  /** A smaller plan that follows at the end of the period, or one that waits for its first payment to be confirmed. */
  nextPlan: nullable(column.text<PaidPlan>(z.enum(paidPlans))),
  nextInterval: nullable(column.text<BillingInterval>(z.enum(billingIntervals))),
  /** Limits that the operator set by hand, in place of the plan's: people, bytes. */
  userLimit: nullable(column.integer()),
  storageLimit: nullable(column.bigint()),
  trialEndsAt: column.moment(),
  periodStart: nullable(column.moment()),
  periodEnd: nullable(column.moment()),
  /** Ends with the period instead of being renewed. */
  isCanceled: column.flag(),
  /** When a person cancelled it here. Without this nothing is deleted, whatever the gateway says. */
  canceledAt: nullable(column.moment()),
  pastDueSince: nullable(column.moment()),
  endedAt: nullable(column.moment()),
  method: nullable(column.json(paymentMethodSchema)),
  /** Where a payment waits to be confirmed, such as by 3-D Secure. */
  confirmUrl: nullable(column.text()),
  /** Integer cents, with VAT, that are left of credits: set off against what is charged next. */
  creditCents: defaulted(column.integer()),
  /** Until when a choice is being put into force at most; null where none is. */
  orderingUntil: nullable(column.moment()),
  /** Follows from the others and the time; kept up to date by a job. */
  access: column.text(z.enum(subscriptionAccess)),
};

/** The notices that were mailed, each once. */
export const subscriptionNoticeTable = {
  workspaceId: column.uuid(),
  notice: column.text(),
  sentAt: column.moment(),
};
