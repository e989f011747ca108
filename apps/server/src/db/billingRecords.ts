/** Billing records: to whom a workspace's invoices go, and the VAT that follows. */
import { type Vat, vatOf } from '@kontor/contract/billing/vat';
import type { InvoiceBuyer } from '@kontor/contract/server/invoice';
import type { Selectable } from 'kysely';
import type { Env } from '../env.ts';
import { vatSellerOf } from '../seller.ts';
import type { Database, Tx } from './database.ts';
import type { Tables } from './tables.ts';

export type BillingRecordRow = Selectable<Tables['billing_record']>;

/** Returns a workspace's billing record; undefined until somebody filled it in. */
export const findBillingRecord = (
  db: Database | Tx,
  workspaceId: string,
): Promise<BillingRecordRow | undefined> =>
  db.selectFrom('billing_record').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst();

/** Returns the VAT that a workspace pays; without a record that of a buyer in the seller's country. */
export async function vatFor(db: Database | Tx, env: Env, workspaceId: string): Promise<Vat> {
  return vatOfRecord(env, await findBillingRecord(db, workspaceId));
}

export const vatOfRecord = (
  env: Env,
  record: Pick<BillingRecordRow, 'country' | 'vat_id_state'> | undefined,
): Vat =>
  vatOf(vatSellerOf(env), {
    country: record?.country ?? env.SELLER_COUNTRY,
    vatIdState: record?.vat_id_state ?? 'none',
  });

/** Returns a record as an invoice keeps it. */
export function buyerOf(record: BillingRecordRow): InvoiceBuyer {
  const { vat_evidence, vat_checked_at } = record;
  const isChecked = record.vat_id_state === 'valid' && vat_evidence && vat_checked_at;
  return {
    name: record.company,
    addressLine1: record.address_line1,
    addressLine2: record.address_line2,
    postalCode: record.postal_code,
    city: record.city,
    country: record.country,
    vatId: record.vat_id,
    email: record.email,
    language: record.language,
    vatEvidence: isChecked ? { ...vat_evidence, checkedAt: vat_checked_at.getTime() } : null,
  };
}
