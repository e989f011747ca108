import type { Services } from '../../services.ts';
import { invitationMail } from './invitationMail.ts';

/**
 * Mails that there is an invitation: in the language of the account that the address has, else in the inviter's. The
 * mail carries no secret. Nothing happens where the invitation is gone.
 */
export async function sendInvitation(
  { db, env, mailer }: Pick<Services, 'db' | 'env' | 'mailer'>,
  invitationId: string,
  inviterId: string,
): Promise<void> {
  const row = await db
    .selectFrom('invitation')
    .innerJoin('workspace', 'workspace.id', 'invitation.workspace_id')
    .innerJoin('account as inviter', (join) => join.on('inviter.id', '=', inviterId))
    .leftJoin('account as invited', 'invited.email', 'invitation.email')
    .select(['invitation.email', 'invitation.expires_at', 'workspace.name'])
    .select(['inviter.metadata as theirs', 'invited.metadata as own'])
    .where('invitation.id', '=', invitationId)
    .executeTakeFirst();
  if (!row) return;
  const language = (row.own ?? row.theirs).language;
  const facts = { workspace: row.name, expiresAt: row.expires_at };
  await mailer.send(invitationMail(env, language, row.email, facts));
}
