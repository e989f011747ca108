/**
 * Fast path for the most frequent batches: records of one kind, or changes with what is written down of them in the same
 * things (a task and its history), nothing wrong with them. One statement locks and bumps the scopes, checks the caller's membership (whoever is no member locks nothing), writes the records and remembers the batch. It commits by itself or, if any
 * check fails, aborts without effect; the batch then takes the slow path (`applyBatch.ts`), which finds the error to
 * answer with. The statement takes any number of batches (`groupCommit.ts`): each is checked on its own, and all are
 * written or none.
 */
import { type Capability, can, readsScope } from '@kontor/contract/capability';
import { presentRefs, type SealedRecord } from '@kontor/contract/entity/entity';
import { standsWithContainer } from '@kontor/contract/entity/placement';
import { memberStatus, roles } from '@kontor/contract/entity/role';
import { isWindowed, scopeAccess } from '@kontor/contract/entity/scopeKind';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { RecordVerb } from '@kontor/contract/wire/record';
import pg from 'pg';
import type { Database } from '../../db/database.ts';
import { type Told, toldJson, withFormerRow, writeWithEffect } from '../../db/effects.ts';
import { prepared, query } from '../../db/prepared.ts';
import { insertSql, type Packed, packRecords, updateSql } from '../../db/recordSql.ts';
import { snakeCase } from '../../db/snakeCase.ts';
import type { LockedScope } from './context.ts';
import { type Batches, type FastBatch, kindOf, type RunKind } from './fastBatch.ts';
import { isStaleKeySql } from './staleKey.ts';

const texts = new Map<string, string>();

/** Finds the batch of a stored row: the one that bumped its scope to the row's revision. */
const batchOfRow = ` JOIN bumped b ON b.id = s.scope_id
          JOIN touched t ON t.scope_id = s.scope_id AND b.revision + t.step = s.revision`;

/** Returns the table expressions that write a run; the last, or the one before its effect, has the given name. */
function writeOf({ entity: name, verb, effect }: RunKind, packed: Packed, written: string): string {
  const entity = entityOf(name);
  const additions = {
    join: ' JOIN bumped b ON b.id = r.scope_id',
    revision: 'b.revision + r.revision',
    workspace: 'b.workspace_id',
    deleted: String(verb === 'delete'),
    and: ' AND (b.kid IS NULL OR b.kid = r.kid)',
    packed,
  };
  const isNew = verb === 'create';
  // Whose a record is says the row that stands; the incoming one names the caller (`fitsFastPath`).
  const isSameOwner = entity.owner ? ` AND t.${snakeCase(entity.owner)} = r.${snakeCase(entity.owner)}` : '';
  const ofUpdates = { ...additions, and: additions.and + isSameOwner };
  if (!effect)
    return `${written} AS (${isNew ? insertSql(entity, additions) : updateSql(entity, ofUpdates)} RETURNING 1
      )`;
  return writeWithEffect(entity, {
    kind: isNew ? 'insert' : 'update',
    write: isNew ? insertSql(entity, additions) : updateSql(entity, withFormerRow(entity, ofUpdates)),
    effect,
    source: { verb: `'${verb}'`, writer: 't.account_id', join: batchOfRow },
  });
}

/** The parameters of each run. */
const packedIn: readonly Packed[] = [
  { facts: '$1', sealed: '$2' },
  { facts: '$10', sealed: '$11' },
];

