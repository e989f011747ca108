/** Holds what a workspace uses against the limits of a plan that it wants. */
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

/** Checks that a workspace fits into limits. @throws OVER_PLAN with what is too much */
export async function checkFits(
  tx: Tx,
  {
    workspaceId,
    now,
    limits,
  }: { workspaceId: string; now: Date; limits: { users: number; storageBytes: number | null } },
): Promise<void> {
  const users = (await seatsUsed(tx, workspaceId, now)) - limits.users;
  const bytes = (await bytesUsed(tx, workspaceId)) - (limits.storageBytes ?? Number.MAX_SAFE_INTEGER);
  if (users > 0 || bytes > 0)
    throw fail('OVER_PLAN', { data: { users: Math.max(0, users), bytes: Math.max(0, bytes) } });
}
