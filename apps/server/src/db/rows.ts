/** Writes and finds sealed rows, driven by the entity's description. */

import type { Entity, TakenError } from '@kontor/contract/entity/entity';
import type { RefValue } from '@kontor/contract/entity/ref';
import { entityOf } from '@kontor/contract/nouns/entities';
import { refColumns, tableOf } from './columns.ts';
import type { Tx } from './database.ts';
import { type Told, toldJson, type WriteKind, withFormerRow, writeWithEffect } from './effects.ts';
import { prepared, query } from './prepared.ts';
import {
  insertSql,
  packRecords,
  plain,
  type RecordToWrite,
  recordsSql,
  standing,
  updateSql,
} from './recordSql.ts';
import { snakeCase } from './snakeCase.ts';

export interface WriteContext {
  now: Date;
  /** The user who sends the batch. */
  writerId: string;
  /** The effect of the records' noun. */
  effect: string | undefined;
  /** Takes those in whom the effect tells. */
  told: Told[];
}

interface Statements {
  insert: string;
  update: string;
  comeBack: string;
  find: string;
  taken: { error: TakenError; text: string }[];
}

const statements = new Map<string, Statements>();

function statementsOf(entity: Entity, effect?: string): Statements {
  const key = effect ? `${entity.name} ${effect}` : entity.name;
  let known = statements.get(key);
  if (!known) {
    known = composeStatements(entity, effect);
    statements.set(key, known);
  }
  return known;
}

function composeStatements(entity: Entity, effect?: string): Statements {
  const table = tableOf(entity.name);
  const refs = refColumns(entity);
  const people = `'{}'::uuid[]${refs
    .filter(({ namesPeople }) => namesPeople)
    .map(({ column }) => ` || t.${column}`)
    .join('')}`;
  const within = `ARRAY[${entity.within.map((key) => `t.${snakeCase(key)}`).join(', ')}]::uuid[]`;
  const owner = entity.owner ? `t.${snakeCase(entity.owner)}` : 'NULL::uuid';
  const values = refs
    .filter(({ target }) => target === undefined)
    .map(({ key, column }) => `'${key}', t.${column}`);
  return {
    ...(effect ? writesWithEffect(entity, effect) : plainWrites(entity)),
    find: prepared(
      `SELECT t.scope_id AS "scopeId", t.id, t.version, t.deleted AS "isDeleted", t.sealed, ${people} AS people,
         ${owner} AS owner, ${within} AS within, json_build_object(${values.join(', ')}) AS "values"
       FROM ${table} t JOIN unnest($1::uuid[], $2::uuid[]) k(scope_id, id) ON t.scope_id = k.scope_id AND t.id = k.id`,
    ),
    taken: entity.unique.map(({ fields, among, error }) => ({
      error,
      text: prepared(
        `SELECT r.scope_id AS "scopeId", r.id FROM ${recordsSql(entity)} WHERE EXISTS (SELECT FROM ${table} t
           WHERE t.scope_id = r.scope_id AND t.id <> r.id AND NOT t.deleted
             ${fields.map((key) => `AND t.${snakeCase(key)} IS NOT DISTINCT FROM r.${snakeCase(key)}`).join(' ')}
             ${among ? `AND t.${snakeCase(among)} AND r.${snakeCase(among)}` : ''})`,
      ),
    })),
  };
}

const plainWrites = (entity: Entity) => ({
  insert: prepared(insertSql(entity)),
  update: prepared(updateSql(entity)),
  comeBack: prepared(updateSql(entity, undefined, standing.left)),
});

/** Composes the writes with an effect; `$5` is the writer. Each statement returns the number of rows it wrote, and whom it told. */
function writesWithEffect(entity: Entity, effect: string) {
  const compose = (kind: WriteKind, verb: string, write: string) =>
    prepared(`WITH ${writeWithEffect(entity, { kind, write, effect, source: { verb, writer: '$5::uuid' } })}
      SELECT count(*)::int AS count, ${toldJson} AS told FROM written`);
  return {
    insert: compose('insert', "'create'", insertSql(entity)),
    update: compose(
      'update',
      "CASE WHEN $4 THEN 'delete' ELSE 'update' END",
      updateSql(entity, withFormerRow(entity, plain)),
    ),
    comeBack: compose('return', "'create'", updateSql(entity, plain, standing.left)),
  };
}