function textOf(batch: FastBatch): string {
  const key = kindOf(batch);
  let text = texts.get(key);
  if (!text) {
    const [, beside] = batch.runs;
    const { effect } = batch.runs[0];
    const names = beside ? ['written', 'written_beside'] : ['written'];
    const writes = batch.runs.map((run, at) => writeOf(run, packedIn[at]!, names[at]!));
    text = prepared(`
      WITH touched AS (
        SELECT t.*, concat_ws(' ', me.role, me.status, me.is_owner) AS place, seen.cut_seq
        FROM json_to_recordset($4) AS t(
          scope_id uuid, batch int, step int, batch_id uuid, account_id uuid, workspace_id uuid, staff_kid text)
        LEFT JOIN scope seen ON seen.id = t.scope_id
        LEFT JOIN membership me ON me.workspace_id = t.workspace_id AND me.user_id = t.account_id
      ), locked AS (
        SELECT id, workspace_id, kind, access, revision, generation, kid, cut_seq FROM scope
        WHERE id = ANY ($5::uuid[]) AND EXISTS (SELECT FROM touched t
          WHERE t.scope_id = scope.id AND t.workspace_id = scope.workspace_id AND t.place <> '')
        ORDER BY id FOR NO KEY UPDATE
      ), allowed AS (
        SELECT l.id, l.revision, count(*) AS batches FROM locked l JOIN touched t ON t.scope_id = l.id
        WHERE NOT ${isStaleKeySql('l')} AND NOT EXISTS (
          SELECT FROM subscription u WHERE u.workspace_id = l.workspace_id AND u.access <> 'full')
        GROUP BY l.id, l.revision
        HAVING count(*) = count(*) FILTER (WHERE t.workspace_id = l.workspace_id AND t.cut_seq = l.cut_seq
          AND concat_ws(' ', t.place, l.kind, l.access, l.access = 'private' AND EXISTS (
            SELECT FROM scope_key k WHERE k.scope_id = l.id AND k.type = 'grant' AND k.generation = l.generation
              AND k.recipient = t.account_id::text)) = ANY ($6::text[])
          AND (l.kid IS NOT NULL OR t.staff_kid IS NULL OR EXISTS (
            SELECT FROM scope p WHERE p.workspace_id = l.workspace_id AND p.kind = 'staff' AND p.kid = t.staff_kid)))
      ), bumped AS (
        UPDATE scope s SET revision = a.revision + a.batches FROM allowed a WHERE s.id = a.id
        RETURNING s.id, s.kind, s.workspace_id, s.access, a.revision, s.generation, s.kid
      ), ${writes.join(', ')}, remembered AS (
        INSERT INTO applied_batch (account_id, id, result, applied_at)
        SELECT account_id, batch_id, jsonb_build_object('revisions', jsonb_object_agg(b.id, b.revision + t.step)), $3
        FROM touched t JOIN bumped b ON b.id = t.scope_id GROUP BY batch, account_id, batch_id
      )
      SELECT
        (SELECT json_agg(json_build_object('id', id, 'kind', kind, 'access', access, 'revision', revision,
          'generation', generation, 'kid', kid)) FROM bumped) AS scopes,
        ${effect ? toldJson : 'NULL'} AS told,
        1 / (ARRAY[${names.map((name) => `(SELECT count(*) FROM ${name})`).join(', ')}] = $7::bigint[] AND
          cardinality($8::uuid[]) = (SELECT count(*) FROM membership
            JOIN unnest($8, $9::uuid[]) AS named(workspace_id, user_id) USING (workspace_id, user_id)))::int AS "isWhole"`);
    texts.set(key, text);
  }
  return text;
}

const placesOf = new Map<string, string[]>();

/** Lists the places from which the contract's rules allow a change, spelt as the statement spells them. */
function allowedPlaces(entity: EntityName, verb: RecordVerb): string[] {
  const capability: Capability = `${entity}.${verb}`;
  let places = placesOf.get(capability);
  if (!places) {
    places = [];
    for (const kind of entityOf(entity).scopes)
      for (const role of roles)
        for (const status of memberStatus)
          for (const isOwner of [true, false])
            for (const access of scopeAccess)
              for (const isGranted of [true, false]) {
                const actor = { userId: 'me', role, status, isOwner };
                const facts = { kind, access, grantees: new Set(isGranted ? ['me'] : []) };
                if (can(actor, capability, { ownerId: 'me' }) && readsScope(actor, facts))
                  places.push(
                    `${role} ${status} ${sqlFlag(isOwner)} ${kind} ${access} ${sqlFlag(isGranted)}`,
                  );
              }
    placesOf.set(capability, places);
  }
  return places;
}

/** Writes a boolean as `concat_ws` does. */
const sqlFlag = (value: boolean) => (value ? 't' : 'f');

/**
 * Accepts the errors that send a batch down the slow path. 22012, division by zero: the statement's own check failed.
 * 23: a constraint. 40: a conflict with another transaction, which the slow path retries.
 */
const isRefusal = ({ code = '' }: pg.DatabaseError) => code === '22012' || /^(23|40)/.test(code);

/**
 * Writes batches of one kind (`kindOf`).
 * @returns the scopes as each batch leaves them, and whom all of them told; undefined where a check failed for any batch,
 * and nothing was written.
 */
