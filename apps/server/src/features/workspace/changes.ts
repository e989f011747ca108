/** Changes a workspace's public facts. */
import { trialDays } from '@kontor/contract/billing/plan';
import { dayMs } from '@kontor/contract/billing/standing';
import { afterCommit } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import type { ChangeContext, StructuralHandlers } from '../../sync/changes/context.ts';
import { requestDeletion } from './requestDeletion.ts';

/** Gives a new workspace its trial, unless the server bills nobody. */
async function startTrial({ tx, services: { payments } }: ChangeContext, workspaceId: string): Promise<void> {
  if (!payments) return;
  const trialEndsAt = new Date((await payments.now()).getTime() + trialDays * dayMs);
  await tx
    .insertInto('subscription')
    .values({
      workspace_id: workspaceId,
      status: 'trial',
      plan: 'trial',
      trial_ends_at: trialEndsAt,
      is_canceled: false,
      access: 'full',
    })
    .execute();
}

type WorkspaceChanges = Pick<
  StructuralHandlers,
  'workspace.create' | 'workspace.update' | 'workspace.delete'
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
    await startTrial(context, id);
    context.isFounding = true;
    context.atEnd.push(() => {
      if (context.isFounding) throw fail('LOG_REFUSED');
    });
  },

  'workspace.update': async ({ tx, workspaceId }, { id, name, color, logo }) => {
    if (id !== workspaceId) throw fail('NOT_FOUND');
    const values = {
      ...(name !== undefined && { name }),
      ...(color !== undefined && { color }),
      ...(logo !== undefined && { logo: Buffer.from(logo, 'base64url') }),
    };
    if (Object.keys(values).length === 0) return;
    await tx.updateTable('workspace').set(values).where('id', '=', id).execute();
  },

  /** Deletes a workspace: memberships end at once, a job removes the rest. */
  'workspace.delete': async ({ tx, services, workspaceId, now }, { id }) => {
    if (id !== workspaceId) throw fail('NOT_FOUND');
    const members = await requestDeletion(tx, id, now);
    afterCommit(tx, () => {
      for (const userId of members) services.realtime.closeUser(userId);
    });
  },
};
