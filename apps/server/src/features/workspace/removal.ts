/**
 * Removes what deleted workspaces leave: a job goes through all steps each minute until nothing is left. Every step may
 * be interrupted anywhere and run again; `workspace_deletion` says what is still to be done, and afterwards that it was.
 */
import { entityNames } from '@kontor/contract/nouns/entities';
import { sql } from 'kysely';
import { releaseWorkspaceBlobs } from '../../db/blob/references.ts';
import { tableOf } from '../../db/columns.ts';
import { transaction } from '../../db/database.ts';
import { requestDeletion } from '../../db/deletion.ts';
import { lockSubscription } from '../../db/subscriptions.ts';
import type { Job } from '../../jobs.ts';
import type { Services } from '../../services.ts';
import { addTombstones, readTombstones } from './tombstones.ts';

export type RemovalServices = Pick<
  Services,
  'db' | 'blobs' | 'clock' | 'dataPath' | 'mailbox' | 'realtime' | 'log' | 'payments'
>;

/** Scopes per transaction, so that a large workspace is not deleted in one long one. */
const scopesAtOnce = 20;

/** Removes the records of some scopes. Returns false where there are no more scopes. */
const removeScopes = ({ db }: RemovalServices, workspaceId: string): Promise<boolean> =>
  transaction(db, async (tx) => {
    // Waits for batches that were under way when the workspace was deleted: no later one writes into these scopes.
    const scopes = await tx
      .selectFrom('scope')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .orderBy('id')
      .limit(scopesAtOnce)
      .forUpdate()
      .execute();
    if (scopes.length === 0) return false;
    const ids = scopes.map(({ id }) => id);
    let records = 0;
    for (const entity of entityNames) {
      const { numDeletedRows } = await tx
        .deleteFrom(tableOf(entity))
        .where('scope_id', 'in', ids)
        .executeTakeFirst();
      records += Number(numDeletedRows);
    }
    await tx.deleteFrom('scope').where('id', 'in', ids).execute();
    await tx
      .updateTable('workspace_deletion')
      .set({ records: sql<number>`records + ${records}` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    return true;
  });

/**
 * The steps, in order. The files come after the scopes, since a record that is written at the last moment may name one; what
 * names the workspace comes last.
 */
const steps: readonly ((services: RemovalServices, workspaceId: string) => Promise<void>)[] = [
  ({ dataPath }, workspaceId) => addTombstones(dataPath, [workspaceId]),

  async (services, workspaceId) => {
    while (await removeScopes(services, workspaceId));
  },

  // Their rows go with the sweep, once no URL can bring the bytes again.
  async ({ db, blobs, clock }, workspaceId) => {
    await transaction(db, (tx) => releaseWorkspaceBlobs(tx, workspaceId, clock.now()));
    for await (const { key } of blobs.list(`${workspaceId}/`)) await blobs.delete(key);
  },

  async ({ mailbox }, workspaceId) => mailbox?.forget(workspaceId),

  // With it goes what refers to it: its log, what is left of its people, its figures.
  async ({ db }, workspaceId) => {
    for (const table of ['account_pin', 'notification', 'mute', 'notification_mail', 'record_noun'] as const)
      await db.deleteFrom(table).where('workspace_id', '=', workspaceId).execute();
    await db.deleteFrom('workspace').where('id', '=', workspaceId).execute();
  },

  // Nobody pays for it any more.
  ({ db, payments }, workspaceId) =>
    transaction(db, async (tx) => {
      const row = await lockSubscription(tx, workspaceId);
      // Without a ref there may be one all the same: of a process that died before it was stored.
      if (row) await payments?.forget(workspaceId, row.customer_ref);
      await tx.deleteFrom('subscription').where('workspace_id', '=', workspaceId).execute();
      // What another gateway is to forget waits for the start with it, without what it says of people.
      await tx
        .updateTable('subscription_aside')
        .set({ row: sql`row - 'method' - 'confirm_url'` })
        .where('workspace_id', '=', workspaceId)
        .execute();
    }),

  ({ db, clock }, workspaceId) =>
    transaction(db, async (tx) => {
      const left = await tx
        .selectFrom('blob')
        .select('file_key')
        .where('workspace_id', '=', workspaceId)
        .limit(1)
        .executeTakeFirst();
      if (left) return;
      await tx.deleteFrom('blob_usage').where('workspace_id', '=', workspaceId).execute();
      await tx
        .updateTable('workspace_deletion')
        .set({ finished_at: clock.now() })
        .where('workspace_id', '=', workspaceId)
        .execute();
    }),
];

/**
 * Goes once through the steps of each deletion that is not finished.
 * @throws the first failure, once all the others had their turn
 */
export async function continueDeletions(services: RemovalServices): Promise<void> {
  const open = await services.db
    .selectFrom('workspace_deletion')
    .select('workspace_id')
    .where('finished_at', 'is', null)
    .orderBy('requested_at')
    .execute();
  const failures: unknown[] = [];
  for (const { workspace_id: workspaceId } of open)
    try {
      for (const step of steps) await step(services, workspaceId);
    } catch (error) {
      services.log.error({ err: error, workspaceId }, 'a deleted workspace was not removed whole');
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/**
 * Deletes workspaces again that a restored backup brought back, and writes down those of which the database knows: another
 * machine may have removed them. For the start of a server, before anybody is let in.
 * Returns their ids.
 */
export async function repeatDeletions(services: RemovalServices): Promise<string[]> {
  const known = await services.db.selectFrom('workspace_deletion').select('workspace_id').execute();
  await addTombstones(
    services.dataPath,
    known.map(({ workspace_id }) => workspace_id),
  );
  const ids = [...(await readTombstones(services.dataPath))];
  if (ids.length === 0) return [];
  const alive = await services.db
    .selectFrom('workspace')
    .select('id')
    .where(sql<string>`id::text`, 'in', ids)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id } of alive) {
    await transaction(services.db, (tx) => requestDeletion(tx, services, id));
    services.log.warn(
      { workspace: id },
      'a workspace that was deleted came back with a backup, and is deleted again',
    );
  }
  return alive.map(({ id }) => id);
}

export const workspaceRemoval = (services: RemovalServices): Job => ({
  name: 'workspace-removal',
  cron: '* * * * *',
  run: () => continueDeletions(services),
});
