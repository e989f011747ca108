/** Brings a subscription in line with the gateway. Everything that the gateway says comes in here and nowhere else. */
import { accessOf } from '@kontor/contract/billing/standing';
import { sql } from 'kysely';
import type { Payments, Snapshot } from '../../adapters/payments/payments.ts';
import { vatFor } from '../../db/billingRecords.ts';
import { type Database, type Tx, transaction } from '../../db/database.ts';
import { recordInvoice } from '../../db/invoices.ts';
import { lockSubscription, type SubscriptionRow, subscribedOf } from '../../db/subscriptions.ts';
import { inTurn } from '../../db/turns.ts';
import type { Services } from '../../services.ts';
import { announce } from '../../sync/changes/hints.ts';

/** Services of a server that bills. */
export type SubscriptionServices = Services & { payments: Payments };

const date = (ms: number | null) => (ms === null ? null : new Date(ms));

/** Returns the columns that a snapshot decides; `known`: the ref of the subscription that the row is about. */
function columnsOf(
  { method, subscription, confirmUrl, pending, creditCents }: Snapshot,
  known: string | null,
) {
  // Its limits hold while it waits for its first payment: once that is confirmed, the workspace has to fit.
  // Nothing follows one that has ended.
  const next = pending ?? (subscription?.status === 'ended' ? null : subscription?.next);
  const stated = {
    method: method && JSON.stringify(method),
    confirm_url: confirmUrl,
    credit_cents: creditCents,
    next_plan: next?.plan ?? null,
    next_interval: next?.interval ?? null,
  };
  // Before the first payment there is none, and the trial goes on; so does what the operator gave after one had ended.
  if (!subscription || (subscription.status === 'ended' && subscription.ref !== known)) return stated;
  const isGoingOn = subscription.status !== 'ended' && !subscription.isCanceled;
  return {
    ...stated,
    ...(isGoingOn && { canceled_at: null }),
    subscription_ref: subscription.ref,
    status: subscription.status,
    plan: subscription.plan,
    interval: subscription.interval,
    period_start: date(subscription.periodStart),
    period_end: date(subscription.periodEnd),
    is_canceled: subscription.isCanceled,
    past_due_since: date(subscription.pastDueSince),
    ended_at: date(subscription.endedAt),
  };
}

/** Runs that have not begun: further hints are about the same and change nothing. */
const waiting = new WeakMap<Database, Map<string, Promise<void>>>();

/**
 * Fetches the snapshot of a workspace's customer and stores it. However many ask at once, it is fetched at most once
 * more than it has to be, and a newer one is never overwritten by an older.
 */
export function syncSubscription(services: SubscriptionServices, workspaceId: string): Promise<void> {
  const { db } = services;
  const known = waiting.get(db) ?? new Map<string, Promise<void>>();
  waiting.set(db, known);
  const next =
    known.get(workspaceId) ??
    inTurn(db, workspaceId, () => {
      known.delete(workspaceId);
      return syncNow(services, workspaceId);
    });
  known.set(workspaceId, next);
  return next;
}

/** Fetches of one run: another process may store what it heard at the same time. */
const maxFetches = 5;

/** Does what `syncSubscription` does, within a turn. */
export async function syncNow(services: SubscriptionServices, workspaceId: string): Promise<void> {
  const { db, payments } = services;
  for (let fetches = 0; fetches < maxFetches; fetches++) {
    const seen = await versionOf(db, workspaceId).executeTakeFirst();
    if (!seen?.customer_ref) return;
    const customer = seen.customer_ref;
    const at = await payments.now();
    // In no transaction: the gateway takes its time.
    const snapshot = await payments.fetch(customer);
    if (!snapshot) return dropCustomer(db, workspaceId, customer);
    const stored = await transaction(db, async (tx) => {
      const row = await versionOf(tx, workspaceId).forUpdate().executeTakeFirst();
      // What was stored meanwhile may be newer than this.
      if (row?.version !== seen.version) return undefined;
      const columns = columnsOf(snapshot, row.subscription_ref);
      await tx.updateTable('subscription').set(columns).where('workspace_id', '=', workspaceId).execute();
      for (const invoice of snapshot.invoices) await recordInvoice(services, tx, workspaceId, invoice);
      return { hasChanged: await keepAccess(tx, workspaceId, at) };
    });
    if (!stored) continue;
    if (stored.hasChanged) await tellMembers(services, workspaceId);
    return keepVat(services, { workspaceId, customer, snapshot });
  }
  throw new Error('a subscription changes faster than it is fetched');
}

/**
 * Lets go of a customer that the gateway has no more, so that another can be made: a backup may have brought back a workspace
 * whose deletion removed it there. What was paid for lasts to its end; nobody has cancelled it, so nothing is deleted.
 */
async function dropCustomer(db: Database, workspaceId: string, customer: string): Promise<void> {
  await db
    .updateTable('subscription')
    .set({
      customer_ref: null,
      subscription_ref: null,
      method: null,
      confirm_url: null,
      credit_cents: 0,
      next_plan: null,
      next_interval: null,
      is_canceled: sql`is_canceled OR status IN ('active', 'pastDue')`,
    })
    .where('workspace_id', '=', workspaceId)
    .where('customer_ref', '=', customer)
    .execute();
}

/**
 * Stores the customer that the gateway has of a workspace whose row names none: a backup that was put back may be older than
 * its first payment. Makes none.
 */
export const findCustomer = ({ db, payments }: SubscriptionServices, workspaceId: string): Promise<void> =>
  inTurn(db, workspaceId, async () => {
    const found = await payments.find(workspaceId);
    if (found === undefined) return;
    await db
      .updateTable('subscription')
      .set({ customer_ref: found })
      .where('workspace_id', '=', workspaceId)
      .where('customer_ref', 'is', null)
      .execute();
  });

/** Selects the refs of a subscription with the version of its row, which each change of it replaces. */
const versionOf = (db: Database | Tx, workspaceId: string) =>
  db
    .selectFrom('subscription')
    .select(['customer_ref', 'subscription_ref', sql<string>`xmin::text`.as('version')])
    .where('workspace_id', '=', workspaceId);

/** Has the gateway charge the VAT that follows from the billing record of now: an id may have been checked since. */
async function keepVat(
  { payments, env, db }: SubscriptionServices,
  {
    workspaceId,
    customer,
    snapshot: { subscription },
  }: { workspaceId: string; customer: string; snapshot: Snapshot },
): Promise<void> {
  if (!subscription || subscription.status === 'ended') return;
  let charged = subscription.vatPercent;
  for (;;) {
    const vatPercent = (await vatFor(db, env, workspaceId)).rate / 100;
    if (vatPercent === charged) return;
    await payments.setVat(customer, vatPercent);
    // The record may have changed meanwhile, and another process have set what this one replaced.
    charged = vatPercent;
  }
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
