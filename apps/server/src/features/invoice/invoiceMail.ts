/** Mails final invoices to their buyers, with the PDF and the XML. */
import { invoiceForms } from '@kontor/contract/billing/invoiceForm';
import { longestMailMs, type Mail } from '../../adapters/mail.ts';
import { layOut } from '../../adapters/mailLayout.ts';
import { transaction } from '../../db/database.ts';
import { type FinalInvoice, isFinal } from '../../db/invoices.ts';
import type { Env } from '../../env.ts';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';
import { type InvoiceFileBytes, writeInvoice } from './files.ts';
import { invoiceWords, moneyText, termsText } from './words.ts';

/**
 * Mails what waits to be mailed, one invoice a transaction: a mail and the note that it left come together or not at all.
 * One that cannot be written is logged and waits for the next round; the others go on. Returns how many were mailed.
 */
export async function mailInvoices(services: MailServices): Promise<number> {
  const { db, log } = services;
  const waiting = await db
    .selectFrom('invoice')
    .select('id')
    .where('mailed_at', 'is', null)
    .where('number', 'is not', null)
    .orderBy('issued_at')
    .orderBy('sequence')
    .execute();
  let mailed = 0;
  for (const { id } of waiting)
    try {
      if (await mailInvoice(services, id)) mailed++;
    } catch (error) {
      log.error({ err: error, invoice: id }, 'an invoice could not be mailed');
    }
  return mailed;
}

type MailServices = Pick<Services, 'db' | 'mails' | 'clock' | 'env' | 'log'>;

/** Mails an invoice. Returns false where somebody else does, or did. */
const mailInvoice = ({ db, mails, clock, env }: MailServices, id: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    const row = await tx
      .selectFrom('invoice')
      .selectAll()
      .where('id', '=', id)
      .where('mailed_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row || !isFinal(row)) return false;
    const now = clock.now();
    const files = await Promise.all(invoiceForms.map((form) => writeInvoice(tx, row, form)));
    const expiresAt = new Date(now.getTime() + longestMailMs);
    await mails.send(invoiceMail(env, row, files), { tx, expiresAt, about: `invoice ${row.number}` });
    await tx.updateTable('invoice').set({ mailed_at: now }).where('id', '=', row.id).execute();
    return true;
  });

function invoiceMail(env: Env, invoice: FinalInvoice, files: InvoiceFileBytes[]): Mail {
  const { buyer, kind, number, workspace_id, gross_cents } = invoice;
  const { language } = buyer;
  const words = invoiceWords[language];
  const title = words.subject[kind](number);
  const url = new URL(`/${workspace_id}/settings/billing-and-payment`, env.PUBLIC_URL).href;
  return {
    to: buyer.email,
    workspaceIds: [workspace_id],
    subject: title,
    ...layOut({
      language,
      title,
      paragraphs: [...words.mail(moneyText(gross_cents, language)), termsText(invoice)],
      links: [{ label: words.button, url }],
      footer: words.footer(new URL(env.PUBLIC_URL).host),
    }),
    attachments: files.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: bytes.toString('base64'),
    })),
  };
}

export const invoiceMails = (services: Services): Job => ({
  name: 'invoice-mails',
  cron: '* * * * *',
  run: async () => {
    await mailInvoices(services);
  },
});
