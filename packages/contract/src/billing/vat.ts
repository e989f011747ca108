/**
 * Value added tax on what is sold: a service to businesses, taxed where the buyer is established (Directive 2006/112/EC,
 * articles 44 and 196; § 3a (2), § 13b UStG; § 3a (6), § 19 (1) UStG in Austria; article 8 MWSTG in Switzerland).
 * Amounts are integer cents, rates hundredths of a percent.
 */
import type { Country } from '../text/country.ts';
import { isInEu } from '../text/eu.ts';

/** Standard rates. */
const vatRates: Record<Country, number> = { at: 2_000, de: 1_900, fr: 2_000, ch: 810 };

/** The state of a buyer's VAT id. `unknown`: the register did not answer, which says nothing about the id. */
export const vatIdStates = ['none', 'valid', 'invalid', 'unknown'] as const;
export type VatIdState = (typeof vatIdStates)[number];

export interface VatSeller {
  country: Country;
  /** Registered for VAT in Switzerland, wherever it is established. */
  isSwissRegistered: boolean;
}

export interface VatBuyer {
  /** ISO 3166-1 alpha-2, lower-case. */
  country: string;
  vatIdState: VatIdState;
}

/**
 * The VAT on an invoice. `standard`: the seller charges `rate` for `country`. `reverseCharge`: the buyer owes it in
 * another state of the EU. `outside`: not taxable where the seller is.
 */
export type Vat =
  | { category: 'standard'; country: Country; rate: number }
  | { category: 'reverseCharge' | 'outside'; country: null; rate: 0 };

const standard = (country: Country): Vat => ({ category: 'standard', country, rate: vatRates[country] });
const none = (category: 'reverseCharge' | 'outside'): Vat => ({ category, country: null, rate: 0 });

/** Returns the VAT that a seller charges a business. */
export function vatOf(seller: VatSeller, buyer: VatBuyer): Vat {
  if (buyer.country === seller.country) return standard(seller.country);
  if (buyer.country === 'ch') return seller.isSwissRegistered ? standard('ch') : none('outside');
  if (!isInEu(buyer.country) || !isInEu(seller.country)) return none('outside');
  return buyer.vatIdState === 'valid' ? none('reverseCharge') : standard(seller.country);
}

/** Returns the VAT on a net amount, rounded to the cent, halves away from zero: a credit mirrors its charge. */
export const vatCents = (netCents: number, rate: number): number =>
  Math.sign(netCents) * Math.floor((Math.abs(netCents) * rate + 5_000) / 10_000) || 0;

/**
 * Returns the VAT of each line in cents. The lines add up to the VAT on their sum, and none is further than a cent
 * from its own.
 */
export function vatByLine(netCents: readonly number[], rate: number): number[] {
  let net = 0;
  return netCents.map((line) => {
    const before = vatCents(net, rate);
    net += line;
    return vatCents(net, rate) - before || 0;
  });
}
