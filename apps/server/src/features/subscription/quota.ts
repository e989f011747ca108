/** Holds what a workspace uses against a plan that it wants. */
import { type PaidPlan, plans } from '@kontor/contract/billing/plan';
import type { Tx } from '../../db/database.ts';
import { seatsUsed } from '../../db/subscriptions.ts';
import { fail } from '../../http/errors.ts';

/** Returns the bytes that a workspace uses: files, and records as they were measured last. */
export async function bytesUsed(tx: Tx, workspaceId: string): Promise<number> {
  const of = async (table: 'blob_usage' | 'record_usage') =>
    (await tx.selectFrom(table).select('bytes').where('workspace_id', '=', workspaceId).executeTakeFirst())
      ?.bytes ?? 0;
  return (await of('blob_usage')) + (await of('record_usage'));
}

/** Checks that a workspace fits into a plan. @throws OVER_PLAN with what is too much */
export async function checkFits(
  tx: Tx,
  {
    workspaceId,
    plan,
    now,
    limitBytes,
  }: { workspaceId: string; plan: PaidPlan; now: Date; limitBytes: number | undefined },
): Promise<void> {
  const users = (await seatsUsed(tx, workspaceId, now)) - plans[plan].users;
  const bytes = (await bytesUsed(tx, workspaceId)) - (limitBytes ?? plans[plan].storageBytes);
  if (users > 0 || bytes > 0)
    throw fail('OVER_PLAN', { data: { users: Math.max(0, users), bytes: Math.max(0, bytes) } });
}
