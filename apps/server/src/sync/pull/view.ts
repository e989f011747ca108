/** Reads a user's view of a workspace at one moment, in one statement. */
import { type Actor, readsScope } from '@kontor/contract/capability';
import { kindsGranted } from '@kontor/contract/entity/scopeKind';
import type { SubscriptionAccess } from '@kontor/contract/server/subscription';
import type { Scope } from '@kontor/contract/wire/scope';
import type { Database } from '../../db/database.ts';
import { kindsSql } from '../../db/kindsSql.ts';
import { prepared, query } from '../../db/prepared.ts';
import { fail } from '../../http/errors.ts';

/** A scope as sync sees it. */
export interface ScopeState extends Scope {
  userId: string | null;
  revision: number;
  /** The revision of its newest key row. */
  keyRevision: number;
}

export interface View {
  /** Undefined for a non-member, and where no workspace was asked for. */
  actor: Actor | undefined;
  /** The access that its subscription gives to its people. */
  access: SubscriptionAccess;
  /** Number of entries of the workspace's member log. */
  logLength: number;
  /** The scopes that they read: the workspace's, and their personal one. */
  scopes: ScopeState[];
}

const grantedKinds = kindsSql(kindsGranted());

/** Columns of what `$2` sees of the workspace `$1`, of the scopes `$3` alone where that is not null. */
export const viewColumns = `
    (SELECT json_build_object('userId', user_id, 'role', role, 'status', status, 'isOwner', is_owner)
      FROM membership WHERE workspace_id = $1::uuid AND user_id = $2::uuid AND leaving IS NULL) AS actor,
    coalesce((SELECT access FROM subscription WHERE workspace_id = $1), 'full') AS access,
    (SELECT coalesce(max(seq) + 1, 0) FROM member_log WHERE workspace_id = $1) AS "logLength",
    (SELECT json_agg(json_build_object('id', s.id, 'kind', s.kind, 'access', s.access, 'userId', s.user_id,
        'revision', s.revision, 'keyRevision', s.key_revision,
        'isGranted', s.access = 'private' AND s.kind IN (${grantedKinds}) AND EXISTS (
          SELECT FROM scope_key k WHERE k.scope_id = s.id AND k.type = 'grant' AND k.generation = s.generation
            AND k.recipient = $2::text)))
      FROM (SELECT * FROM scope WHERE workspace_id = $1 UNION ALL SELECT * FROM scope WHERE user_id = $2) s
      WHERE $3::uuid[] IS NULL OR s.id = ANY ($3)) AS scopes`;

const viewText = prepared(`SELECT ${viewColumns}`);

export interface ViewRow {
  actor: Actor | null;
  access: SubscriptionAccess;
  logLength: number;
  scopes: (ScopeState & { isGranted: boolean })[] | null;
}

/**
 * Returns a user's view of a workspace (or, without one, of their own scope); of the scopes `only` where they are given.
 * `as` replaces their membership.
 */
export async function viewOf(
  db: Pick<Database, 'executeQuery'>,
  userId: string,
  workspaceId: string | undefined,
  { only, as }: { only?: readonly string[] | undefined; as?: Actor | undefined } = {},
): Promise<View> {
  const { rows } = await db.executeQuery(
    query<ViewRow>(viewText, [workspaceId ?? null, userId, only ?? null]),
  );
  return viewFrom(rows[0]!, userId, as);
}

/** Reads the view from its row. */
export function viewFrom({ access, logLength, scopes, ...row }: ViewRow, userId: string, as?: Actor): View {
  const actor = as ?? row.actor;
  const me = new Set([userId]);
  const nobody = new Set<string>();
  const readable = (scopes ?? []).filter(({ kind, access, userId: owner, isGranted }) => {
    if (owner !== null) return owner === userId;
    return actor !== null && readsScope(actor, { kind, access, grantees: isGranted ? me : nobody });
  });
  return {
    actor: actor ?? undefined,
    access,
    logLength,
    scopes: readable.map(({ isGranted: _, ...scope }) => scope),
  };
}

/**
 * Checks that the view is a member's, whatever became of the subscription: an unpaid workspace can be read.
 * @throws NOT_FOUND for a non-member, PERMISSION_DENIED for an INACTIVE member
 */
export function assertMember(view: View): View {
  if (!view.actor) throw fail('NOT_FOUND');
  if (view.actor.status === 'INACTIVE') throw fail('PERMISSION_DENIED');
  return view;
}
