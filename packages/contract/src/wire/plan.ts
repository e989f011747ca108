/** The limits and prices of each plan. Prices are net EUR per month; a year costs ten months. */
export const GiB = 1_073_741_824;

export const plans = {
  trial: { priceMonthly: 0, users: 10, storageBytes: 100 * GiB },
  basic: { priceMonthly: 19, users: 3, storageBytes: 10 * GiB },
  standard: { priceMonthly: 49, users: 10, storageBytes: 100 * GiB },
  professional: { priceMonthly: 99, users: 25, storageBytes: 500 * GiB },
  enterprise: { priceMonthly: 249, users: 100, storageBytes: 2_048 * GiB },
} as const;

export type Plan = keyof typeof plans;

/** Days of the free trial, from a workspace's creation. */
export const trialDays = 14;
