/** Subscriptions of workspaces: how they stand, the limits that follow, the seats that are taken. */
import { plans, trialDays } from '@kontor/contract/billing/plan';
import { accessOf, type Entitlement, type Subscribed, stateOf } from '@kontor/contract/billing/standing';
import type { SubscriptionAccess } from '@kontor/contract/server/subscription';
import { dayMs } from '@kontor/contract/time/day';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Payments } from '../adapters/payments/payments.ts';
import type { Database, Tx } from './database.ts';
import type { Tables } from './tables.ts';

export type SubscriptionRow = Selectable<Tables['subscription']>;

const ms = (moment: Date | null) => moment?.getTime() ?? null;

/** Returns what the contract judges a subscription by: status, cancellation and moments, in ms. */
export const subscribedOf = (row: SubscriptionRow): Subscribed => ({
  status: row.status,
  trialEndsAt: row.trial_ends_at.getTime(),
  periodEnd: ms(row.period_end),
  isCanceled: row.is_canceled,
  canceledAt: ms(row.canceled_at),
  pastDueSince: ms(row.past_due_since),
  endedAt: ms(row.ended_at),
});

/** Returns how a subscription stands at a moment. */
export function entitlementOf(row: SubscriptionRow, now: Date): NonNullable<Entitlement> {
  const [subscribed, at] = [subscribedOf(row), now.getTime()];
  return { plan: row.plan, state: stateOf(subscribed, at), access: accessOf(subscribed, at) };
}

/** Returns a workspace's subscription; undefined where the server bills nobody. */
export const findSubscription = (
  db: Database | Tx,
  workspaceId: string,
): Promise<SubscriptionRow | undefined> =>
  db.selectFrom('subscription').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst();

/** Returns a subscription and locks it, so that of two decisions about it the second sees the first. */
export const lockSubscription = (tx: Tx, workspaceId: string): Promise<SubscriptionRow | undefined> =>
  tx
    .selectFrom('subscription')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();

/** Returns the end of a trial that begins now. */
export const trialEndFrom = async (payments: Payments): Promise<Date> =>
  new Date((await payments.now()).getTime() + trialDays * dayMs);

/** Gives new workspaces their trial, unless the server bills nobody. */
export async function startTrials(
  tx: Tx,
  payments: Payments | undefined,
  workspaceIds: readonly string[],
): Promise<void> {
  if (!payments || workspaceIds.length === 0) return;
  const trial_ends_at = await trialEndFrom(payments);
  await tx
    .insertInto('subscription')
    .values(
      workspaceIds.map((workspace_id) => ({
        workspace_id,
        status: 'trial' as const,
        plan: 'trial' as const,
        trial_ends_at,
        is_canceled: false,
        access: 'full' as const,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns what a workspace's people may do by its subscription; `full` for one without. */
export async function accessIn(db: Database | Tx, workspaceId: string): Promise<SubscriptionAccess> {
  const row = await db
    .selectFrom('subscription')
    .select('access')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return row?.access ?? 'full';
}

/**
 * Counts the seats that are taken in a workspace, in SQL: admins and employees who are neither switched off nor leaving, and
 * invitations that can be accepted.
 */
export const seatsTaken = (workspaceId: RawBuilder<unknown>, now: Date): RawBuilder<number> =>
  sql`((SELECT count(*) FROM membership m
      WHERE m.workspace_id = ${workspaceId} AND m.role <> 'CUSTOMER' AND m.status <> 'INACTIVE' AND m.leaving IS NULL)
    + (SELECT count(*) FROM invitation i
      WHERE i.workspace_id = ${workspaceId} AND i.role <> 'CUSTOMER' AND i.expires_at > ${now}))`;

/** Returns the seats that are taken in a workspace. */
export async function seatsUsed(db: Database | Tx, workspaceId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    SELECT ${seatsTaken(sql`${workspaceId}`, now)} AS seats`.execute(db);
  return Number(rows[0]!.seats);
}

/** The columns from which limits follow. */
export type LimitColumns = Pick<SubscriptionRow, 'plan' | 'next_plan' | 'user_limit' | 'storage_limit'>;

/**
 * Returns the limits on people and bytes: the operator's where they set one, else the plan's, and the lower of two while
 * a smaller plan follows, so that the workspace fits when it comes.
 */
export function limitsOf({ plan, next_plan, user_limit, storage_limit }: LimitColumns) {
  const [now, next] = [plans[plan], plans[next_plan ?? plan]];
  return {
    users: user_limit ?? Math.min(now.users, next.users),
    storageBytes: storage_limit ?? Math.min(now.storageBytes, next.storageBytes),
  };
}

/** Returns the most seats of a workspace; undefined for any number. Waits for a change of plan that is under way. */
export async function seatLimit(tx: Tx, workspaceId: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('subscription')
    .select(['plan', 'next_plan', 'user_limit', 'storage_limit'])
    .where('workspace_id', '=', workspaceId)
    .forShare()
    .executeTakeFirst();
  return row && limitsOf(row).users;
}
