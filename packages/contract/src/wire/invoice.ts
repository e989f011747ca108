/** A workspace's invoices, as its admins see them. */
import * as z from 'zod/mini';
import { invoiceForms } from '../billing/invoiceForm.ts';
import { invoiceTable } from '../server/invoice.ts';
import { wireOf } from '../server/table.ts';
import { uuid } from './shapes.ts';

/** The fields of an invoice in a list. */
export const invoiceSummaryFields = [
  ...(['id', 'kind', 'number', 'status', 'netCents', 'vatCents', 'grossCents', 'dueCents'] as const),
  ...(['createdAt', 'issuedAt', 'paidAt'] as const),
] as const;
export const invoiceSummarySchema = z.object(wireOf(invoiceTable, ...invoiceSummaryFields));
export type InvoiceSummary = z.infer<typeof invoiceSummarySchema>;

export const invoiceFileQuerySchema = z.object({
  workspaceId: uuid,
  id: uuid,
  form: z.enum(invoiceForms),
});

/** A file as it is saved; `bytes` as base64url. */
export const invoiceFileSchema = z.object({ name: z.string(), type: z.string(), bytes: z.string() });
export type InvoiceFile = z.infer<typeof invoiceFileSchema>;
