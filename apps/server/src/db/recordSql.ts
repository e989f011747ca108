/**
 * Composes the SQL that writes records of an entity, from its description. A statement takes any number of records:
 * `$1` their facts as JSON, `$2` their sealed bytes as one binary value that each row is cut from, `$3` the time.
 */
import type { Entity } from '@kontor/contract/entity/entity';
import { mayBeWindowed, standsWithContainer } from '@kontor/contract/entity/placement';
import { namedIn } from '@kontor/contract/entity/ref';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { createdColumn, type RefColumn, refColumns, tableOf } from './columns.ts';

/** A record to be written. */
export interface RecordToWrite extends Omit<RecordArgs, 'sealed'> {
  /** The scope's revision after this batch. */
  revision: number;
  sealed: Buffer;
  /** Id of the key that it is sealed under, base64url. */
  kid: string;
  /** True if the same batch takes it out of another scope. */
  isMoved?: boolean;
}

/** Additions to a statement: `join` further tables, require `and` of each record, take values from elsewhere. */
export interface Additions {
  join: string;
  and: string;
  revision: string;
  /** Expression for the workspace of an insert, instead of `$4`. */
  workspace?: string;
  /** Expression for the deletion flag of an update, instead of `$4`. */
  deleted?: string;
  /** The parameters of the records, instead of `$1` and `$2`. */
  packed?: Packed;
}

/** The parameters of `packRecords`. */
export interface Packed {
  facts: string;
  sealed: string;
}

const firstTwo: Packed = { facts: '$1', sealed: '$2' };

export const plain: Additions = { join: '', and: '', revision: 'r.revision' };

const names = (columns: RefColumn[], prefix = '') =>
  columns.map(({ column }) => `${prefix}${column}, `).join('');

/** Returns the from item that reads the records of a parameter as `r`. */
export function recordsSql(entity: Entity, packedFacts = firstTwo.facts): string {
  const refs = refColumns(entity);
  const facts = [
    'scope_id uuid, id uuid, version int, revision bigint, kid text, is_moved boolean, first int, size int',
    ...refs.map(({ column, sqlType }) => `${column} ${sqlType}`),
    ...refs.filter(({ target }) => target).map(({ column }) => `check_${column} uuid[]`),
  ];
  return `json_to_recordset(${packedFacts}::json) AS r(${facts.join(', ')})`;
}

/**
 * Returns the condition that ids which the same statement does not write name rows of the same scope; and what a record is put
 * into a row that is not deleted. `mayLie`: condition under which it lies in one that is.
 */
const refsThere = (entity: Entity, mayLie: (column: RefColumn) => string = () => 'false'): string =>
  refColumns(entity)
    .filter(({ target }) => target)
    .map((ref) => {
      const { key, column, target } = ref;
      const isLive = entity.within.includes(key) ? ` AND (NOT p.deleted OR ${mayLie(ref)})` : '';
      return ` AND (r.check_${column} IS NULL OR cardinality(r.check_${column}) =
          (SELECT count(*) FROM ${target} p WHERE p.scope_id = r.scope_id AND p.id = ANY (r.check_${column})${isLive}))`;
    })
    .join('');

/** Returns the place of a new record in a windowed scope: that of what it lies in, or its revision. */
function createdSql(entity: Entity, revision: string): string {
  if (!standsWithContainer(entity)) return revision;
  const refs = refColumns(entity);
  const containers = entity.within.flatMap((within) => refs.filter(({ key }) => key === within));
  const places = containers.map(
    ({ column, target }) =>
      `(SELECT p.${createdColumn} FROM ${target} p WHERE p.scope_id = r.scope_id AND p.id = r.${column})`,
  );
  return `COALESCE(${[...places, revision].join(', ')})`;
}

/**
 * Composes the insert. `$4`: the workspace. Rows that exist already are skipped, and those under the id of another scope: devices
 * hold one record for each id.
 */
export function insertSql(
  entity: Entity,
  { join, and, revision, workspace = '$4::uuid', packed = firstTwo }: Additions = plain,
): string {
  const refs = refColumns(entity);
  const [createdName, created] = mayBeWindowed(entity)
    ? [`${createdColumn}, `, `${createdSql(entity, revision)}, `]
    : ['', ''];
  return `INSERT INTO ${tableOf(entity.name)}
      (scope_id, id, version, revision, ${createdName}${names(refs)}sealed, deleted, workspace_id, created_at, updated_at)
    SELECT r.scope_id, r.id, r.version, ${revision}, ${created}${names(refs, 'r.')}substr(${packed.sealed}::bytea, r.first, r.size), false,
      ${workspace}, $3::timestamptz, $3
    FROM ${recordsSql(entity, packed.facts)}${join} WHERE true${and}${refsThere(entity)}
      AND NOT EXISTS (SELECT FROM scope x WHERE x.id = r.id AND x.id <> r.scope_id AND x.workspace_id = ${workspace})
    ON CONFLICT DO NOTHING`;
}

/**
 * Row versions that an update accepts: the version before; or, for a record that returns to a scope that it left, an
 * older tombstone. One that is moved takes the place of what another device made there under the same id, where an id
 * follows from others.
 */
export const standing = {
  before: 't.version = r.version - 1',
  left: '(t.deleted OR r.is_moved) AND t.version < r.version',
} as const;

/**
 * Composes the update. `$4`: true where they are deleted. Rows at another version are skipped, and those that it would put into
 * what was deleted; what lies there already can be changed, and deleted.
 */
export function updateSql(
  entity: Entity,
  { join, and, revision, deleted = '$4::boolean', packed = firstTwo }: Additions = plain,
  stands: (typeof standing)[keyof typeof standing] = standing.before,
): string {
  const refs = refColumns(entity);
  const lies = ({ column, isList }: RefColumn) =>
    isList ? `p.id = ANY (t.${column})` : `p.id = t.${column}`;
  const mayLie = (ref: RefColumn) => `${deleted}${stands === standing.before ? ` OR ${lies(ref)}` : ''}`;
  return `UPDATE ${tableOf(entity.name)} t SET version = r.version, revision = ${revision},
      ${refs.map(({ column }) => `${column} = r.${column}, `).join('')}sealed = substr(${packed.sealed}::bytea, r.first, r.size),
      deleted = ${deleted}, updated_at = $3::timestamptz
    FROM ${recordsSql(entity, packed.facts)}${join}
    WHERE t.scope_id = r.scope_id AND t.id = r.id AND ${stands}${and}${refsThere(entity, mayLie)}`;
}

/** Packs records into the two parameters that a statement reads them from, `Packed`. */
export function packRecords(entity: Entity, records: readonly RecordToWrite[]): [string, Uint8Array] {
  const refs = refColumns(entity);
  const ids = new Set(records.map(({ scopeId, id }) => scopeId + id));
  let size = 0;
  const facts = records.map((record) => {
    const fact: Record<string, unknown> = {
      scope_id: record.scopeId,
      id: record.id,
      version: record.version,
      revision: record.revision,
      kid: record.kid,
      is_moved: record.isMoved ?? false,
      first: size + 1,
      size: record.sealed.length,
    };
    size += record.sealed.length;
    for (const { key, column, isList, target } of refs) {
      const value = record.refs[key];
      fact[column] = value ?? (isList ? [] : null);
      if (!target || value === undefined) continue;
      const named = new Set(namedIn(value));
      const elsewhere = [...named].filter(
        (id) => target !== tableOf(entity.name) || !ids.has(record.scopeId + id),
      );
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
