/** Lets go of invoices once the law does. */
import { firstKeptYear } from '../../db/invoices.ts';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';

/** Deletes those that need not be kept any longer, an invoice not before what takes it back. Returns how many. */
export async function expireInvoices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const first = firstKeptYear(clock.now());
  const { numDeletedRows } = await db
    .deleteFrom('invoice')
    .where(({ eb, and, or, not, exists, selectFrom }) =>
      or([
        and([
          eb('year', '<', first),
          not(
            exists(
              selectFrom('invoice as note')
                .select('note.id')
                .whereRef('note.gateway_ref', '=', 'invoice.gateway_ref')
                .where('note.year', '>=', first),
            ),
          ),
        ]),
        // Never issued: void, or without a billing record.
        and([eb('year', 'is', null), eb('created_at', '<', new Date(Date.UTC(first, 0, 1)))]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export const invoiceExpiry = (services: Services): Job => ({
  name: 'invoice-expiry',
  cron: '40 3 * * *',
  run: async () => {
    await expireInvoices(services);
  },
});
