import * as z from 'zod/mini';
import { type GatewayInvoiceLine, gatewayInvoiceStatus } from '../billing/gatewayInvoice.ts';
import type { Vat } from '../billing/vat.ts';
import type { Country } from '../text/country.ts';
import type { Language } from '../text/language.ts';
import type { VatEvidence } from './billingRecord.ts';
import { column, nullable } from './table.ts';

interface Party {
  name: string;
  addressLine1: string;
  /** Empty for none. */
  addressLine2: string;
  postalCode: string;
  city: string;
  /** Empty for none. */
  vatId: string;
  email: string;
}

/** The firm that sells, as the invoice names it. */
export interface InvoiceSeller extends Party {
  country: Country;
  /** Number under which Switzerland has it registered for VAT; empty for none. */
  swissVatId: string;
  /** Where it is registered, and under which number; empty for none. */
  register: string;
}

/** The firm that buys, as the invoice names it. */
export interface InvoiceBuyer extends Party {
  /** ISO 3166-1 alpha-2, lower-case. */
  country: string;
  language: Language;
  /** When the VAT id was found valid, and the register's answer; null where it was not. */
  vatEvidence: (VatEvidence & { checkedAt: number }) | null;
}

const invoiceKinds = ['invoice', 'creditNote'] as const;

/**
 * An invoice, or the credit note that takes one back. What stands on it is fixed with its number; status, payment and
 * mailing go on. It outlives its workspace.
 */
export const invoiceTable = {
  id: column.uuid(),
  workspaceId: column.uuid(),
  kind: column.text(z.enum(invoiceKinds)),
  /** The gateway's id; a credit note has that of the invoice that it takes back. */
  gatewayRef: column.text(),
  status: column.text(z.enum(gatewayInvoiceStatus)),
  /** In a credit note those of its invoice, which it takes back. */
  lines: column.json<GatewayInvoiceLine[]>(),
  /** Integer cents of EUR. */
  netCents: column.integer(),
  vatCents: column.integer(),
  grossCents: column.integer(),
  /** Of the gross amount what the customer's credit did not pay; in a credit note that of its invoice, negative. */
  dueCents: column.integer(),
  /** `2026-0001`: the year of `issuedAt` and its place in that year's series. Null until it is final, like all below. */
  number: nullable(column.text()),
  year: nullable(column.integer()),
  sequence: nullable(column.integer()),
  vat: nullable(column.json<Vat>()),
  seller: nullable(column.json<InvoiceSeller>()),
  buyer: nullable(column.json<InvoiceBuyer>()),
  createdAt: column.moment(),
  issuedAt: nullable(column.moment()),
  paidAt: nullable(column.moment()),
  /** Null while it waits to be mailed. */
  mailedAt: nullable(column.moment()),
};
