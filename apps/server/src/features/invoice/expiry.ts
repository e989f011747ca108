/** Lets go of invoices once the law does: eight years after the end of the year in which they were issued (§ 147 (3) AO). */
import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import { dayAt } from '@kontor/contract/time/zone';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';

const keptYears = 8;

/** Deletes those that need not be kept any longer. Returns how many. */
export async function expireInvoices({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const year = Number(dayAt(clock.now().getTime(), invoiceZone).slice(0, 4));
  const { numDeletedRows } = await db
    .deleteFrom('invoice')
    .where('year', '<', year - keptYears)
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
