/**
 * The short way for what people do most: a batch that writes records of one kind, and nothing is wrong with it. One
 * statement locks and bumps the scopes, checks the caller's place, writes and remembers the batch; it commits by itself
 * or, where anything at all does not hold, breaks off without effect. Then the batch goes the long way
 * (`applyBatch.ts`), which finds the words for it.
 */
import { type Capability, can, readsScope } from '@kontor/contract/capability';
import { entityOf } from '@kontor/contract/entities';
import { memberStatus, roles } from '@kontor/contract/role';
import { scopeAccess } from '@kontor/contract/scopeKind';
import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { prepared, query } from '../../db/prepared.ts';
import { insertSql, packRecords, updateSql } from '../../db/recordSql.ts';
import type { LockedScope } from './context.ts';
import { type Plan, peopleOf, type RecordRun } from './plan.ts';
import { readEnvelope } from './records.ts';
import { staleKey } from './staleKey.ts';

const texts = new Map<string, string>();

function textOf({ entity: name, verb }: RecordRun): string {
  const key = verb === 'create' ? name : `${name}.update`;
  let text = texts.get(key);
  if (!text) {
    const entity = entityOf(name);
    const additions = {
      join: ' JOIN bumped b ON b.id = r.scope_id',
      revision: 'b.revision',
      and: ' AND (b.kid IS NULL OR b.kid = r.kid)',
    };
    const write = verb === 'create' ? insertSql(entity, additions) : updateSql(entity, additions);
    text = prepared(`
      WITH me AS (
        SELECT role, status, is_owner FROM membership WHERE workspace_id = $5::uuid AND user_id = $6::uuid
      ), locked AS (
        SELECT id FROM scope WHERE id = ANY ($7::uuid[]) AND workspace_id = $5 AND kind = '${entity.scope}'
        ORDER BY id FOR NO KEY UPDATE
      ), bumped AS (
        UPDATE scope s SET revision = s.revision + 1 FROM locked, me
        WHERE s.id = locked.id AND concat_ws(' ', me.role, me.status, me.is_owner, s.access,
          s.access = 'private' AND EXISTS (SELECT FROM scope_key k WHERE k.scope_id = s.id AND k.type = 'grant'
            AND k.generation = s.generation AND k.recipient = $6::text)) = ANY ($8::text[])
          AND NOT ${staleKey('s')}
          AND (s.kid IS NOT NULL OR $12::text IS NULL OR EXISTS (
            SELECT FROM scope p WHERE p.workspace_id = $5 AND p.kind = 'staff' AND p.kid = $12))
        RETURNING s.id, s.access, s.revision, s.generation, s.kid
      ), written AS (${write} RETURNING 1
      ), remembered AS (
        INSERT INTO applied_batch (account_id, id, result, applied_at)
        SELECT $6, $9::uuid, jsonb_build_object('revisions', jsonb_object_agg(id, revision)), $3 FROM bumped
      )
      SELECT
        (SELECT json_agg(json_build_object('id', id, 'access', access, 'revision', revision,
          'generation', generation, 'kid', kid)) FROM bumped) AS scopes,
        1 / ((SELECT count(*) FROM written) = $10::int AND (SELECT count(*) FROM membership
          WHERE workspace_id = $5 AND user_id = ANY ($11::uuid[])) = cardinality($11))::int AS "isWhole"`);
    texts.set(key, text);
  }
  return text;
}

const placesOf = new Map<string, string[]>();

/** The places from which the contract's rules allow a change, as the statement spells them. */
function allowedPlaces({ entity, verb }: RecordRun): string[] {
  const capability: Capability = `${entity}.${verb}`;
  let places = placesOf.get(capability);
  if (!places) {
    const { scope: kind } = entityOf(entity);
    places = [];
    for (const role of roles)
      for (const status of memberStatus)
        for (const isOwner of [true, false])
          for (const access of scopeAccess)
            for (const isGranted of [true, false]) {
              const actor = { userId: 'me', role, status, isOwner };
              const facts = { kind, access, grantees: new Set(isGranted ? ['me'] : []) };
              if (can(actor, capability) && readsScope(actor, facts))
                places.push(`${role} ${status} ${sqlFlag(isOwner)} ${access} ${sqlFlag(isGranted)}`);
            }
    placesOf.set(capability, places);
  }
  return places;
}

/** A boolean as `concat_ws` writes it. */
const sqlFlag = (value: boolean) => (value ? 't' : 'f');

/** Division by zero: the statement's own objection. 23: a constraint's. 40: another transaction's, on whose account
 * the long way tries again. */
const isObjection = ({ code = '' }: pg.DatabaseError) => code === '22012' || /^(23|40)/.test(code);

export interface ShortRequest {
  batchId: string;
  userId: string;
  workspaceId: string;
  run: RecordRun;
  scopeIds: readonly string[];
  /** See `Batch`. */
  staffKid: string | undefined;
  now: Date;
}

/** The run of a batch that may go the short way. `hasRule`: its noun has rules of its own, which need the long one. */
export function shortRun(
  plan: Plan,
  hasRule: (entity: RecordRun['entity']) => boolean,
): RecordRun | undefined {
  const [step] = plan.steps;
  if (plan.steps.length !== 1 || !step || !('run' in step) || plan.workspaceId === undefined)
    return undefined;
  const { run } = step;
  return hasRule(run.entity) || entityOf(run.entity).scope === 'personal' ? undefined : run;
}

/** The scopes as the batch leaves them, or undefined where something does not hold: then nothing was written. */
export async function applyShort(db: Database, request: ShortRequest): Promise<LockedScope[] | undefined> {
  const { run, workspaceId, userId, now } = request;
  const { entity, verb } = run;
  const [facts, sealed] = packRecords(entityOf(entity), run.records.map(readEnvelope));
  const people = verb === 'delete' ? [] : run.records.flatMap((record) => peopleOf(entity, record));
  try {
    const { rows } = await db.executeQuery(
      query<{ scopes: Pick<LockedScope, 'id' | 'access' | 'revision' | 'generation' | 'kid'>[] }>(
        textOf(run),
        [
          facts,
          sealed,
          now,
          verb === 'create' ? workspaceId : verb === 'delete',
          workspaceId,
          userId,
          request.scopeIds,
          allowedPlaces(run),
          request.batchId,
          run.records.length,
          [...new Set(people)],
          request.staffKid ?? null,
        ],
      ),
    );
    const { scope: kind } = entityOf(entity);
    return rows[0]!.scopes.map((scope) => ({
      ...scope,
      kind,
      workspaceId,
      userId: null,
      grantees: new Set(),
      granted: new Set(),
    }));
  } catch (error) {
    if (error instanceof pg.DatabaseError && isObjection(error)) return undefined;
    throw error;
  }
}
