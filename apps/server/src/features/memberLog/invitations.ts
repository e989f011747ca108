/** Keeps the invitations of the log and their addresses in step. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LogState } from '@kontor/contract/memberLog/state';
import { afterCommit, type Tx } from '../../db/database.ts';
import { fail } from '../../http/errors.ts';
import { invitationsOf } from '../../sync/access.ts';
import type { ChangeContext } from '../../sync/changes/context.ts';
import { announce } from '../../sync/changes/hints.ts';
import { forgetUnlockWanted } from '../../sync/notices.ts';

/**
 * Checks an acceptance. The sender is no member: before they learn anything of the workspace, the invitation must
 * exist and be theirs.
 * @throws NOT_FOUND, INVITATION_EXPIRED
 */
export async function checkInvited(
  { tx, userId, workspaceId, now }: ChangeContext,
  { payload, authorId }: LogEntry,
): Promise<void> {
  const invitationId = 'userId' in payload ? payload.userId : '';
  const row = await invitationsOf(tx, userId, workspaceId!)
    .where('invitation.id', '=', invitationId)
    .executeTakeFirst();
  if (!row) throw fail('NOT_FOUND');
  if (row.expires_at <= now) throw fail('INVITATION_EXPIRED');
  const isOwn = 'cert' in payload && payload.cert.userId === userId && authorId === invitationId;
  if (!isOwn) throw fail('LOG_REFUSED');
}

/** Checks that an invitation becomes the account of its address, whoever signs. @throws NOT_FOUND */
export async function checkInvitedAccount(tx: Tx, invitationId: string, address: string): Promise<void> {
  const row = await tx
    .selectFrom('invitation')
    .select('email')
    .where('id', '=', invitationId)
    .executeTakeFirst();
  if (row?.email !== address) throw fail('NOT_FOUND');
}

/**
 * Checks that a new invitation comes with its address, and deletes one that the log has dropped, with the keys that
 * were granted to it. The account of the address, if there is one, is told of both; the admins hear no more that it waits.
 */
export async function followInvitations(
  context: ChangeContext,
  before: LogState | undefined,
  after: LogState,
): Promise<void> {
  const { tx, services, scopes, atEnd } = context;
  const tell = async (ids: readonly string[]) => {
    const people = await accountsOf(tx, ids);
    afterCommit(tx, () => announce(services, { people }));
  };
  const ended = [...(before?.invitations.keys() ?? [])].filter((id) => !after.invitations.has(id));
  if (ended.length > 0) {
    await tell(ended);
    const waiting = await tx
      .selectFrom('invitation')
      .select('asked_by')
      .where('id', 'in', ended)
      .where('asked_by', 'is not', null)
      .execute();
    for (const { asked_by } of waiting)
      context.told.push(...(await forgetUnlockWanted(tx, asked_by!, after.workspaceId)));
    await tx.deleteFrom('invitation').where('id', 'in', ended).execute();
    await tx
      .deleteFrom('scope_key')
      .where('scope_id', 'in', [...scopes.keys()])
      .where('type', '=', 'grant')
      .where('recipient', 'in', ended)
      .execute();
  }
  for (const id of after.invitations.keys())
    if (!before?.invitations.has(id))
      atEnd.push(async () => {
        await checkBound(tx, id);
        await tell([id]);
      });
}

/** Returns the accounts that have the address of one of these invitations. */
async function accountsOf(tx: Tx, invitationIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('invitation')
    .innerJoin('account', 'account.email', 'invitation.email')
    .select('account.id')
    .where('invitation.id', 'in', invitationIds)
    .execute();
  return rows.map(({ id }) => id);
}

async function checkBound(tx: Tx, invitationId: string): Promise<void> {
  const row = await tx
    .selectFrom('invitation')
    .select('id')
    .where('id', '=', invitationId)
    .executeTakeFirst();
  if (!row) throw fail('LOG_REFUSED');
}
