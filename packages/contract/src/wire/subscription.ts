/** Calls about a workspace's subscription: the state that its admins see, the choices that they make. */
import * as z from 'zod/mini';
import { billingIntervals, paidPlans } from '../billing/plan.ts';
import { subscriptionStates } from '../billing/standing.ts';
import { subscriptionTable } from '../server/subscription.ts';
import { wireOf } from '../server/table.ts';
import { uuid } from './shapes.ts';

/** Its state, for everybody who works in the workspace; `currentPeriodEnd` in seconds since 1970. */
export const standingSchema = z.object({
  ...wireOf(subscriptionTable, 'plan'),
  status: z.enum(subscriptionStates),
  currentPeriodEnd: z.int(),
  /** A payment is missing, also of one that was cancelled. */
  isUnpaid: z.boolean(),
  /** Days by which the clock of subscriptions runs ahead of other clocks: only where the sandbox's was moved. */
  daysAhead: z.int(),
});
export type SubscriptionStanding = z.infer<typeof standingSchema>;

/** The fields that are told as they are stored. */
export const subscriptionFields = [
  ...(['plan', 'interval', 'nextPlan', 'nextInterval', 'trialEndsAt', 'periodStart', 'periodEnd'] as const),
  ...(['pastDueSince', 'method', 'confirmUrl', 'creditCents'] as const),
] as const;
export const subscriptionSchema = z.object({
  ...wireOf(subscriptionTable, ...subscriptionFields, 'access'),
  state: z.enum(subscriptionStates),
  /** When the data is deleted; null where it is not. */
  deletionAt: z.nullable(z.number()),
  /** When it would be if it were cancelled now; null where there is nothing to cancel. */
  deletionIfCanceled: z.nullable(z.number()),
  seatsUsed: z.int(),
  seatLimit: z.int(),
  /** Bytes. */
  storageUsed: z.number(),
  storageLimit: z.nullable(z.number()),
  /** VAT that this buyer pays, in percent. */
  vatPercent: z.number(),
  /** ms since 1970, by the clock of the payments. */
  now: z.number(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

const workspaceId = uuid;

const choice = { plan: z.enum(paidPlans), interval: z.enum(billingIntervals) };

export const planChoiceSchema = z.object({ workspaceId, ...choice });

/** `plan` and `interval`: the choice with which the browser comes back. */
export const methodVisitSchema = z.object({
  workspaceId,
  plan: z.optional(choice.plan),
  interval: z.optional(choice.interval),
});

/** Those who can pay. */
export const contactsSchema = z.object({ emails: z.array(z.string()) });

/** Where the browser goes on, at the gateway; null where everything is done. */
export const gatewayVisitSchema = z.object({ url: z.nullable(z.string()) });
