import type { Tx } from '../../db/database.ts';
import type { Services } from '../../services.ts';
import { invitationMail } from './invitationMail.ts';

/**
 * Mails that there is an invitation: in the language of the account that the address has, else in the inviter's. The
 * mail carries no secret. Nothing happens where the invitation is gone.
 */
export async function sendInvitation(
  { env, mails }: Pick<Services, 'env' | 'mails'>,
  tx: Tx,
  invitationId: string,
  inviterId: string,
): Promise<void> {
  const row = await tx
    .selectFrom('invitation')
    .innerJoin('workspace', 'workspace.id', 'invitation.workspace_id')
    .innerJoin('account as inviter', (join) => join.on('inviter.id', '=', inviterId))
    .leftJoin('account as invited', 'invited.email', 'invitation.email')
    .select(['invitation.email', 'invitation.expires_at', 'workspace.id', 'workspace.name'])
    .select(['inviter.metadata as theirs', 'invited.metadata as own'])
    .where('invitation.id', '=', invitationId)
    .executeTakeFirst();
  if (!row) return;
  const language = (row.own ?? row.theirs).language;
  const facts = { workspace: row.name, expiresAt: row.expires_at };
  const mail = { ...invitationMail(env, language, row.email, facts), workspaceIds: [row.id] };
  await mails.send(mail, { tx, expiresAt: row.expires_at });
}
