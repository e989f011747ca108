/** Binds a new invitation of the member log to an address, and mails that address. */
import type { Tx } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import type { StructuralHandlers } from '../../sync/changes/context.ts';
import { sendInvitation } from './send.ts';
import { invitationThrottles } from './throttles.ts';

export const invitationChanges: Pick<StructuralHandlers, 'invitation.create'> = {
  /**
   * Stores the address of an invitation. The workspace is locked, so that of two invitations for one address the
   * second finds the first.
   */
  'invitation.create': async (context, { invitationId, email }) => {
    const { tx, log, now, services, userId } = context;
    const workspaceId = context.workspaceId!;
    const invitation = log?.invitations.get(invitationId);
    if (!invitation) throw fail('LOG_REFUSED');
    await checkHasNoPlace(tx, workspaceId, email, now);
    const throttles = invitationThrottles(services.pool);
    await throttles.perInviter.take(userId);
    await throttles.mailsPerAddress.take(email, userId);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('invitation')
      .values({
        id: invitationId,
        workspace_id: workspaceId,
        email,
        role: invitation.role,
        created_at: now,
        expires_at: new Date(invitation.expiresAt),
        asked_by: null,
        asked_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) throw fail('LOG_REFUSED');
    await sendInvitation(services, tx, invitationId, userId);
  },
};

/**
 * Checks that nobody with this address is a member, or invited and still able to accept.
 * @throws ALREADY_INVITED; HAS_LEFT for who left and is in the member log still
 */
async function checkHasNoPlace(tx: Tx, workspaceId: string, email: string, now: Date): Promise<void> {
  const [member, invitation] = await Promise.all([
    tx
      .selectFrom('membership')
      .innerJoin('account', 'account.id', 'membership.user_id')
      .select('membership.leaving')
      .where('membership.workspace_id', '=', workspaceId)
      .where('account.email', '=', email)
      .executeTakeFirst(),
    tx
      .selectFrom('invitation')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('email', '=', email)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
  ]);
  if (member?.leaving) throw fail('HAS_LEFT');
  if (member || invitation) throw fail('ALREADY_INVITED');
}
