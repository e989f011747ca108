/** The state of a subscription at a moment, and the rights that follow from it. Moments are ms since 1970. */
import type { SubscriptionAccess, subscriptionStatus } from '../server/subscription.ts';
import { dayMs } from '../time/day.ts';
import { type BillingInterval, type PaidPlan, type Plan, type PlanFeature, plans } from './plan.ts';

export const subscriptionStates = ['trial', 'active', 'pastDue', 'canceled', 'ended', 'trialEnded'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Days after the first failed payment on which its people are reminded; from the last on the workspace is read-only. */
export const dunningDays = [0, 3, 7, 14] as const;
/** Days after the first failed payment from which the workspace is read-only. */
export const readOnlyAfter = dunningDays.at(-1)!;

/** Days for which the data of a trial that ended is kept, and of a subscription that was cancelled. */
export const keptDays = { trialEnded: 90, ended: 30 } as const;

export interface Subscribed {
  status: (typeof subscriptionStatus)[number];
  trialEndsAt: number;
  periodEnd: number | null;
  isCanceled: boolean;
  canceledAt: number | null;
  pastDueSince: number | null;
  endedAt: number | null;
}

/** Returns the state at a moment. */
export function stateOf(
  { status, trialEndsAt, periodEnd, isCanceled }: Subscribed,
  now: number,
): SubscriptionState {
  if (status === 'trial') return now < trialEndsAt ? 'trial' : 'trialEnded';
  if (status === 'ended') return 'ended';
  if (isCanceled) return periodEnd !== null && now >= periodEnd ? 'ended' : 'canceled';
  return status;
}

/**
 * Returns the moment from which it can be read alone while a payment is missing, past or to come; null where none is, or
 * it is over. Also of one that was cancelled: its last period may be unpaid.
 */
export function readOnlyFrom(subscribed: Subscribed, now: number): number | null {
  const state = stateOf(subscribed, now);
  const { pastDueSince } = subscribed;
  if (pastDueSince === null || (state !== 'pastDue' && state !== 'canceled')) return null;
  return pastDueSince + readOnlyAfter * dayMs;
}

/** Returns what its people may do at a moment. */
export function accessOf(subscribed: Subscribed, now: number): SubscriptionAccess {
  const state = stateOf(subscribed, now);
  if (state === 'trialEnded' || state === 'ended') return 'closed';
  const from = readOnlyFrom(subscribed, now);
  return from !== null && now >= from ? 'readOnly' : 'full';
}

/**
 * Returns when the data is deleted; null where it is not. A subscription that ended without anybody having cancelled it
 * (a payment event alone) deletes nothing.
 */
export function deletionAt(subscribed: Subscribed): number | null {
  const { status, trialEndsAt, periodEnd, isCanceled, canceledAt, endedAt } = subscribed;
  if (status === 'trial') return trialEndsAt + keptDays.trialEnded * dayMs;
  if (canceledAt === null) return null;
  const end = status === 'ended' ? endedAt : isCanceled ? periodEnd : null;
  return end === null ? null : end + keptDays.ended * dayMs;
}

/** Returns when the data would be deleted if it were cancelled now; null where nothing goes on that could be cancelled. */
export function deletionIfCanceled(subscribed: Subscribed, now: number): number | null {
  const state = stateOf(subscribed, now);
  if (state !== 'active' && state !== 'pastDue') return null;
  return deletionAt({ ...subscribed, isCanceled: true, canceledAt: now });
}

/** The facts on which it depends what a workspace may; null where the server bills nobody, and every feature is there. */
export type Entitlement = { plan: Plan; state: SubscriptionState; access: SubscriptionAccess } | null;

/**
 * Returns true if a workspace may use a feature now. Server and screens ask this alone. The export is open in every plan
 * once the workspace is unpaid or leaves: nobody's data is held back.
 */
export function workspaceMay(entitlement: Entitlement, feature: PlanFeature): boolean {
  if (!entitlement) return true;
  const { plan, state, access } = entitlement;
  const isLeaving = state !== 'trial' && state !== 'active';
  if (feature === 'export' && isLeaving) return true;
  return access !== 'closed' && (plans[plan].features as readonly PlanFeature[]).includes(feature);
}

/** A plan and how often it is paid. */
export interface PlanChoice {
  plan: PaidPlan;
  interval: BillingInterval;
}
