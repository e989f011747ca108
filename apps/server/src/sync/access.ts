/** Membership and reading rights: puts the tables' facts to the contract's rules. */
import { type Actor, readsScope } from '@kontor/contract/capability';
import type { Scope } from '@kontor/contract/wire/scope';
import { sql } from 'kysely';
import type { Channel } from '../adapters/realtime/channel.ts';
import type { Database } from '../db/database.ts';

/** Returns somebody's membership in a workspace; undefined for non-members and those who left. */
export async function actorIn(db: Database, userId: string, workspaceId: string): Promise<Actor | undefined> {
  const { rows } = await sql<Actor>`
    SELECT user_id AS "userId", role, status, is_owner AS "isOwner"
    FROM membership WHERE workspace_id = ${workspaceId} AND user_id = ${userId} AND leaving IS NULL`.execute(
    db,
  );
  return rows[0];
}

/** Selects the invitations into a workspace that are an account's, by its address. */
export const invitationsOf = (db: Database, userId: string, workspaceId: string) =>
  db
    .selectFrom('invitation')
    .innerJoin('account', 'account.email', 'invitation.email')
    .select('invitation.expires_at')
    .where('invitation.workspace_id', '=', workspaceId)
    .where('account.id', '=', userId);

/** Returns those of a workspace's scopes that the actor reads. */
export async function readableScopes(
  db: Database,
  actor: Actor,
  workspaceId: string,
  scopeIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<Pick<Scope, 'id' | 'kind' | 'access'> & { isGranted: boolean }>`
    SELECT s.id, s.kind, s.access, EXISTS (
      SELECT FROM scope_key k WHERE k.scope_id = s.id AND k.type = 'grant' AND k.generation = s.generation
        AND k.recipient = ${actor.userId}) AS "isGranted"
    FROM scope s WHERE s.id = ANY (${[...scopeIds]}::uuid[]) AND s.workspace_id = ${workspaceId}`.execute(db);
  const readable = rows.filter(({ kind, access, isGranted }) =>
    readsScope(actor, { kind, access, grantees: new Set(isGranted ? [actor.userId] : []) }),
  );
  return new Set(readable.map(({ id }) => id));
}

/** Tests if a user may subscribe to a channel now. */
export async function mayListen(db: Database, userId: string, channel: Channel): Promise<boolean> {
  if (channel.kind === 'user') return channel.id === userId;
  if (channel.kind === 'workspace') {
    const actor = await actorIn(db, userId, channel.id);
    const scope = { kind: channel.readers, access: 'private', grantees: new Set<string>() } as const;
    return actor !== undefined && readsScope(actor, scope);
  }
  const { rows } = await sql<{ workspaceId: string }>`
    SELECT workspace_id AS "workspaceId" FROM scope WHERE id = ${channel.id} AND kind = ${channel.kind}`.execute(
    db,
  );
  const workspaceId = rows[0]?.workspaceId;
  if (workspaceId === undefined) return false;
  const actor = await actorIn(db, userId, workspaceId);
  return actor !== undefined && (await readableScopes(db, actor, workspaceId, [channel.id])).has(channel.id);
}
