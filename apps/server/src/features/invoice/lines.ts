/** The lines of an invoice with the VAT of each. */

import type { GatewayInvoiceLine } from '@kontor/contract/billing/gatewayInvoice';
import { vatByLine } from '@kontor/contract/billing/vat';
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
