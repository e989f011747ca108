/** Storage limits of workspaces, and the part of them that records use. */
import { isPersonal } from '@kontor/contract/entity/placement';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { type Plan, plans } from '@kontor/contract/billing/plan';
import { sql } from 'kysely';
import type { Env } from '../env.ts';
import { tableOf } from './columns.ts';
import type { Database } from './database.ts';
import { query } from './prepared.ts';

type Limited = Pick<Env, 'STORAGE_LIMIT_BYTES' | 'BILLING'>;

/** Returns the bytes that a plan allows, null for any number; the operator's own limit overrides all plans. */
export const storageLimitOf = (env: Limited, plan: Plan): number | null =>
  env.STORAGE_LIMIT_BYTES ?? (env.BILLING === 'none' ? null : plans[plan].storageBytes);

/** Returns the bytes that a workspace may store in files; 0 for one that does not exist. */
export async function fileLimit(db: Database, env: Limited, workspaceId: string): Promise<number> {
  const { rows } = await sql<{ plan: Plan; records: number }>`
    SELECT plan, coalesce(bytes, 0) AS records FROM workspace LEFT JOIN record_usage ON workspace_id = id
    WHERE id = ${workspaceId} AND deleted_at IS NULL`.execute(db);
  return rows[0] ? (storageLimitOf(env, rows[0].plan) ?? Number.MAX_SAFE_INTEGER) - rows[0].records : 0;
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