export async function applyFast(
  db: Database,
  batches: Batches,
  now: Date,
): Promise<{ scopes: LockedScope[][]; told: Told[] } | undefined> {
  const [first] = batches;
  const { touched, runs, people } = merge(batches);
  const [facts, sealed, ...ofOthers] = runs.flatMap(({ entity, records }) =>
    packRecords(entityOf(entity), records),
  );
  const parameters = [
    ...[facts, sealed, now, JSON.stringify(touched)],
    [...new Set(touched.map(({ scope_id }) => scope_id))],
    runs
      .map(({ entity, verb }) => allowedPlaces(entity, verb))
      .reduce((some, more) => some.filter((place) => more.includes(place))),
    runs.map(({ records }) => records.length),
    people.map(({ workspaceId }) => workspaceId),
    people.map(({ userId }) => userId),
    ...ofOthers,
  ];
  try {
    const { rows } = await db.executeQuery(
      query<{ scopes: ScopeBefore[]; told: Told[] | null }>(textOf(first), parameters),
    );
    const scopes = new Map(rows[0]!.scopes.map((scope) => [scope.id, scope]));
    const moved: LockedScope[][] = batches.map(() => []);
    for (const { batch, scope_id, step, workspace_id: workspaceId } of touched) {
      const scope = { ...scopes.get(scope_id)!, workspaceId };
      const revision = scope.revision + step;
      moved[batch]!.push({
        ...scope,
        revision,
        userId: null,
        grantees: new Set(),
        granted: new Set(),
        rows: () => rowsIn({ ...scope, revision }, batches[batch]!, now),
      });
    }
    return { scopes: moved, told: rows[0]!.told ?? [] };
  } catch (error) {
    if (error instanceof pg.DatabaseError && isRefusal(error)) return undefined;
    throw error;
  }
}

/**
 * Returns the rows that a batch wrote in a scope, as a pull reads them; undefined where only the database knows them all: the place
 * in a windowed scope of what stood there before, or stands with what it lies in.
 */
function rowsIn(
  { id: scopeId, kind, revision }: Pick<LockedScope, 'id' | 'kind' | 'revision'>,
  { runs }: FastBatch,
  now: Date,
): SealedRecord[] | undefined {
  const isPlaced = ({ entity, verb }: RunKind) => verb === 'create' && !standsWithContainer(entityOf(entity));
  const isOfWindow = isWindowed(kind);
  if (isOfWindow && !runs.every(isPlaced)) return undefined;
  return runs.flatMap(({ entity, verb, records }) =>
    records
      .filter((record) => record.scopeId === scopeId)
      .map(({ id, version, refs, sealed }) => ({
        entity,
        id,
        scopeId,
        version,
        revision,
        sealed,
        refs: presentRefs(entityOf(entity), refs),
        deleted: verb === 'delete',
        updatedAt: now.getTime(),
        ...(isOfWindow && { createdRevision: revision }),
      })),
  );
}

/** A scope with the revision that it had before. */
type ScopeBefore = Pick<LockedScope, 'id' | 'kind' | 'access' | 'revision' | 'generation' | 'kid'>;

/** Collects what the batches touch, write and name. Each bumps every scope that it touches once. */
function merge(batches: Batches) {
  const steps = new Map<string, number>();
  const touched = batches.flatMap(({ id, userId, workspaceId, staffKid, scopeIds }, batch) =>
    scopeIds.map((scope_id) => {
      const step = (steps.get(scope_id) ?? 0) + 1;
      steps.set(scope_id, step);
      return {
        scope_id,
        batch,
        step,
        batch_id: id,
        account_id: userId,
        workspace_id: workspaceId,
        staff_kid: staffKid,
      };
    }),
  );
  const stepOf = new Map(touched.map(({ batch, scope_id, step }) => [`${batch} ${scope_id}`, step]));
  const recordsOf = ({ runs }: FastBatch, at: number, batch: number) =>
    runs[at]!.records.map((record) => ({ ...record, revision: stepOf.get(`${batch} ${record.scopeId}`)! }));
  return {
    touched,
    runs: batches[0].runs.map((run, at) => ({
      ...run,
      records: batches.flatMap((each, batch) => recordsOf(each, at, batch)),
    })),
    people: batches.flatMap(({ people, workspaceId }) => people.map((userId) => ({ workspaceId, userId }))),
  };
}
