/** The request that deletes a workspace. The job that removes what is left stands in `features/workspace/removal.ts`. */
import type { Clock } from '../adapters/clock.ts';
import type { Realtime } from '../adapters/realtime/realtime.ts';
import { afterCommit, type Tx } from './database.ts';

/**
 * Deletes a workspace for everybody: memberships and invitations end with the transaction, open connections after it, and a
 * job removes the data. Deleting it again changes nothing, nor does a workspace that is not there.
 */
export async function requestDeletion(
  tx: Tx,
  { clock, realtime }: { clock: Clock; realtime: Pick<Realtime, 'closeUser'> },
  workspaceId: string,
): Promise<void> {
  const now = clock.now();
  // The strongest lock: it waits for scopes and uploads that come into being, and `holdWorkspace` waits for it.
  const alive = await tx
    .selectFrom('workspace')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!alive) return;
  await tx.updateTable('workspace').set({ deleted_at: now }).where('id', '=', workspaceId).execute();
  const members = await tx
    .deleteFrom('membership')
    .where('workspace_id', '=', workspaceId)
    .returning('user_id')
    .execute();
  await tx.deleteFrom('invitation').where('workspace_id', '=', workspaceId).execute();
  const stored = await tx
    .selectFrom('blob')
    .select(({ fn }) => [fn.countAll<number>().as('files'), fn.sum<number | null>('size').as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  const counts = { members: members.length, files: stored.files, bytes: stored.bytes ?? 0 };
  await tx
    .insertInto('workspace_deletion')
    .values({ workspace_id: workspaceId, requested_at: now, finished_at: null, ...counts })
    // A backup may hold the row and bring back the workspace too: then it is deleted once more.
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({ requested_at: now, finished_at: null, ...counts }),
    )
    .execute();
  afterCommit(tx, () => {
    for (const { user_id } of members) realtime.closeUser(user_id);
  });
}

/** Keeps a workspace from being deleted before the transaction ends. Returns false where it is deleted already. */
export async function holdWorkspace(tx: Tx, workspaceId: string): Promise<boolean> {
  const alive = await tx
    .selectFrom('workspace')
    .select('id')
    .where('id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return alive !== undefined;
}
