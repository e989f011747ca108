/** An invoice as files: a PDF for people and EN 16931 XML beside it, both from the same row. */
import type { InvoiceForm } from '@kontor/contract/billing/invoiceForm';
import type { Database, Tx } from '../../db/database.ts';
import type { FinalInvoice, TakenBack } from '../../db/invoices.ts';
import { invoiceWords } from './words.ts';

export interface InvoiceFileBytes {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Writes an invoice in one form. The libraries for it are loaded with the first one. */
export async function writeInvoice(
  db: Database | Tx,
  invoice: FinalInvoice,
  form: InvoiceForm,
): Promise<InvoiceFileBytes> {
  const takenBack = await numberTakenBack(db, invoice);
  const name = `${invoiceWords[invoice.buyer.language][invoice.kind]}-${invoice.number}.${form}`;
  if (form === 'pdf') {
    const { invoicePdf } = await import('./invoicePdf.ts');
    return { name, type: 'application/pdf', bytes: await invoicePdf(invoice, takenBack) };
  }
  const { invoiceXml } = await import('./invoiceXml.ts');
  return { name, type: 'application/xml', bytes: Buffer.from(await invoiceXml(invoice, takenBack)) };
}

async function numberTakenBack(
  db: Database | Tx,
  { kind, gateway_ref }: FinalInvoice,
): Promise<TakenBack | undefined> {
  if (kind === 'invoice') return undefined;
  const row = await db
    .selectFrom('invoice')
    .select(['number', 'issued_at'])
    .where('gateway_ref', '=', gateway_ref)
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  return { number: row.number!, issuedAt: row.issued_at! };
}
