/**
 * Sealed rows: how records are written and read, driven by the entity's description. A statement takes any number of
 * records: their facts as one JSON parameter, their sealed bytes as one binary parameter that each row is cut from.
 */
import { entityOf } from '@kontor/contract/entities';
import type { Entity } from '@kontor/contract/entity';
import type { RecordArgs } from '@kontor/contract/record';
import { type RefColumn, refColumns } from './columns.ts';
import type { Tx } from './database.ts';
import { prepared, query } from './prepared.ts';

/** A record on its way into the database. */
export interface RecordToWrite extends Omit<RecordArgs, 'sealed'> {
  /** Of its scope, after this batch. */
  revision: number;
  sealed: Uint8Array;
}

export interface WriteContext {
  workspaceId: string | null;
  now: Date;
}

interface Statements {
  insert: string;
  update: string;
  find: string;
  named: string | undefined;
}

const statements = new Map<string, Statements>();

function statementsOf(entity: Entity): Statements {
  let known = statements.get(entity.name);
  if (!known) {
    known = composeStatements(entity, refColumns(entity));
    statements.set(entity.name, known);
  }
  return known;
}

const names = (columns: RefColumn[], prefix = '') =>
  columns.map(({ column }) => `${prefix}${column}, `).join('');

function composeStatements({ name: table, parent }: Entity, refs: RefColumn[]): Statements {
  const facts = [
    'scope_id uuid, id uuid, version int, revision bigint, first int, size int',
    ...refs.map(({ column, sqlType }) => `${column} ${sqlType}`),
    ...refs.filter(({ target }) => target).map(({ column }) => `check_${column} uuid[]`),
  ].join(', ');
  const source = `json_to_recordset($1) AS r(${facts})`;
  // Ids that are not in the same statement must name rows of the same scope.
  const refsThere = refs
    .filter(({ target }) => target)
    .map(
      ({ column, target }) =>
        ` AND (r.check_${column} IS NULL OR cardinality(r.check_${column}) =
          (SELECT count(*) FROM ${target} p WHERE p.scope_id = r.scope_id AND p.id = ANY (r.check_${column})))`,
    )
    .join('');
  const people = `'{}'::uuid[]${refs
    .filter(({ namesPeople }) => namesPeople)
    .map(({ column }) => ` || t.${column}`)
    .join('')}`;
  const nameTag = refs.find(({ key }) => key === 'nameTag');
  const folder = refs.find(({ key }) => key === parent);
  return {
    insert: prepared(
      `INSERT INTO ${table} (scope_id, id, version, revision, ${names(refs)}sealed, deleted, workspace_id, created_at, updated_at)
       SELECT r.scope_id, r.id, r.version, r.revision, ${names(refs, 'r.')}substr($2::bytea, r.first, r.size), false, $3::uuid, $4::timestamptz, $4
       FROM ${source} WHERE true${refsThere} ON CONFLICT DO NOTHING`,
    ),
    update: prepared(
      `UPDATE ${table} t SET version = r.version, revision = r.revision, ${refs.map(({ column }) => `${column} = r.${column}, `).join('')}
         sealed = substr($2::bytea, r.first, r.size), deleted = $3, updated_at = $4
       FROM ${source} WHERE t.scope_id = r.scope_id AND t.id = r.id AND t.version = r.version - 1${refsThere}`,
    ),
    find: prepared(
      `SELECT t.scope_id AS "scopeId", t.id, t.version, t.sealed, ${people} AS people
       FROM ${table} t JOIN unnest($1::uuid[], $2::uuid[]) k(scope_id, id) ON t.scope_id = k.scope_id AND t.id = k.id`,
    ),
    named:
      nameTag &&
      prepared(
        `SELECT r.scope_id AS "scopeId", r.id FROM ${source} WHERE EXISTS (SELECT FROM ${table} t
           WHERE t.scope_id = r.scope_id AND t.${nameTag.column} = r.${nameTag.column} AND t.id <> r.id AND NOT t.deleted
             ${folder ? `AND t.${folder.column} IS NOT DISTINCT FROM r.${folder.column}` : ''})`,
      ),
  };
}

/** The two parameters that carry records into a statement. */
function pack(entity: Entity, records: readonly RecordToWrite[]): [string, Uint8Array] {
  const refs = refColumns(entity);
  const ids = new Set(records.map(({ scopeId, id }) => scopeId + id));
  let size = 0;
  const facts = records.map((record) => {
    const fact: Record<string, unknown> = {
      scope_id: record.scopeId,
      id: record.id,
      version: record.version,
      revision: record.revision,
      first: size + 1,
      size: record.sealed.length,
    };
    size += record.sealed.length;
    for (const { key, column, isList, target } of refs) {
      const value = record.refs[key];
      fact[column] = value ?? (isList ? [] : null);
      if (!target || value === undefined) continue;
      const named = new Set(typeof value === 'string' ? [value] : value);
      const elsewhere = [...named].filter((id) => target !== entity.name || !ids.has(record.scopeId + id));
      if (elsewhere.length > 0) fact[`check_${column}`] = elsewhere;
    }
    return fact;
  });
  return [
    JSON.stringify(facts),
    Buffer.concat(
      records.map(({ sealed }) => sealed),
      size,
    ),
  ];
}

/**
 * Inserts records. Those whose id, name or refs do not allow it are left out.
 * @returns how many were written.
 */
export async function insertRecords(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  { workspaceId, now }: WriteContext,
): Promise<number> {
  const entity = entityOf(entityName);
  const [facts, sealed] = pack(entity, records);
  const answer = await tx.executeQuery(query(statementsOf(entity).insert, [facts, sealed, workspaceId, now]));
  return Number(answer.numAffectedRows);
}

/**
 * Writes the next version of records, or their tombstones. Those that stand at another version than the one before,
 * or whose refs name nothing, are left out.
 * @returns how many were written.
 * @throws the unique violation where a name is taken.
 */
export async function updateRecords(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
  { deleted, now }: { deleted: boolean; now: Date },
): Promise<number> {
  const entity = entityOf(entityName);
  const [facts, sealed] = pack(entity, records);
  const answer = await tx.executeQuery(query(statementsOf(entity).update, [facts, sealed, deleted, now]));
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

/** The records that stand under these ids, in no particular order. */
export async function findRecords(
  tx: Tx,
  entityName: string,
  keys: readonly { scopeId: string; id: string }[],
): Promise<FoundRecord[]> {
  const text = statementsOf(entityOf(entityName)).find;
  const parameters = [keys.map(({ scopeId }) => scopeId), keys.map(({ id }) => id)];
  return (await tx.executeQuery(query<FoundRecord>(text, parameters))).rows;
}

/** Those of the records whose name another live record of the same folder has. */
export async function findTakenNames(
  tx: Tx,
  entityName: string,
  records: readonly RecordToWrite[],
): Promise<{ scopeId: string; id: string }[]> {
  const entity = entityOf(entityName);
  const text = statementsOf(entity).named;
  if (!text) return [];
  return (await tx.executeQuery(query<{ scopeId: string; id: string }>(text, [pack(entity, records)[0]])))
    .rows;
}
