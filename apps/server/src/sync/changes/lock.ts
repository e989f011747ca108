/**
 * The first statements of a batch. One locks the touched scopes in the order of their ids, so that no two batches wait for
 * each other. The next bumps their revisions, remembers the batch and answers with what permission turns on: apart,
 * since a statement that had to wait for a lock sees of all other rows what there was before it waited.
 */
import { kindsGranted } from '@kontor/contract/entity/scopeKind';
import type { BatchResult } from '@kontor/contract/wire/change';
import type { Database, Tx } from '../../db/database.ts';
import { kindsSql } from '../../db/kindsSql.ts';
import { prepared, query } from '../../db/prepared.ts';
import { fail } from '../../http/errors.ts';
import type { LockedScope, Member } from './context.ts';
import { isStaleKeySql } from './staleKey.ts';

const lockText = prepared(`
  SELECT FROM scope WHERE id = ANY ($1::uuid[]) AND (workspace_id = $2::uuid OR user_id = $3::uuid)
  ORDER BY id FOR NO KEY UPDATE`);

const grantedKinds = kindsSql(kindsGranted());

const bumpText = prepared(`
  WITH bumped AS (
    UPDATE scope s SET revision = s.revision + 1
    WHERE s.id = ANY ($1::uuid[]) AND (s.workspace_id = $2::uuid OR s.user_id = $3::uuid)
    RETURNING s.id, s.kind, s.access, s.workspace_id, s.user_id, s.revision, s.generation, s.kid,
      ${isStaleKeySql('s')} AS is_stale
  ), remembered AS (
    INSERT INTO applied_batch (account_id, id, result, applied_at)
    VALUES ($3, $4, jsonb_build_object('revisions',
      (SELECT coalesce(jsonb_object_agg(id, revision), '{}') FROM bumped) || $5::jsonb), $6)
  )
  SELECT
    (SELECT json_agg(json_build_object(
      'id', id, 'kind', kind, 'access', access, 'workspaceId', workspace_id, 'userId', user_id,
      'revision', revision, 'generation', generation, 'kid', kid, 'isStale', is_stale,
      'grantees', CASE WHEN access = 'private' AND kind IN (${grantedKinds}) THEN
        (SELECT json_agg(k.recipient) FROM scope_key k WHERE k.scope_id = bumped.id AND k.type = 'grant'
          AND k.generation = bumped.generation AND k.recipient = ANY ($7::text[])) END)) FROM bumped) AS scopes,
    (SELECT json_agg(json_build_object('userId', user_id, 'role', role, 'status', status, 'isOwner', is_owner,
      'certKey', cert_key, 'hasLeft', leaving IS NOT NULL)) FROM membership WHERE workspace_id = $2 AND user_id = ANY ($7::uuid[])) AS members`);

interface BumpRow {
  scopes: (Omit<LockedScope, 'grantees' | 'granted'> & { grantees: string[] | null })[] | null;
  members: Member[] | null;
}

export interface LockRequest {
  batchId: string;
  userId: string;
  /** The sender's session. */
  sessionId: string;
  workspaceId: string | undefined;
  scopeIds: readonly string[];
  /** Further scopes that it keeps others from writing into, and does not touch. */
  heldIds: readonly string[];
  /** Scopes that the batch is going to create, at revision 1. */
  createdIds: readonly string[];
  userIds: readonly string[];
  now: Date;
}

/**
 * Locks scopes and reads members: of `scopeIds` those of the workspace and the caller's own, of `userIds` and the
 * caller those who are members.
 * @throws NOT_SIGNED_IN where it waited for a reset of the password, or the account's deletion, for the caller's own
 * scope; the unique violation of `applied_batch_pkey` where the batch was applied before.
 */
export async function lockScopes(
  tx: Tx,
  request: LockRequest,
): Promise<{ scopes: Map<string, LockedScope>; members: Map<string, Member> }> {
  const { scopeIds, heldIds } = request;
  const owner = [request.workspaceId ?? null, request.userId];
  await tx.executeQuery(query(lockText, [[...scopeIds, ...heldIds], ...owner]));
  if (scopeIds.includes(request.userId)) await checkSession(tx, request);
  const { rows } = await tx.executeQuery(
    query<BumpRow>(bumpText, [
      scopeIds,
      ...owner,
      request.batchId,
      JSON.stringify(Object.fromEntries(request.createdIds.map((id) => [id, 1]))),
      request.now,
      [request.userId, ...request.userIds],
    ]),
  );
  const { scopes, members } = rows[0]!;
  return {
    scopes: new Map(
      scopes?.map((scope) => [
        scope.id,
        { ...scope, grantees: new Set(scope.grantees ?? []), granted: new Set() },
      ]),
    ),
    members: new Map(members?.map((member) => [member.userId, member])),
  };
}

/** Checks that the session still is one: its keys are those that the caller's own records are under. */
async function checkSession(tx: Tx, { sessionId }: LockRequest): Promise<void> {
  const session = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', sessionId)
    .where('former_public_key', 'is', null)
    .executeTakeFirst();
  if (!session) throw fail('NOT_SIGNED_IN');
}

/** Locks somebody's own scope: what is being written into it is there then, and nothing more comes. */
export async function lockPersonalScope(tx: Tx, userId: string): Promise<void> {
  await tx.selectFrom('scope').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Returns the result of a batch that was applied before. */
export async function findApplied(
  db: Database,
  userId: string,
  batchId: string,
): Promise<BatchResult | undefined> {
  const row = await db
    .selectFrom('applied_batch')
    .select(['result', 'applied_at'])
    .where('account_id', '=', userId)
    .where('id', '=', batchId)
    .executeTakeFirst();
  return row && { ...row.result, at: row.applied_at.getTime() };
}
