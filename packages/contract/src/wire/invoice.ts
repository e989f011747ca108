/** A workspace's invoices, as its admins see them. */
import * as z from 'zod/mini';
import { invoiceTable } from '../server/invoice.ts';
import { wireOf } from '../server/table.ts';
import { uuid } from './shapes.ts';

export const invoiceSummarySchema = z.object(
  wireOf(
    invoiceTable,
    ...(['id', 'kind', 'number', 'status', 'netCents', 'vatCents', 'grossCents', 'dueCents'] as const),
    ...(['createdAt', 'issuedAt', 'paidAt'] as const),
  ),
);
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>;

/** `pdf`: for people; `xml`: EN 16931, for their bookkeeping. */
const invoiceForms = ['pdf', 'xml'] as const;
export type InvoiceForm = (typeof invoiceForms)[number];

export const invoiceFileQuerySchema = z.object({
  workspaceId: uuid,
  id: uuid,
  form: z.enum(invoiceForms),
});

/** A file as it is saved; `bytes` as base64url. */
export const invoiceFileSchema = z.object({ name: z.string(), type: z.string(), bytes: z.string() });
export type InvoiceFile = z.infer<typeof invoiceFileSchema>;
