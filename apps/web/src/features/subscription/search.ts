/** The query of the billing page. */
import {
  type BillingInterval,
  billingIntervals,
  type PaidPlan,
  paidPlans,
} from '@kontor/contract/billing/plan';

export interface BillingSearch {
  /** Set where the browser comes back: from the payment provider, or from the bank that was to confirm the choice. */
  from?: 'gateway' | 'bank';
  /** The choice with which it left. */
  plan?: PaidPlan;
  interval?: BillingInterval;
}

/** Reads the query; what is no choice is left out. */
export function billingSearch({ from, plan, interval }: Record<string, unknown>): BillingSearch {
  const chosen = paidPlans.find((each) => each === plan);
  const paid = billingIntervals.find((each) => each === interval);
  return {
    ...((from === 'gateway' || from === 'bank') && { from }),
    ...(chosen && paid && { plan: chosen, interval: paid }),
  };
}
