/** Brings a subscription in line with the gateway. Everything that the gateway says comes in here and nowhere else. */
import { accessOf } from '@kontor/contract/billing/standing';
import type { Payments, Snapshot } from '../../adapters/payments/payments.ts';
import { vatFor } from '../../db/billingRecords.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { recordInvoice } from '../../db/invoices.ts';
import { lockSubscription, type SubscriptionRow, subscribedOf } from '../../db/subscriptions.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../sync/changes/hints.ts';

/** Services of a server that bills. */
export type SubscriptionServices = Services & { payments: Payments };

const date = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Returns the columns that a snapshot decides; `known`: the ref of the subscription that the row is about. */
function columnsOf({ method, subscription, confirmUrl }: Snapshot, known: string | null) {
  const stated = { method: method && JSON.stringify(method), confirm_url: confirmUrl };
  // Before the first payment there is none, and the trial goes on; so does what the operator gave after one had ended.
  if (!subscription || (subscription.status === 'ended' && subscription.ref !== known))
    return { ...stated, next_plan: null, next_interval: null };
  const isGoingOn = subscription.status !== 'ended' && !subscription.isCanceled;
  return {
    ...stated,
    ...(isGoingOn && { canceled_at: null }),
    subscription_ref: subscription.ref,
    status: subscription.status,
    plan: subscription.plan,
    interval: subscription.interval,
    next_plan: subscription.next?.plan ?? null,
    next_interval: subscription.next?.interval ?? null,
    period_start: date(subscription.periodStart),
    period_end: date(subscription.periodEnd),
    is_canceled: subscription.isCanceled,
    past_due_since: date(subscription.pastDueSince),
    ended_at: date(subscription.endedAt),
  };
}

/** Runs under way, and the ones that wait for them: further hints are about the same and change nothing. */
const running = new WeakMap<Database, Map<string, { now: Promise<void>; next?: Promise<void> }>>();

/**
 * Fetches the snapshot of a workspace's customer and stores it. However many ask at once, it is fetched at most once
 * more than it has to be, and a newer one is never overwritten by an older: the row is locked before it is fetched.
 */
export function syncSubscription(services: SubscriptionServices, workspaceId: string): Promise<void> {
  const known = running.get(services.db) ?? new Map();
  running.set(services.db, known);
  const current = known.get(workspaceId);
  if (current) {
    current.next ??= current.now.catch(() => {}).then(() => syncSubscription(services, workspaceId));
    return current.next;
  }
  const now = store(services, workspaceId).finally(() => known.delete(workspaceId));
  known.set(workspaceId, { now });
  return now;
}

async function store(services: SubscriptionServices, workspaceId: string): Promise<void> {
  const { db, payments } = services;
  const at = await payments.now();
  const hasChanged = await transaction(db, async (tx) => {
    const row = await lockSubscription(tx, workspaceId);
    if (!row?.customer_ref) return false;
    const snapshot = await payments.fetch(row.customer_ref);
    if (!snapshot) return false;
    const columns = columnsOf(snapshot, row.subscription_ref);
    await tx.updateTable('subscription').set(columns).where('workspace_id', '=', workspaceId).execute();
    for (const invoice of snapshot.invoices) await recordInvoice(services, tx, workspaceId, invoice);
    await keepVat(services, tx, { workspaceId, customer: row.customer_ref, snapshot });
    return keepAccess(tx, workspaceId, at);
  });
  if (hasChanged) await tellMembers(services, workspaceId);
}

/** Has the gateway charge the VAT that follows from the billing record of now: an id may have been checked since. */
async function keepVat(
  { payments, env }: SubscriptionServices,
  tx: Tx,
  {
    workspaceId,
    customer,
    snapshot: { subscription },
  }: { workspaceId: string; customer: string; snapshot: Snapshot },
): Promise<void> {
  if (!subscription || subscription.status === 'ended') return;
  const vatPercent = (await vatFor(tx, env, workspaceId)).rate / 100;
  if (vatPercent !== subscription.vatPercent) await payments.setVat(customer, vatPercent);
}

/** Stores what its people may do at a moment. Returns true if that is something else than before. */
export async function keepAccess(tx: Tx, workspaceId: string, now: Date): Promise<boolean> {
  const row = (await lockSubscription(tx, workspaceId)) as SubscriptionRow;
  const access = accessOf(subscribedOf(row), now.getTime());
  if (access === row.access) return false;
  await tx.updateTable('subscription').set({ access }).where('workspace_id', '=', workspaceId).execute();
  return true;
}

/** Tells a workspace's people that it was opened or closed: their pages ask anew. */
export async function tellMembers(services: SubscriptionServices, workspaceId: string): Promise<void> {
  const members = await services.db
    .selectFrom('membership')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .execute();
  announce(services, { people: members.map(({ user_id }) => user_id) });
}

/** Returns the workspace of a customer; undefined for one that is none of ours. */
export async function workspaceOf(
  { db }: Pick<Services, 'db'>,
  customer: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('subscription')
    .select('workspace_id')
    .where('customer_ref', '=', customer)
    .executeTakeFirst();
  return row?.workspace_id;
}
