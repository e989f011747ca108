/** Asks again about VAT ids for which the register had no answer. */
import { findBillingRecord } from '../../db/billingRecords.ts';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';
import { askRegister, type ChargeVat } from './calls.ts';

/** Ids of one round: the register takes few at once. */
const atOnce = 50;

/** Asks about those that have waited longest. Returns how many are known now. */
export async function recheckVatIds(services: Services, chargeVat: ChargeVat): Promise<number> {
  const { db, clock } = services;
  const waiting = await db
    .selectFrom('billing_record')
    .select(['workspace_id', 'vat_id'])
    .where('vat_id_state', '=', 'unknown')
    .orderBy('vat_checked_at')
    .limit(atOnce)
    .execute();
  let known = 0;
  for (const { workspace_id, vat_id } of waiting) {
    const check = await askRegister(services, vat_id, clock.now());
    // It may have been changed while the register was asked.
    await db
      .updateTable('billing_record')
      .set({ ...check, vat_evidence: check.vat_evidence && JSON.stringify(check.vat_evidence) })
      .where('workspace_id', '=', workspace_id)
      .where('vat_id', '=', vat_id)
      .where('vat_id_state', '=', 'unknown')
      .execute();
    if ((await findBillingRecord(db, workspace_id))?.vat_id_state === 'unknown') continue;
    await chargeVat(services, workspace_id);
    known++;
  }
  return known;
}

export const vatRecheck = (services: Services, chargeVat: ChargeVat): Job => ({
  name: 'vat-recheck',
  cron: '20 * * * *',
  run: async () => {
    await recheckVatIds(services, chargeVat);
  },
});
