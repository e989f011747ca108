/** VAT ids as they are written and compared: `ATU12345678`, `CHE123456789MWST`. */
import { isInEu } from './eu.ts';

/** Of an id, in characters; that of a country without a form of its own included. */
export const maxVatId = 20;

/** The forms of the countries that we know best; of the others in the EU their prefix and length. */
const forms: Record<string, RegExp> = {
  at: /^ATU\d{8}$/,
  de: /^DE\d{9}$/,
  fr: /^FR[A-Z0-9]{2}\d{9}$/,
  ch: /^CHE\d{9}(MWST|TVA|IVA)?$/,
};

/**
 * Returns the prefix: Greece alone writes another prefix than its code (Directive 2006/112/EC, article 215).
 */
const prefixOf = (country: string): string => (country === 'gr' ? 'EL' : country.toUpperCase());

/** Returns an id without what people put between its characters. */
export const plainVatId = (typed: string): string => typed.toUpperCase().replaceAll(/[\s.\-/]/g, '');

/** Tests the form of a plain id; whether it was given to somebody only the country's own register knows. */
export function isVatId(vatId: string, country: string): boolean {
  const form = forms[country];
  if (form) return form.test(vatId);
  if (!isInEu(country)) return /^[A-Z0-9]{2,20}$/.test(vatId);
  return vatId.startsWith(prefixOf(country)) && /^[A-Z]{2}[A-Z0-9+*]{2,12}$/.test(vatId);
}
