/** Stores what people are told; the admins are told by it who waits to be let in. */
import type { Database } from '../db/database.ts';
import type { Told } from '../db/effects.ts';
import { query } from '../db/prepared.ts';

/**
 * Condition under which a notice is none: the same person said the same within the hour. Whoever takes something back and
 * says it again, over and over, rings nobody's phone with it.
 */
const isRepeated = `notification.sender_id = excluded.sender_id
  AND notification.created_at > excluded.created_at - interval '1 hour'`;

const unlessRepeated = (column: string, value: string): string =>
  `${column} = CASE WHEN ${isRepeated} THEN notification.${column} ELSE ${value} END`;

/** Returns the statement that stores notices of this shape and says whom they reach. */
export const insertNotices = (from: string): string => `
  INSERT INTO notification (workspace_id, user_id, event, scope_id, subject_id, record_id, sender_id, created_at)
  SELECT DISTINCT n.workspace_id, n.user_id, n.event, n.scope_id, n.subject_id, n.record_id, n.sender_id, n.created_at
  FROM ${from}
    AND n.user_id <> n.sender_id
    AND NOT EXISTS (SELECT FROM mute WHERE mute.user_id = n.user_id AND mute.subject_id IN (n.subject_id, n.scope_id))
  ON CONFLICT (record_id, user_id, event, workspace_id) DO UPDATE SET scope_id = excluded.scope_id,
    sender_id = excluded.sender_id, removed_at = NULL, withdrawn_at = NULL, ${unlessRepeated('created_at', 'excluded.created_at')},
    ${['read_at', 'mailed_at', 'pushed_at'].map((column) => unlessRepeated(column, 'NULL')).join(', ')}
  RETURNING workspace_id, user_id`;

const text = `WITH noted AS (${insertNotices(`(
    SELECT m.workspace_id, m.user_id, 'UNLOCK_WANTED' AS event, s.id AS scope_id, $2::uuid AS subject_id,
      $2::uuid AS record_id, $2::uuid AS sender_id, $3::timestamptz AS created_at
    FROM membership m JOIN scope s ON s.workspace_id = m.workspace_id AND s.kind = 'admins'
    WHERE m.workspace_id = ANY ($1::uuid[]) AND m.role = 'ADMIN' AND m.status = 'ACTIVE' AND m.leaving IS NULL
  ) n WHERE true`)})
  SELECT workspace_id AS "workspaceId", user_id AS "userId" FROM noted`;

/** Stores it for every admin of these workspaces. Returns whom it told; they are to hear of it after the commit. */
export async function tellUnlockWanted(
  db: Database,
  workspaceIds: readonly string[],
  { userId, at }: { userId: string; at: Date },
): Promise<Told[]> {
  if (workspaceIds.length === 0) return [];
  return (await db.executeQuery(query<Told>(text, [[...workspaceIds], userId, at]))).rows;
}

/**
 * Takes it back once they are in, or gone, in one workspace or in all. Returns whose it was; they are to hear of it after the
 * commit.
 */
export function forgetUnlockWanted(db: Database, userId: string, workspaceId?: string): Promise<Told[]> {
  return db
    .deleteFrom('notification')
    .where('record_id', '=', userId)
    .$if(workspaceId !== undefined, (row) => row.where('workspace_id', '=', workspaceId!))
    .where('event', '=', 'UNLOCK_WANTED')
    .returning(['workspace_id as workspaceId', 'user_id as userId'])
    .execute();
}
