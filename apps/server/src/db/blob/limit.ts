/** How much a workspace may store. */
import { type Plan, plans } from '@kontor/contract/plan';
import { sql } from 'kysely';
import type { Env } from '../../env.ts';
import type { Database } from '../database.ts';

/** Bytes that a plan allows; the operator's own limit stands above all plans. */
export const storageLimitOf = (env: Pick<Env, 'STORAGE_LIMIT_BYTES'>, plan: Plan): number =>
  env.STORAGE_LIMIT_BYTES ?? plans[plan].storageBytes;

/** Bytes that a workspace may store; nothing for one that is not there. */
export async function storageLimit(
  db: Database,
  env: Pick<Env, 'STORAGE_LIMIT_BYTES'>,
  workspaceId: string,
): Promise<number> {
  const { rows } = await sql<{ plan: Plan }>`
    SELECT plan FROM workspace WHERE id = ${workspaceId} AND deleted_at IS NULL`.execute(db);
  return rows[0] ? storageLimitOf(env, rows[0].plan) : 0;
}
