/** Reads invitations as their two sides see them. */
import { invitationTable } from '@kontor/contract/server/invitation';
import { workspaceTable } from '@kontor/contract/server/workspace';
import type { Invitation, SentInvitation, ShownInvitation } from '@kontor/contract/wire/invitation';
import { pickWire } from '../../db/clearRow.ts';
import type { Database, Tx } from '../../db/database.ts';

/**
 * Returns the invitations for a user's address, or the one of them with that id; none of a workspace that they are in: an
 * address that was invited may be theirs only since.
 */
export async function invitationsFor(db: Database, userId: string, id?: string): Promise<Invitation[]> {
  let query = db
    .selectFrom('invitation')
    .innerJoin('account', 'account.email', 'invitation.email')
    .innerJoin('workspace', 'workspace.id', 'invitation.workspace_id')
    .select(['invitation.id', 'invitation.role', 'invitation.expires_at', 'invitation.asked_by'])
    .select(['workspace.id as workspace_id', 'workspace.name', 'workspace.color', 'workspace.logo'])
    .where('account.id', '=', userId)
    .where('workspace.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('membership')
            .select('membership.user_id')
            .whereRef('membership.workspace_id', '=', 'invitation.workspace_id')
            .whereRef('membership.user_id', '=', 'account.id'),
        ),
      ),
    )
    .orderBy('invitation.created_at');
  if (id !== undefined) query = query.where('invitation.id', '=', id);
  const rows = await query.execute();
  return rows.map((row) => ({
    ...pickWire(invitationTable, row, 'id', 'role', 'expiresAt'),
    workspace: {
      id: row.workspace_id,
      ...pickWire(workspaceTable, row, 'name', 'color', 'logo'),
    },
    isWaiting: row.asked_by === userId,
  }));
}

/** Returns the log and the keys that were granted to the invitation, both of one moment; it waits for nobody's lock. */
export function shownParts(
  db: Database,
  { id, workspace }: Invitation,
): Promise<Pick<ShownInvitation, 'log' | 'scopes'>> {
  const read = async (tx: Tx) => {
    const entries = await tx
      .selectFrom('member_log')
      .select('entry')
      .where('workspace_id', '=', workspace.id)
      .orderBy('seq')
      .execute();
    const keys = await tx
      .selectFrom('scope_key')
      .innerJoin('scope', 'scope.id', 'scope_key.scope_id')
      .select(['scope.id', 'scope.kind', 'scope.access', 'scope_key.key'])
      .where('scope.workspace_id', '=', workspace.id)
      .where('scope_key.type', '=', 'grant')
      .where('scope_key.recipient', '=', id)
      .orderBy('scope_key.generation')
      .execute();
    const scopes = Map.groupBy(keys, (row) => row.id);
    return {
      log: entries.map(({ entry }) => entry),
      scopes: [...scopes.values()].map((rows) => ({
        scope: { id: rows[0]!.id, kind: rows[0]!.kind, access: rows[0]!.access },
        keys: rows.map(({ key }) => key),
      })),
    };
  };
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** Returns a workspace's open invitations with the people who wait for an admin, oldest first. */
export async function readSent(db: Database, workspaceId: string): Promise<SentInvitation[]> {
  const rows = await db
    .selectFrom('invitation')
    .leftJoin('account', 'account.id', 'invitation.asked_by')
    .select(['invitation.id', 'invitation.email', 'invitation.created_at', 'invitation.asked_at'])
    .select(['account.id as user_id', 'account.public_key'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('invitation.created_at')
    .execute();
  return rows.map(({ user_id, public_key, asked_at, ...row }) => ({
    ...pickWire(invitationTable, row, 'id', 'email', 'createdAt'),
    waiting:
      user_id && public_key && asked_at
        ? { userId: user_id, cert: public_key, askedAt: asked_at.getTime() }
        : null,
  }));
}
