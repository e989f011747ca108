/** Lets a subscription end with its period. */
import { findSubscription } from '../../db/subscriptions.ts';
import { inTurn } from '../../db/turns.ts';
import { type SubscriptionServices, syncNow } from './sync.ts';

/** Cancels a workspace's subscription. Returns false where there is none. @throws what the gateway throws */
export function cancelSubscription(services: SubscriptionServices, workspaceId: string): Promise<boolean> {
  const { db, payments } = services;
  return inTurn(db, workspaceId, async () => {
    const row = await findSubscription(db, workspaceId);
    if (!row?.customer_ref || !row.subscription_ref) return false;
    await payments.cancel(row.customer_ref);
    // After the gateway took it: what was not cancelled must not be deleted.
    await db
      .updateTable('subscription')
      .set({ canceled_at: await payments.now() })
      .where('workspace_id', '=', workspaceId)
      .execute();
    await syncNow(services, workspaceId);
    return true;
  });
}
