/** To whom a workspace's invoices go, as its admins see and change it. */
import * as z from 'zod/mini';
import { billingRecordTable } from '../server/billingRecord.ts';
import { wireOf } from '../server/table.ts';
import { isVatId } from '../text/vatId.ts';
import { uuid } from './shapes.ts';

/** The fields that people fill in. */
export const billingRecordFields = [
  ...(['company', 'addressLine1', 'addressLine2', 'postalCode', 'city', 'country'] as const),
  ...(['vatId', 'email', 'language'] as const),
] as const;
const fields = wireOf(billingRecordTable, ...billingRecordFields);

export const billingRecordSchema = z.object({
  ...fields,
  ...wireOf(billingRecordTable, 'vatIdState', 'vatCheckedAt'),
});
export type BillingRecord = z.infer<typeof billingRecordSchema>;

/**
 * `vatId`: plain, of the country's form, or empty. `email`: counts from somebody with `subscription.cancel`; for anybody else the
 * stored one stays, at first that of the workspace's owner. `was`: what the writer saw, null for none. Refused with CONFLICT where neither
 * that is stored nor what is to be.
 */
export const billingRecordChangeSchema = z
  .object({ workspaceId: uuid, ...fields, was: z.nullable(z.object(fields)) })
  .check(
    z.refine(({ vatId, country }) => vatId === '' || isVatId(vatId, country), {
      path: ['vatId'],
      message: 'Not a VAT id of this country',
    }),
  );
export type BillingRecordChange = z.infer<typeof billingRecordChangeSchema>;
