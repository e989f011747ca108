/** The workspace's part of the contract. */
import { readOnlyFrom } from '@kontor/contract/billing/standing';
import type { MemberStatus } from '@kontor/contract/entity/role';
import { membershipTable } from '@kontor/contract/server/membership';
import { workspaceTable } from '@kontor/contract/server/workspace';
import { dayMs } from '@kontor/contract/time/day';
import type { SubscriptionStanding } from '@kontor/contract/wire/subscription';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { sql } from 'kysely';
import { pickWire } from '../../db/clearRow.ts';
import type { Database } from '../../db/database.ts';
import { hasOtherAdmin } from '../../db/otherAdmin.ts';
import { storageLimitOf } from '../../db/storage.ts';
import { entitlementOf, type SubscriptionRow, subscribedOf } from '../../db/subscriptions.ts';
import { signedInCalls } from '../../http/calls.ts';
import type { Services } from '../../services.ts';

export const workspaceCalls = ({ db, env, clock, payments }: Services) => ({
  /** Returns every workspace of the caller's, oldest first; then those that they asked to join. */
  list: signedInCalls.workspace.list.handler(async ({ context }) => {
    const { userId } = context.signedIn;
    const rows = await db
      .selectFrom('membership as me')
      .innerJoin('workspace as w', 'w.id', 'me.workspace_id')
      .leftJoin('blob_usage as usage', 'usage.workspace_id', 'w.id')
      .select(['w.id', 'w.name', 'w.color', 'w.logo', 'w.created_at', 'w.allows_links'])
      .select(['me.role', 'me.status', 'me.is_owner'])
      .leftJoin('record_usage as records', 'records.workspace_id', 'w.id')
      .select(sql<number>`coalesce(usage.bytes, 0) + coalesce(records.bytes, 0)`.as('storage_used'))
      .select(({ selectFrom }) =>
        selectFrom('membership as other')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('other.workspace_id', '=', 'w.id')
          .where('other.leaving', 'is', null)
          .as('member_count'),
      )
      .select((me) => hasOtherAdmin(me).as('has_other_admin'))
      .where('me.user_id', '=', userId)
      .where('me.leaving', 'is', null)
      .orderBy('w.created_at')
      .orderBy('w.id')
      .execute();
    const now = (await payments?.now()) ?? clock.now();
    const daysAhead = Math.round((now.getTime() - clock.now().getTime()) / dayMs);
    const subscriptions = await subscriptionsOf(
      db,
      rows.map(({ id }) => id),
    );
    const joined = rows.map((row) => {
      const subscription = subscriptions.get(row.id);
      return {
        ...noFigures,
        ...pickWire(workspaceTable, row, 'id', 'name', 'color', 'logo', 'createdAt', 'allowsLinks'),
        ...pickWire(membershipTable, row, 'role', 'isOwner'),
        status: row.status as MemberStatus,
        invitationId: null,
        hasOtherAdmin: Boolean(row.has_other_admin),
        access: subscription ? entitlementOf(subscription, now).access : ('full' as const),
        ...(row.role !== 'CUSTOMER' && {
          memberCount: Number(row.member_count),
          subscription: subscription ? standingOf(subscription, now, daysAhead) : null,
          storageUsed: row.storage_used,
          storageLimit: storageLimitOf(env, subscription),
        }),
      };
    });
    return [...joined, ...(await waitingFor(db, userId))];
  }),
});

/** Figures for guests: the number of members, the plan and the storage are no business of theirs. */
const noFigures = { memberCount: 0, subscription: null, storageUsed: 0, storageLimit: 0 };

/** Returns the subscriptions of workspaces, by their ids. */
async function subscriptionsOf(
  db: Database,
  workspaceIds: readonly string[],
): Promise<Map<string, SubscriptionRow>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('workspace_id', 'in', [...workspaceIds])
    .execute();
  return new Map(rows.map((row) => [row.workspace_id, row]));
}

/** Returns how a subscription stands, as every screen of the workspace knows it. */
function standingOf(row: SubscriptionRow, now: Date, daysAhead: number): SubscriptionStanding {
  const { plan, state } = entitlementOf(row, now);
  const end = (row.status === 'trial' ? null : row.period_end) ?? row.trial_ends_at;
  const isUnpaid = readOnlyFrom(subscribedOf(row), now.getTime()) !== null;
  return { plan, status: state, currentPeriodEnd: Math.floor(end.getTime() / 1000), isUnpaid, daysAhead };
}

/** Returns the workspaces that somebody asked to join without the secret of their invitation. */
async function waitingFor(db: Database, userId: string): Promise<WorkspaceSummary[]> {
  const rows = await db
    .selectFrom('invitation')
    .innerJoin('workspace as w', 'w.id', 'invitation.workspace_id')
    .select(['w.id', 'w.name', 'w.color', 'w.logo', 'w.created_at'])
    .select(['invitation.id as invitation_id', 'invitation.role'])
    .where('invitation.asked_by', '=', userId)
    .where('w.deleted_at', 'is', null)
    .orderBy('invitation.asked_at')
    .execute();
  return rows.map((row) => ({
    ...pickWire(workspaceTable, row, 'id', 'name', 'color', 'logo', 'createdAt'),
    role: row.role,
    status: 'LOCKED',
    isOwner: false,
    invitationId: row.invitation_id,
    hasOtherAdmin: true,
    access: 'full',
    allowsLinks: false,
    ...noFigures,
  }));
}
