import { workspaceMay } from '@kontor/contract/billing/standing';
import { entitlementOf, findSubscription } from '../../db/subscriptions.ts';
import { fail } from '../../http/errors.ts';
import type { RecordRule } from '../../sync/changes/context.ts';

/** Personnel files are part of some plans. What is there already can be read and deleted in each. */
export const personnelRule: RecordRule = {
  check: async ({ tx, workspaceId, services }, verb) => {
    if (verb === 'delete' || !services.payments) return;
    const row = await findSubscription(tx, workspaceId!);
    const entitlement = row ? entitlementOf(row, await services.payments.now()) : null;
    if (!workspaceMay(entitlement, 'personnel')) throw fail('NOT_IN_PLAN');
  },
};
