/** Storage limits of workspaces, and the part of them that records use. */

import { isPersonal } from '@kontor/contract/entity/placement';
import { kindsWithKey } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityNames, entityOf } from '@kontor/contract/nouns/entities';
import type { Env } from '../env.ts';
import { tableOf } from './columns.ts';
import type { Database } from './database.ts';
import { kindsSql } from './kindsSql.ts';
import { query } from './prepared.ts';
import { findSubscription, type LimitColumns, limitsOf } from './subscriptions.ts';

type Limited = Pick<Env, 'STORAGE_LIMIT_BYTES'>;

/**
 * Returns the bytes that a workspace may store, null for any number: what the operator set for it, for all, or the plan's.
 * `subscription`: undefined where the server bills nobody.
 */
export const storageLimitOf = (env: Limited, subscription: LimitColumns | undefined): number | null =>
  subscription?.storage_limit ??
  env.STORAGE_LIMIT_BYTES ??
  (subscription ? limitsOf(subscription).storageBytes : null);

/** Returns the bytes that a workspace may store in files; 0 for one that does not exist. */
export async function fileLimit(db: Database, env: Limited, workspaceId: string): Promise<number> {
  const workspace = await db
    .selectFrom('workspace as w')
    .leftJoin('record_usage as r', 'r.workspace_id', 'w.id')
    .select('r.bytes')
    .where('w.id', '=', workspaceId)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!workspace) return 0;
  const limit = storageLimitOf(env, await findSubscription(db, workspaceId));
  return (limit ?? Number.MAX_SAFE_INTEGER) - (workspace.bytes ?? 0);
}

/** Approximate bytes of a row besides its sealed ones. */
export const rowBytes = 200;

/** Approximate bytes that a record takes for each part of a file that it names, there and in the index of what names it. */
export const namedPartBytes = 150;

/** Returns the SQL of the bytes of the rows of a noun, from `t`. */
const bytesOf = (name: EntityName): string => {
  const parts = 'blobs' in entityOf(name).refs ? ` + ${namedPartBytes} * cardinality(t.blobs)` : '';
  return `SELECT sum(octet_length(t.sealed) + ${rowBytes}${parts}) AS bytes FROM ${tableOf(name)} t`;
};

const sizes = entityNames
  .filter((name) => !isPersonal(entityOf(name)))
  .map((name) => `${bytesOf(name)} JOIN kept ON kept.id = t.scope_id`)
  .join(' UNION ALL ');

const personalSizes = entityNames
  .filter((name) => isPersonal(entityOf(name)))
  .map((name) => `${bytesOf(name)} JOIN scope s ON s.id = t.scope_id WHERE s.user_id = $1`)
  .join(' UNION ALL ');

/** Measures the bytes of the records that a person keeps for themselves. */
export async function measurePersonal(db: Database, userId: string): Promise<number> {
  const text = `SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM (${personalSizes}) size`;
  const { rows } = await db.executeQuery(query<{ bytes: string }>(text, [userId]));
  return Number(rows[0]!.bytes);
}

const keySizes = `SELECT sum(pg_column_size(k.key) + ${rowBytes}) AS bytes FROM scope_key k JOIN kept ON kept.id = k.scope_id
  WHERE kept.kind IN (${kindsSql(kindsWithKey('shared'))})`;

const heads = entityNames.filter((name) => entityOf(name).head);

/**
 * Sums up scopes only whose heads live: nobody can reach what lies in deleted ones, and only admins delete them. Of keys those
 * count that people make by themselves, with no entry of the log.
 */
const measure = `
  WITH kept AS (
    SELECT s.id, s.kind FROM scope s WHERE s.workspace_id = $1
      ${heads.map((name) => `AND NOT EXISTS (SELECT FROM ${tableOf(name)} h WHERE h.scope_id = s.id AND h.id = s.id AND h.deleted)`).join(' ')}
  ), measured AS (SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM (${sizes} UNION ALL ${keySizes}) size)
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
