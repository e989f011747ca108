/** The lines of an invoice with the VAT of each, and the days that they are for. */

import type { GatewayInvoiceLine } from '@kontor/contract/billing/gatewayInvoice';
import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import { vatByLine } from '@kontor/contract/billing/vat';
import { dayAt, startOfDay } from '@kontor/contract/time/zone';
import type { FinalInvoice } from '../../db/invoices.ts';

/** Returns the lines; their VAT adds up to that of the invoice, the last one taking what the gateway rounded otherwise. */
export function taxedLines({
  lines,
  vat,
  vat_cents,
}: Pick<FinalInvoice, 'lines' | 'vat' | 'vat_cents'>): (GatewayInvoiceLine & { vatCents: number })[] {
  const byLine = vatByLine(
    lines.map(({ netCents }) => netCents),
    vat.rate,
  );
  const rest = vat_cents - byLine.reduce((sum, cents) => sum + cents, 0);
  return lines.map((line, i) => ({
    ...line,
    vatCents: byLine[i]! + (i === lines.length - 1 ? rest : 0),
  }));
}

/**
 * Returns a moment of the last day that a line is for. The day on which a period ends is the first one of the next, whatever
 * the hour: no day stands on the invoices of two periods. A plan that was changed within one names its days again.
 */
export const lastMoment = ({ from, to }: Pick<GatewayInvoiceLine, 'from' | 'to'>): number =>
  Math.max(from, startOfDay(dayAt(to, invoiceZone), invoiceZone) - 1);