/** Runs a write with `$4` of its own, and returns the number of written rows. */
async function write(
  tx: Tx,
  statement: 'insert' | 'update' | 'comeBack',
  [entityName, records]: readonly [entity: string, records: readonly RecordToWrite[]],
  { now, writerId, effect, told }: WriteContext,
  fourth: unknown,
): Promise<number> {
  const entity = entityOf(entityName);
  const text = statementsOf(entity, effect)[statement];
  const [facts, sealed] = packRecords(entity, records);
  const parameters = [facts, sealed, now, fourth, ...(effect ? [writerId] : [])];
  const answer = await tx.executeQuery(query<{ count: number; told: Told[] | null }>(text, parameters));
  if (!effect) return Number(answer.numAffectedRows);
  const [outcome] = answer.rows;
  told.push(...(outcome!.told ?? []));
  return outcome!.count;
}

/**
 * Inserts records. Those whose id, name or refs do not allow it are skipped.
 * @returns the number of written rows.
 */
export const insertRecords = (
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  { workspaceId, ...context }: WriteContext & { workspaceId: string | null },
): Promise<number> => write(tx, 'insert', [entityName, records], context, workspaceId);

/**
 * Writes the next version of records, or their tombstones. Those that stand at another version than the one before, or
 * whose refs name nothing, are skipped.
 * @returns the number of written rows.
 * @throws the unique violation where a name is taken.
 */
export const updateRecords = (
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  { deleted, ...context }: WriteContext & { deleted: boolean },
): Promise<number> => write(tx, 'update', [entityName, records], context, deleted);

/**
 * Writes records over the older tombstones that they left when they were moved out of the scope, and moved ones over older
 * rows of the same id; others are skipped.
 * @returns the number of written rows.
 * @throws the unique violation where a name is taken.
 */
export const returnRecords = (
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  context: WriteContext,
): Promise<number> => write(tx, 'comeBack', [entityName, records], context, false);

export interface FoundRecord {
  scopeId: string;
  id: string;
  version: number;
  isDeleted: boolean;
  sealed: Buffer;
  /** The people whom the record's refs name. */
  people: string[];
  /** Id of its owner, where the description names one. */
  owner: string | null;
  /** Ids of what it may lie in, in the order of the description. */
  within: (string | null)[];
  /** Values of the refs that name no record of its scope, by key. */
  values: Readonly<Record<string, RefValue | null>>;
}

/** Returns the records that exist under these ids, in no particular order. */
export async function findRecords(
  tx: Tx,
  entityName: string,
  keys: readonly { scopeId: string; id: string }[],
): Promise<FoundRecord[]> {
  const text = statementsOf(entityOf(entityName)).find;
  const parameters = [keys.map(({ scopeId }) => scopeId), keys.map(({ id }) => id)];
  return (await tx.executeQuery(query<FoundRecord>(text, parameters))).rows;
}

/** A record, and what it lay in. */
export interface Content {
  id: string;
  containerId: string;
}

/** Tells whether something lives in one of these scopes without what lay in it. */
export async function isLeftBehind(
  tx: Tx,
  { container, content }: Record<'container' | 'content', string>,
  pairs: readonly Content[],
  scopeIds: readonly string[],
): Promise<boolean> {
  const text = prepared(`
    SELECT EXISTS (
      SELECT FROM unnest($1::uuid[], $2::uuid[]) k(id, container_id)
      JOIN ${tableOf(container)} c ON c.scope_id = ANY ($3::uuid[]) AND c.id = k.container_id AND NOT c.deleted
      WHERE NOT EXISTS (
        SELECT FROM ${tableOf(content)} t WHERE t.scope_id = c.scope_id AND t.id = k.id AND NOT t.deleted)) AS found`);
  const parameters = [pairs.map(({ id }) => id), pairs.map(({ containerId }) => containerId), scopeIds];
  const { rows } = await tx.executeQuery(query<{ found: boolean }>(text, parameters));
  return rows[0]!.found;
}

/** Finds a record whose unique value another live one of its scope already has, and the error that says so. */
export async function findTaken(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
): Promise<{ scopeId: string; id: string; error: TakenError } | undefined> {
  const entity = entityOf(entityName);
  for (const { error, text } of statementsOf(entity).taken) {
    const [facts] = packRecords(entity, records);
    const { rows } = await tx.executeQuery(query<{ scopeId: string; id: string }>(text, [facts]));
    if (rows[0]) return { ...rows[0], error };
  }
  return undefined;
}
