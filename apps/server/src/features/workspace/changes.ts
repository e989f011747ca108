/** Changes a workspace's public facts. */
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { afterCommit } from '../../db/database.ts';
import { requestDeletion } from '../../db/deletion.ts';
import { startTrials } from '../../db/subscriptions.ts';
import { fail } from '../../http/errors.ts';
import {
  actorOf,
  assertOfNow,
  type ChangeContext,
  type StructuralHandlers,
  statusAfterLeaving,
} from '../../sync/changes/context.ts';
import { announce, publishNotifications } from '../../sync/changes/hints.ts';
import { forgetUnlockWanted } from '../../sync/notices.ts';

type Facts = {
  [F in 'name' | 'color' | 'logo' | 'allowsLinks']?: WorkspaceSummary[F] | undefined;
};

/**
 * Locks a workspace's facts, and refuses a change of what its writer did not see.
 * @throws CONFLICT where somebody changed one of these facts since they were as a writer saw them
 */
async function assertUnmoved(tx: ChangeContext['tx'], id: string, facts: Facts, was: Facts): Promise<void> {
  const { name, color, logo, allows_links } = await tx
    .selectFrom('workspace')
    .select(['name', 'color', 'logo', 'allows_links'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const stored = { name, color, logo: logo.toString('base64url'), allowsLinks: allows_links };
  for (const fact of ['name', 'color', 'logo', 'allowsLinks'] as const)
    if (was[fact] !== undefined && stored[fact] !== was[fact] && stored[fact] !== facts[fact])
      throw fail('CONFLICT');
}

type WorkspaceChanges = Pick<
  StructuralHandlers,
  'workspace.create' | 'workspace.update' | 'workspace.delete' | 'workspace.leave'
>;

export const workspaceChanges: WorkspaceChanges = {
  /** Creates a workspace. The log follows in the same batch, or nothing is kept. */
  'workspace.create': async (context, { id, name, color, logo }) => {
    const { tx, now } = context;
    if (id !== context.workspaceId) throw fail('BAD_INPUT', { message: 'id: one workspace in a batch' });
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('workspace')
      .values({
        id,
        name,
        color,
        logo: Buffer.from(logo, 'base64url'),
        created_at: now,
        deleted_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw fail('NOT_FOUND');
    await startTrials(tx, context.services.payments, [id]);
    context.isFounding = true;
    context.atEnd.push(() => {
      if (context.isFounding) throw fail('LOG_REFUSED');
    });
  },

  'workspace.update': async ({ tx, workspaceId }, { id, was = {}, ...facts }) => {
    if (id !== workspaceId) throw fail('NOT_FOUND');
    const { name, color, logo, allowsLinks } = facts;
    const values = {
      ...(name !== undefined && { name }),
      ...(color !== undefined && { color }),
      ...(logo !== undefined && { logo: Buffer.from(logo, 'base64url') }),
      ...(allowsLinks !== undefined && { allows_links: allowsLinks }),
    };
    if (Object.keys(values).length === 0) return;
    await assertUnmoved(tx, id, facts, was);
    await tx.updateTable('workspace').set(values).where('id', '=', id).execute();
  },

  'workspace.delete': async ({ tx, services, workspaceId }, { id }) => {
    if (id !== workspaceId) throw fail('NOT_FOUND');
    await requestDeletion(tx, services, id);
  },

  /** Shuts the caller out: their rights end with the transaction, their sockets after it. An admin signs the removal. */
  'workspace.leave': async (context, { id, at, signature }) => {
    const { tx, services, workspaceId, userId } = context;
    if (id !== workspaceId) throw fail('NOT_FOUND');
    const actor = actorOf(context);
    if (actor.isOwner) throw fail('OWNER_STAYS');
    assertOfNow(context, at);
    await tx
      .updateTable('membership')
      .set({ status: statusAfterLeaving(actor), leaving: JSON.stringify({ at, signature }) })
      .where('workspace_id', '=', id)
      .where('user_id', '=', userId)
      .execute();
    const told = await forgetUnlockWanted(tx, userId, id);
    afterCommit(tx, () => {
      publishNotifications(services, told);
      announce(services, { people: [userId], admins: [id] });
      services.realtime.closeUser(userId);
    });
  },
};
