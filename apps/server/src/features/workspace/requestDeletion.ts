import { releaseWorkspaceBlobs } from '../../db/blob/references.ts';
import type { Tx } from '../../db/database.ts';

/**
 * Deletes a workspace as far as its people can see: memberships and invitations end with the transaction, a job removes
 * the rest. Returns the ids of those who were its members.
 */
export async function requestDeletion(tx: Tx, workspaceId: string, now: Date): Promise<string[]> {
  await tx.updateTable('workspace').set({ deleted_at: now }).where('id', '=', workspaceId).execute();
  const members = await tx
    .deleteFrom('membership')
    .where('workspace_id', '=', workspaceId)
    .returning('user_id')
    .execute();
  await tx.deleteFrom('invitation').where('workspace_id', '=', workspaceId).execute();
  await releaseWorkspaceBlobs(tx, workspaceId, now);
  return members.map(({ user_id }) => user_id);
}
