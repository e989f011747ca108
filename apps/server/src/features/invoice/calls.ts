/** The invoices' part of the contract. */
import { invoiceTable } from '@kontor/contract/server/invoice';
import { invoiceSummaryFields } from '@kontor/contract/wire/invoice';
import { pickWire } from '../../db/clearRow.ts';
import { isFinal } from '../../db/invoices.ts';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { checkMayPay } from '../../sync/mayPay.ts';
import { writeInvoice } from './files.ts';

export const invoiceCalls = ({ db }: Services) => ({
  list: signedInCalls.invoice.list.handler(async ({ input: { workspaceId }, context }) => {
    await checkMayPay(db, context.signedIn.userId, workspaceId);
    const rows = await db
      .selectFrom('invoice')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .orderBy('created_at', 'desc')
      .orderBy('sequence', 'desc')
      .execute();
    return rows.map((row) => pickWire(invoiceTable, row, ...invoiceSummaryFields));
  }),

  file: signedInCalls.invoice.file.handler(async ({ input: { workspaceId, id, form }, context }) => {
    await checkMayPay(db, context.signedIn.userId, workspaceId);
    const row = await db
      .selectFrom('invoice')
      .selectAll()
      .where('id', '=', id)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (!row || !isFinal(row)) throw fail('NOT_FOUND');
    const { name, type, bytes } = await writeInvoice(db, row, form);
    return { name, type, bytes: bytes.toString('base64url') };
  }),
});
