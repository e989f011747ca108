/** The currencies that a workspace can calculate in, by their ISO 4217 code. Amounts are whole cents (Rappen) everywhere. */
export const currencies = ['EUR', 'CHF'] as const;
export type Currency = (typeof currencies)[number];

/** Returns the currency of a country; of one that is not known, the euro. */
export const currencyOf = (country: string | undefined): Currency => (country === 'ch' ? 'CHF' : 'EUR');
