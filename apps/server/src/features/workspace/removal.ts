/** Removes the data of deleted workspaces. Their blobs were released at once and are removed by the blobs' own sweep. */
import { entityNames } from '@kontor/contract/nouns/entities';
import { tableOf } from '../../db/columns.ts';
import type { Database } from '../../db/database.ts';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';

/** Scopes per statement, so that a large workspace is not deleted in one long transaction. */
const scopesAtOnce = 50;

/**
 * Removes deleted workspaces. May be interrupted anywhere and run again: the workspace's own row, by which it is
 * found, goes last.
 */
export async function removeDeletedWorkspaces(db: Database): Promise<number> {
  const deleted = await db.selectFrom('workspace').select('id').where('deleted_at', 'is not', null).execute();
  for (const { id } of deleted) await removeWorkspace(db, id);
  return deleted.length;
}

async function removeWorkspace(db: Database, workspaceId: string): Promise<void> {
  for (;;) {
    const scopes = await db
      .selectFrom('scope')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .limit(scopesAtOnce)
      .execute();
    if (scopes.length === 0) break;
    const ids = scopes.map(({ id }) => id);
    for (const entity of entityNames)
      await db.deleteFrom(tableOf(entity)).where('scope_id', 'in', ids).execute();
    await db.deleteFrom('scope').where('id', 'in', ids).execute();
  }
  await db.deleteFrom('workspace').where('id', '=', workspaceId).execute();
}

export const workspaceRemoval = ({ db }: Pick<Services, 'db'>): Job => ({
  name: 'workspace-removal',
  cron: '*/5 * * * *',
  run: async () => {
    await removeDeletedWorkspaces(db);
  },
});
