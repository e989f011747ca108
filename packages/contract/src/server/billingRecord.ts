import * as z from 'zod/mini';
import { type VatIdState, vatIdStates } from '../billing/vat.ts';
import { allCountries } from '../text/country.ts';
import { type Language, languages } from '../text/language.ts';
import { maxVatId } from '../text/vatId.ts';
import { email } from '../wire/shapes.ts';
import { column, nullable } from './table.ts';

/** Of each line of a billing record, in UTF-16 code units. */
export const maxBillingLine = 120;

const line = () => column.text(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxBillingLine)));

/** The register's answer about a VAT id, kept as evidence. */
export interface VatEvidence {
  /** The body as it came, or the error. */
  answer: string;
  /** Consultation number of the register; null where it gave none. */
  requestId: string | null;
}

/**
 * To whom a workspace's invoices go. Readable by the server, since it writes them; apart from the firm's own details,
 * which are sealed.
 */
export const billingRecordTable = {
  workspaceId: column.uuid(),
  company: line(),
  addressLine1: line(),
  /** Empty for none. */
  addressLine2: column.text(z.string().check(z.trim(), z.maxLength(maxBillingLine))),
  postalCode: line(),
  city: line(),
  country: column.text(z.enum(allCountries)),
  /** Plain; empty for none. */
  vatId: column.text(z.string().check(z.maxLength(maxVatId))),
  /** Where invoices are mailed to. */
  email: column.text(email),
  /** Of the invoices. */
  language: column.text<Language>(z.enum(languages)),
  vatIdState: column.text<VatIdState>(z.enum(vatIdStates)),
  /** When the register was asked last. */
  vatCheckedAt: nullable(column.moment()),
  vatEvidence: nullable(column.json<VatEvidence>()),
};
