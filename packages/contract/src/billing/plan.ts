/** Plans: what each costs, how much it holds and what it includes. Prices are net, in cents of EUR. */

export const GiB = 1_073_741_824;

/** Everything that is sold, in the order in which it is listed. */
export const planFeatures = [
  'languages',
  'cooperation',
  'tasks',
  'chat',
  'documents',
  'timeRecording',
  'customers',
  'support',
  'personnel',
  'search',
  'export',
  'signature',
] as const;
export type PlanFeature = (typeof planFeatures)[number];

interface PlanTerms {
  /** For a month; a year costs ten. */
  monthlyCents: number;
  /** Active and invited admins and employees; customers' users are free. */
  users: number;
  storageBytes: number;
  features: readonly PlanFeature[];
}

const basic = planFeatures.slice(0, 8);
const standard = planFeatures.slice(0, 11);

export const plans = {
  trial: { monthlyCents: 0, users: 10, storageBytes: 100 * GiB, features: standard },
  basic: { monthlyCents: 1_900, users: 3, storageBytes: 10 * GiB, features: basic },
  standard: { monthlyCents: 4_900, users: 10, storageBytes: 100 * GiB, features: standard },
  professional: { monthlyCents: 9_900, users: 25, storageBytes: 500 * GiB, features: planFeatures },
  enterprise: { monthlyCents: 24_900, users: 100, storageBytes: 2_048 * GiB, features: planFeatures },
} as const satisfies Record<string, PlanTerms>;

export type Plan = keyof typeof plans;

/** The plans that can be bought, the cheapest first. */
export const paidPlans = ['basic', 'standard', 'professional', 'enterprise'] as const;
export type PaidPlan = (typeof paidPlans)[number];

export const mostPopular: PaidPlan = 'standard';

export const billingIntervals = ['month', 'year'] as const;
export type BillingInterval = (typeof billingIntervals)[number];

/** Days of the free trial, from a workspace's creation. */
export const trialDays = 14;

const monthsCharged: Record<BillingInterval, number> = { month: 1, year: 10 };

/** Returns the net price of a period, in cents. */
export const priceOf = (plan: PaidPlan, interval: BillingInterval): number =>
  plans[plan].monthlyCents * monthsCharged[interval];
