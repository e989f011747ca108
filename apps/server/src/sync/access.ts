/** Membership and reading rights: puts the tables' facts to the contract's rules. */
import { type Actor, readsScope } from '@kontor/contract/capability';
import type { Scope } from '@kontor/contract/wire/scope';
import { type RawBuilder, sql } from 'kysely';
import type { Listener } from '../adapters/realtime/channel.ts';
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

/** Returns an expression over `scope s`: true where the user of this id holds a grant of its current generation. */
const isGrantedSql = (userId: RawBuilder<unknown>) => sql`EXISTS (
  SELECT FROM scope_key k WHERE k.scope_id = s.id AND k.type = 'grant' AND k.generation = s.generation AND k.recipient = ${userId})`;

/** Returns those of a workspace's scopes that the actor reads. */
export async function readableScopes(
  db: Database,
  actor: Actor,
  workspaceId: string,
  scopeIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<Pick<Scope, 'id' | 'kind' | 'access'> & { isGranted: boolean }>`
    SELECT s.id, s.kind, s.access, ${isGrantedSql(sql`${actor.userId}`)} AS "isGranted"
    FROM scope s WHERE s.id = ANY (${[...scopeIds]}::uuid[]) AND s.workspace_id = ${workspaceId}`.execute(db);
  const readable = rows.filter(({ kind, access, isGranted }) =>
    readsScope(actor, { kind, access, grantees: new Set(isGranted ? [actor.userId] : []) }),
  );
  return new Set(readable.map(({ id }) => id));
}

/** Tests of each listener if they may subscribe to their channel now, in one statement. */
export async function mayListen(db: Database, listeners: readonly Listener[]): Promise<boolean[]> {
  const answers = listeners.map(({ userId, channel }) => channel.kind === 'user' && channel.id === userId);
  const asked = listeners.flatMap(({ userId, channel: { kind, id } }, at) =>
    kind === 'user' ? [] : [{ at, user_id: userId, kind, id }],
  );
  if (asked.length === 0) return answers;
  const { rows } = await sql<Actor & Pick<Scope, 'kind' | 'access'> & { at: number; isGranted: boolean }>`
    SELECT l.at, m.user_id AS "userId", m.role, m.status, m.is_owner AS "isOwner", s.kind, s.access,
      ${isGrantedSql(sql`m.user_id::text`)} AS "isGranted"
    FROM json_to_recordset(${JSON.stringify(asked)}) AS l(at int, user_id uuid, kind text, id uuid)
    LEFT JOIN scope s ON s.id = l.id AND s.kind = l.kind
    JOIN membership m ON m.user_id = l.user_id AND m.leaving IS NULL
      AND m.workspace_id = CASE l.kind WHEN 'workspace' THEN l.id ELSE s.workspace_id END`.execute(db);
  for (const { at, kind, access, isGranted, ...actor } of rows) {
    const { channel } = listeners[at]!;
    const scope =
      channel.kind === 'workspace'
        ? ({ kind: channel.readers, access: 'private' } as const)
        : { kind, access };
    answers[at] = readsScope(actor, { ...scope, grantees: new Set(isGranted ? [actor.userId] : []) });
  }
  return answers;
}
