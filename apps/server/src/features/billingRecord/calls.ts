/** The billing record's part of the contract. */
import type { VatIdState } from '@kontor/contract/billing/vat';
import { can } from '@kontor/contract/capability';
import { billingRecordTable } from '@kontor/contract/server/billingRecord';
import { isInEu } from '@kontor/contract/text/eu';
import {
  type BillingRecord,
  type BillingRecordChange,
  billingRecordFields,
} from '@kontor/contract/wire/billingRecord';
import { type BillingRecordRow, findBillingRecord } from '../../db/billingRecords.ts';
import { pickWire } from '../../db/clearRow.ts';
import { afterCommit, type Tx, transaction } from '../../db/database.ts';
import { finaliseWaiting } from '../../db/invoices.ts';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import { createThrottle } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../sync/changes/hints.ts';
import { checkMayPay } from '../../sync/mayPay.ts';

const shown = (row: BillingRecordRow): BillingRecord =>
  pickWire(billingRecordTable, row, ...billingRecordFields, 'vatIdState', 'vatCheckedAt');

/** Tells whether a record has been changed by somebody since it was as a writer saw it, to something else than they write. */
function isMoved(row: BillingRecordRow, { was, ...change }: BillingRecordChange): boolean {
  const stored = shown(row);
  return ![was, change].some(
    (record) => record && billingRecordFields.every((name) => stored[name] === record[name]),
  );
}

/** The columns about a VAT id: what is known of it, and from whom. */
export type VatCheck = Pick<BillingRecordRow, 'vat_id_state' | 'vat_checked_at' | 'vat_evidence'>;

const notAsked: VatCheck = { vat_id_state: 'none', vat_checked_at: null, vat_evidence: null };

/** Has the gateway charge the VAT that follows from a workspace's billing record of now. */
export type ChargeVat = (services: Services, workspaceId: string) => Promise<void>;

export function billingRecordCalls(services: Services, chargeVat: ChargeVat) {
  const { db, pool, clock } = services;
  // Each has the gateway asked.
  const stores = createThrottle(pool, { name: 'billing-record', attempts: 30, seconds: 60 });
  const checks = createThrottle(pool, { name: 'vat-check', attempts: 30, seconds: 3_600 });

  /** Asks the register about an id, unless it has confirmed the same one already. */
  async function checked(
    before: BillingRecordRow | undefined,
    change: BillingRecordChange,
  ): Promise<VatCheck> {
    if (change.vatId === '' || !isInEu(change.country)) return notAsked;
    if (before?.vat_id_state === 'valid' && before.vat_id === change.vatId) return before;
    await checks.take(change.workspaceId);
    return askRegister(services, change.vatId, clock.now());
  }

  return {
    get: signedInCalls.billingRecord.get.handler(async ({ input: { workspaceId }, context }) => {
      await checkMayPay(db, context.signedIn.userId, workspaceId);
      const row = await findBillingRecord(db, workspaceId);
      return row ? shown(row) : null;
    }),

    store: signedInCalls.billingRecord.store.handler(async ({ input, context }) => {
      const { workspaceId } = input;
      const actor = await checkMayPay(db, context.signedIn.userId, workspaceId);
      await stores.take(workspaceId);
      const { vat_id_state, vat_checked_at, vat_evidence } = await checked(
        await findBillingRecord(db, workspaceId),
        input,
      );
      const values = {
        company: input.company,
        address_line1: input.addressLine1,
        address_line2: input.addressLine2,
        postal_code: input.postalCode,
        city: input.city,
        country: input.country,
        vat_id: input.vatId,
        language: input.language,
        vat_id_state,
        vat_checked_at,
        vat_evidence: vat_evidence && JSON.stringify(vat_evidence),
      };
      const stored = await transaction(db, async (tx) => {
        const before = await tx
          .selectFrom('billing_record')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .forUpdate()
          .executeTakeFirst();
        // Whose address it is may cancel at `/cancel`: whoever may not do that here names nobody for it.
        const email = can(actor, 'subscription.cancel')
          ? input.email
          : (before?.email ?? (await ownersEmail(tx, workspaceId)));
        if (before && isMoved(before, { ...input, email })) throw fail('CONFLICT');
        const row = await (before
          ? tx
              .updateTable('billing_record')
              .set({ ...values, email })
              .where('workspace_id', '=', workspaceId)
          : tx
              .insertInto('billing_record')
              .values({ workspace_id: workspaceId, ...values, email })
              .onConflict((conflict) => conflict.doNothing())
        )
          .returningAll()
          .executeTakeFirst();
        // Somebody else's first one came between.
        if (!row) throw fail('CONFLICT');
        await finaliseWaiting(services, tx, workspaceId);
        afterCommit(tx, () => announce(services, { admins: [workspaceId] }));
        return shown(row);
      });
      await chargeVat(services, workspaceId);
      return stored;
    }),
  };
}

async function ownersEmail(tx: Tx, workspaceId: string): Promise<string> {
  const { email } = await tx
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.id', 'm.user_id')
    .select('a.email')
    .where('m.workspace_id', '=', workspaceId)
    .where('m.is_owner', '=', true)
    .executeTakeFirstOrThrow();
  return email;
}

/** Returns what the register says about an id, as it is stored. */
export async function askRegister(
  { vatRegister }: Pick<Services, 'vatRegister'>,
  vatId: string,
  now: Date,
): Promise<VatCheck & { vat_id_state: VatIdState }> {
  const { state, answer, requestId } = await vatRegister.check(vatId);
  return { vat_id_state: state, vat_checked_at: now, vat_evidence: { answer, requestId } };
}
