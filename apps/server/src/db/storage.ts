/** Storage limits of workspaces, and the part of them that records use. */

import type { PaidPlan, Plan } from '@kontor/contract/billing/plan';
import { limitsOf } from '@kontor/contract/billing/standing';
import { isPersonal } from '@kontor/contract/entity/placement';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { sql } from 'kysely';
import type { Env } from '../env.ts';
import { tableOf } from './columns.ts';
import type { Database } from './database.ts';
import { query } from './prepared.ts';

type Limited = Pick<Env, 'STORAGE_LIMIT_BYTES'>;

/**
 * Returns the bytes that a subscription allows, null for any number; the operator's own limit overrides all plans.
 * `subscription`: null where the server bills nobody.
 */
export const storageLimitOf = (
  env: Limited,
  subscription: { plan: Plan; nextPlan: PaidPlan | null } | null,
): number | null => env.STORAGE_LIMIT_BYTES ?? (subscription && limitsOf(subscription).storageBytes);

/** Returns the bytes that a workspace may store in files; 0 for one that does not exist. */
export async function fileLimit(db: Database, env: Limited, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ plan: Plan | null; nextPlan: PaidPlan | null; records: number }>`
    SELECT s.plan, s.next_plan AS "nextPlan", coalesce(r.bytes, 0) AS records FROM workspace w
    LEFT JOIN record_usage r ON r.workspace_id = w.id LEFT JOIN subscription s ON s.workspace_id = w.id
    WHERE w.id = ${workspaceId} AND w.deleted_at IS NULL`.execute(db);
  const [row] = rows;
  if (!row) return 0;
  const { plan, nextPlan, records } = row;
  const limit = storageLimitOf(env, plan && { plan, nextPlan });
  return (limit ?? Number.MAX_SAFE_INTEGER) - records;
}

/** Approximate bytes of a row besides its sealed ones. */
export const rowBytes = 200;

const sizes = entityNames
  .filter((name) => !isPersonal(entityOf(name)))
  .map(
    (name) =>
      `SELECT sum(octet_length(t.sealed) + ${rowBytes}) AS bytes FROM ${tableOf(name)} t JOIN kept ON kept.id = t.scope_id`,
  )
  .join(' UNION ALL ');

const heads = entityNames.filter((name) => entityOf(name).head);

/** Sums up scopes only whose heads live: nobody can reach what lies in deleted ones, and only admins delete them. */
const measure = `
  WITH kept AS (
    SELECT s.id FROM scope s WHERE s.workspace_id = $1
      ${heads.map((name) => `AND NOT EXISTS (SELECT FROM ${tableOf(name)} h WHERE h.scope_id = s.id AND h.id = s.id AND h.deleted)`).join(' ')}
  ), measured AS (SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM (${sizes}) size)
  INSERT INTO record_usage (workspace_id, bytes)
  SELECT w.id, measured.bytes FROM workspace w, measured WHERE w.id = $1 AND w.deleted_at IS NULL
  ON CONFLICT (workspace_id) DO UPDATE SET bytes = excluded.bytes`;

/** Measures a workspace's records again. Returns the bytes that it may still store, in files and records. */
export async function measureRoom(db: Database, env: Limited, workspaceId: string): Promise<number> {
  await db.executeQuery(query(measure, [workspaceId]));
  const files = await db
    .selectFrom('blob_usage')
    .select('bytes')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  return (await fileLimit(db, env, workspaceId)) - (files?.bytes ?? 0);
}
