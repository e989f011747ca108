/** The workspace's part of the contract. */
import { sql } from 'kysely';
import { storageLimitOf } from '../../db/blob/limit.ts';
import { signedInCalls } from '../../http/calls.ts';
import type { Services } from '../../services.ts';

export const workspaceCalls = ({ db, env }: Services) => ({
  /** Every workspace that the caller is a member of, oldest first. */
  list: signedInCalls.workspace.list.handler(async ({ context }) => {
    const rows = await db
      .selectFrom('membership as me')
      .innerJoin('workspace as w', 'w.id', 'me.workspace_id')
      .leftJoin('blob_usage as usage', 'usage.workspace_id', 'w.id')
      .select(['w.id', 'w.name', 'w.color', 'w.logo', 'w.plan', 'w.trial_ends_at', 'w.created_at'])
      .select(['me.role', 'me.status', 'me.is_owner'])
      .select(({ fn }) => fn.coalesce('usage.bytes', sql<number>`0`).as('storage_used'))
      .select(({ selectFrom }) =>
        selectFrom('membership as other')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('other.workspace_id', '=', 'w.id')
          .as('member_count'),
      )
      .where('me.user_id', '=', context.signedIn.userId)
      .orderBy('w.created_at')
      .orderBy('w.id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      color: row.color,
      logo: row.logo.toString('base64url'),
      role: row.role,
      status: row.status,
      isOwner: row.is_owner,
      memberCount: Number(row.member_count),
      createdAt: row.created_at.getTime(),
      trialEndsAt: row.trial_ends_at?.getTime() ?? null,
      storageUsed: row.storage_used,
      storageLimit: storageLimitOf(env, row.plan),
    }));
  }),
});
