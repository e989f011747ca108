import type { PlanFeature } from '@kontor/contract/billing/plan';
import { workspaceMay } from '@kontor/contract/billing/standing';
import { entitlementOf, findSubscription } from '../../db/subscriptions.ts';
import { fail } from '../../http/errors.ts';
import type { RecordRule } from './context.ts';

/** Returns the rule of a noun that is part of some plans. `needs` tells which changes take the plan. */
export const planRule = (
  feature: PlanFeature,
  needs: (...change: Parameters<NonNullable<RecordRule['check']>>) => boolean,
): RecordRule => ({
  check: async (context, verb, records) => {
    const { tx, workspaceId, services } = context;
    if (!services.payments || !needs(context, verb, records)) return;
    const row = await findSubscription(tx, workspaceId!);
    const entitlement = row ? entitlementOf(row, await services.payments.now()) : null;
    if (!workspaceMay(entitlement, feature)) throw fail('NOT_IN_PLAN');
  },
});
