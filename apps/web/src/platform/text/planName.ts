import type { PaidPlan } from '@kontor/contract/billing/plan';

/** Returns the name of a plan: a proper name, the same in each language. */
export const planName = (plan: PaidPlan): string => plan.charAt(0).toUpperCase() + plan.slice(1);
