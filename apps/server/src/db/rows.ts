/** Writes and finds sealed rows, driven by the entity's description. */

import type { Entity } from '@kontor/contract/entity/entity';
import { entityOf } from '@kontor/contract/nouns/entities';
import { refColumns, tableOf } from './columns.ts';
import type { Tx } from './database.ts';
import { prepared, query } from './prepared.ts';
import { insertSql, packRecords, type RecordToWrite, recordsSql, standing, updateSql } from './recordSql.ts';

export interface WriteContext {
  workspaceId: string | null;
  now: Date;
}

interface Statements {
  insert: string;
  update: string;
  comeBack: string;
  find: string;
  named: string | undefined;
}

const statements = new Map<string, Statements>();

function statementsOf(entity: Entity): Statements {
  let known = statements.get(entity.name);
  if (!known) {
    known = composeStatements(entity);
    statements.set(entity.name, known);
  }
  return known;
}

function composeStatements(entity: Entity): Statements {
  const table = tableOf(entity.name);
  const refs = refColumns(entity);
  const people = `'{}'::uuid[]${refs
    .filter(({ namesPeople }) => namesPeople)
    .map(({ column }) => ` || t.${column}`)
    .join('')}`;
  const nameTag = refs.find(({ key }) => key === 'nameTag');
  const folder = refs.find(({ key }) => key === entity.within[0]);
  return {
    insert: prepared(insertSql(entity)),
    update: prepared(updateSql(entity)),
    comeBack: prepared(updateSql(entity, undefined, standing.left)),
    find: prepared(
      `SELECT t.scope_id AS "scopeId", t.id, t.version, t.sealed, ${people} AS people
       FROM ${table} t JOIN unnest($1::uuid[], $2::uuid[]) k(scope_id, id) ON t.scope_id = k.scope_id AND t.id = k.id`,
    ),
    named:
      nameTag &&
      prepared(
        `SELECT r.scope_id AS "scopeId", r.id FROM ${recordsSql(entity)} WHERE EXISTS (SELECT FROM ${table} t
           WHERE t.scope_id = r.scope_id AND t.${nameTag.column} = r.${nameTag.column} AND t.id <> r.id AND NOT t.deleted
             ${folder ? `AND t.${folder.column} IS NOT DISTINCT FROM r.${folder.column}` : ''})`,
      ),
  };
}

/**
 * Inserts records. Those whose id, name or refs do not allow it are skipped.
 * @returns the number of written rows.
 */
export async function insertRecords(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  { workspaceId, now }: WriteContext,
): Promise<number> {
  const entity = entityOf(entityName);
  const [facts, sealed] = packRecords(entity, records);
  const answer = await tx.executeQuery(query(statementsOf(entity).insert, [facts, sealed, now, workspaceId]));
  return Number(answer.numAffectedRows);
}

/**
 * Writes the next version of records, or their tombstones. Those that stand at another version than the one before, or
 * whose refs name nothing, are skipped.
 * @returns the number of written rows.
 * @throws the unique violation where a name is taken.
 */
export async function updateRecords(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  { deleted, now }: { deleted: boolean; now: Date },
): Promise<number> {
  const entity = entityOf(entityName);
  const [facts, sealed] = packRecords(entity, records);
  const answer = await tx.executeQuery(query(statementsOf(entity).update, [facts, sealed, now, deleted]));
  return Number(answer.numAffectedRows);
}

/**
 * Writes records over the older tombstones that they left when they were moved out of the scope; others are skipped.
 * @returns the number of written rows.
 * @throws the unique violation where a name is taken.
 */
export async function returnRecords(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  now: Date,
): Promise<number> {
  const entity = entityOf(entityName);
  const [facts, sealed] = packRecords(entity, records);
  const answer = await tx.executeQuery(query(statementsOf(entity).comeBack, [facts, sealed, now, false]));
  return Number(answer.numAffectedRows);
}

export interface FoundRecord {
  scopeId: string;
  id: string;
  version: number;
  sealed: Buffer;
  /** The people whom its refs name. */
  people: string[];
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

/** Returns those of the records whose name another live record of the same folder has. */
export async function findTakenNames(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
): Promise<{ scopeId: string; id: string }[]> {
  const entity = entityOf(entityName);
  const text = statementsOf(entity).named;
  if (!text) return [];
  return (
    await tx.executeQuery(query<{ scopeId: string; id: string }>(text, [packRecords(entity, records)[0]]))
  ).rows;
}
