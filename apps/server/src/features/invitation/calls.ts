/** The invitations' part of the contract. */
import { can } from '@kontor/contract/capability';
import { type Database, transaction } from '../../db/database.ts';
import { inTurn } from '../../db/turns.ts';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';
import { writesOf } from '../../sync/changes/groupCommit.ts';
import { announce, publishNotifications } from '../../sync/changes/hints.ts';
import { tellUnlockWanted } from '../../sync/notices.ts';
import { invitationsFor, readSent, shownParts } from './read.ts';
import { sendInvitation } from './send.ts';
import { invitationThrottles } from './throttles.ts';

export function invitationCalls(services: Services) {
  const { db, clock, pool } = services;

  /** Checks the right to invite. @throws NOT_FOUND for non-members, PERMISSION_DENIED for members without the right */
  const checkMayInvite = async (userId: string, workspaceId: string) => {
    const actor = await actorIn(db, userId, workspaceId);
    if (!actor) throw fail('NOT_FOUND');
    if (!can(actor, 'log.invite')) throw fail('PERMISSION_DENIED');
  };

  return {
    mine: signedInCalls.invitation.mine.handler(async ({ context }) => {
      const now = clock.now().getTime();
      const all = await invitationsFor(db, context.signedIn.userId);
      return all.filter(({ expiresAt, isWaiting }) => isWaiting || expiresAt > now);
    }),

    /** Returns one invitation; one for another address is not found. */
    get: signedInCalls.invitation.get.handler(async ({ input, context }) => {
      const [invitation] = await invitationsFor(db, context.signedIn.userId, input.id);
      if (!invitation) throw fail('NOT_FOUND');
      if (invitation.expiresAt <= clock.now().getTime()) return { ...invitation, log: [], scopes: [] };
      return { ...invitation, ...(await shownParts(db, invitation)) };
    }),

    ask: signedInCalls.invitation.ask.handler(async ({ input, context }) => {
      const { userId } = context.signedIn;
      const [invitation] = await invitationsFor(db, userId, input.id);
      if (!invitation) throw fail('NOT_FOUND');
      if (invitation.isWaiting) return {};
      const now = clock.now();
      if (invitation.expiresAt <= now.getTime()) throw fail('INVITATION_EXPIRED');
      const workspaceId = invitation.workspace.id;
      const ask = async (tx: Database) => {
        // As whoever withdraws it does: the admins are told of nobody who does not wait.
        await tx
          .selectFrom('workspace')
          .select('id')
          .where('id', '=', workspaceId)
          .forNoKeyUpdate()
          .execute();
        const waiting = await tx
          .updateTable('invitation')
          .set({ asked_by: userId, asked_at: now })
          .where('id', '=', input.id)
          .returning('id')
          .executeTakeFirst();
        if (!waiting) throw fail('NOT_FOUND');
        return tellUnlockWanted(tx, [workspaceId], { userId, at: now });
      };
      // One at a time: an outsider who asks over and over holds no more than one connection while the workspace is locked.
      const told = await inTurn(db, writesOf(userId), () => transaction(db, ask));
      publishNotifications(services, told);
      announce(services, { admins: [workspaceId] });
      return {};
    }),

    list: signedInCalls.invitation.list.handler(async ({ input: { workspaceId }, context }) => {
      await checkMayInvite(context.signedIn.userId, workspaceId);
      return readSent(db, workspaceId);
    }),

    resend: signedInCalls.invitation.resend.handler(async ({ input: { workspaceId, id }, context }) => {
      const { userId } = context.signedIn;
      await checkMayInvite(userId, workspaceId);
      const row = await db
        .selectFrom('invitation')
        .select(['email', 'expires_at'])
        .where('id', '=', id)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      if (!row) throw fail('NOT_FOUND');
      if (row.expires_at <= clock.now()) throw fail('INVITATION_EXPIRED');
      await invitationThrottles(pool).mailsPerAddress.take(row.email, userId);
      await transaction(db, (tx) => sendInvitation(services, tx, id, userId));
      return {};
    }),
  };
}
