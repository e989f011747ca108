/** Reads a scope's rows in the order of their revisions. */

import type { Entity } from '@kontor/contract/entity/entity';
import { livesIn, mayBeWindowed } from '@kontor/contract/entity/placement';
import { isWindowed, type ScopeKind, scopeKinds } from '@kontor/contract/entity/scopeKind';
import { entities } from '@kontor/contract/nouns/entities';
import { limits } from '@kontor/contract/wire/protocol';
import { createdColumn, refColumns, tableOf } from './columns.ts';
import type { Tx } from './database.ts';
import { kindsSql } from './kindsSql.ts';
import { prepared, query } from './prepared.ts';

/** Rows in wire form: tuples as contract/wire/sync.ts has them, and their sealed bytes concatenated. */
export interface Chunk {
  /** JSON of the tuples with commas between them, without brackets. */
  rows: string;
  sealed: Buffer;
  count: number;
  /** The newest revision in it. */
  last: number;
  /** True if no rows lie above `last`. */
  isEnd: boolean;
}

/** A revision holds no more rows than a batch has records, so a whole one always fits. */
const rowsPerChunk = limits.changesPerBatch + 1;

const texts = new Map<ScopeKind, string | undefined>();

const heldIn = (kind: ScopeKind): Entity[] =>
  Object.values(entities as Record<string, Entity>).filter((entity) => livesIn(entity, kind));

/**
 * Composes the text once for a kind. `$1` the scope, `$2` the revision, `$3` the bytes; of a windowed one `$4` and
 * `$5`: created up to or from on. Its head comes whatever the window.
 */
function textOf(kind: ScopeKind): string | undefined {
  if (!texts.has(kind)) {
    const held = heldIn(kind);
    const withCreated = isWindowed(kind);
    const window = withCreated
      ? ` AND (${createdColumn} <= $4::bigint OR ${createdColumn} >= $5::bigint OR id = scope_id)`
      : '';
    const place = {
      scope: '$1',
      where: () => `revision > $2${window}`,
      maxBytes: '$3',
      ...(withCreated && { created: () => createdColumn }),
    };
    texts.set(kind, held.length > 0 ? prepared(compose(held, place)) : undefined);
  }
  return texts.get(kind);
}

/** The rows that a statement reads of a scope, in parameters and literals of that statement. */
interface ChunkPlace {
  scope: string;
  /** Returns the condition that a row must meet, given its entity. */
  where: (entity: Entity) => string;
  maxBytes: string;
  /** Returns the rows' created revision, sent along where it is not null, given their entity. */
  created?: (entity: Entity) => string;
}

/**
 * Composes the statement. Each table is read along its index up to the limit, a literal so that the planner sees how
 * small it is.
 */
function compose(held: Entity[], { scope, where, maxBytes, created }: ChunkPlace): string {
  const facts = 'entity, id, version, revision, refs, size, deleted::int, "updatedAt"';
  const tuple = created
    ? `CASE WHEN created IS NULL THEN json_build_array(${facts}) ELSE json_build_array(${facts}, created) END`
    : `json_build_array(${facts})`;
  const selects = held.map((entity) => {
    const refs = refColumns(entity).map(
      ({ key, column, isList }) => `'${key}', ${isList ? `nullif(${column}, '{}')` : column}`,
    );
    return `(SELECT '${entity.name}'::text AS entity, id, version, revision,
        json_strip_nulls(json_build_object(${refs.join(', ')})) AS refs, deleted,
        (extract(epoch FROM updated_at) * 1000)::bigint AS "updatedAt", sealed, octet_length(sealed) AS size
        ${created ? `, ${created(entity)} AS created` : ''}
      FROM ${tableOf(entity.name)} WHERE scope_id = ${scope} AND ${where(entity)}
      ORDER BY revision LIMIT ${rowsPerChunk})`;
  });
  const fitting = `FILTER (WHERE (bytes <= ${maxBytes}::bigint OR revision = first)
      AND NOT (fetched = ${rowsPerChunk} AND revision = newest))`;
  return `
    SELECT count(*) ${fitting} AS count, max(revision) ${fitting} AS last, count(*) AS fetched,
      encode(string_agg(sealed, ''::bytea) ${fitting}, 'base64') AS sealed, string_agg((${tuple})::text, ',') ${fitting} AS rows
    FROM (
      SELECT *, count(*) OVER () AS fetched, min(revision) OVER () AS first, max(revision) OVER () AS newest,
        sum(size) OVER (ORDER BY revision) AS bytes
      FROM (SELECT * FROM (${selects.join(' UNION ALL ')}) held ORDER BY revision LIMIT ${rowsPerChunk}) chunk
    ) counted`;
}

const nothing: Chunk = { rows: '', sealed: Buffer.alloc(0), count: 0, last: 0, isEnd: true };

/**
 * Reads the next rows of a scope above a revision: whole revisions, at least one, then as many as stay below
 * `maxBytes` of sealed bytes and a thousand rows. The last revision, which the limit may have cut, comes whole with
 * the next chunk. The database concatenates tuples and bytes, so that a row costs this process next to nothing; it
 * sends base64, which is shorter than the driver's hex (whose binary form does not survive bytes).
 */
export async function readChunk(
  tx: Tx,
  scope: { id: string; kind: ScopeKind; window?: { known: number; from: number } | undefined },
  after: number,
  maxBytes: number,
): Promise<Chunk> {
  const text = textOf(scope.kind);
  if (!text) return nothing;
  const window = scope.window ? [scope.window.known, scope.window.from] : [];
  const { rows } = await tx.executeQuery(query<ChunkRow>(text, [scope.id, after, maxBytes, ...window]));
  return chunkFrom(rows[0]!);
}

/** The statement's row about a chunk. */
export interface ChunkRow extends Omit<Chunk, 'isEnd' | 'sealed'> {
  sealed: string;
  fetched: number;
}

/** Reads a chunk from its row. @throws Error where no revision fits */
export function chunkFrom({ count, last, rows, sealed, fetched }: ChunkRow): Chunk {
  if (fetched === 0) return nothing;
  // A reader would go on behind it, and never know of its rows.
  if (count === 0) throw new Error('a revision has more rows than a batch may have records');
  return { rows, count, last, sealed: Buffer.from(sealed, 'base64'), isEnd: count === fetched };
}

/**
 * Composes a query of one row, the `ChunkRow` of a scope whose kind only the statement knows. `kind` is an expression
 * without tables: the database then reads only the tables that a scope of that kind has.
 */
export function chunkSql({
  kind,
  scope,
  after,
  maxBytes,
}: Record<'kind' | 'scope' | 'after' | 'maxBytes', string>): string {
  const where = (entity: Entity) => {
    const kinds = scopeKinds.filter((each) => livesIn(entity, each));
    return `revision > ${after} AND ${kind} IN (${kindsSql(kinds)})`;
  };
  const windowed = kindsSql(scopeKinds.filter(isWindowed));
  const created = (entity: Entity) =>
    mayBeWindowed(entity) ? `CASE WHEN ${kind} IN (${windowed}) THEN ${createdColumn} END` : 'NULL::bigint';
  const held = Object.values(entities as Record<string, Entity>);
  return compose(held, { scope, where, maxBytes, ...(held.some(mayBeWindowed) && { created }) });
}

const createdTexts = new Map<string, string>();

function createdText(kind: ScopeKind, what: 'above' | 'below' | 'rows'): string {
  const name = `${kind} ${what}`;
  let text = createdTexts.get(name);
  if (!text) {
    text = prepared(what === 'rows' ? rowsText(kind) : edgeText(kind, what === 'above' ? '>' : '<'));
    createdTexts.set(name, text);
  }
  return text;
}

/** Parameters: `$1` the scope, `$2` the revision, `$3` the number of rows. */
const edgeText = (kind: ScopeKind, side: '>' | '<'): string => {
  const selects = heldIn(kind).map(
    ({ name }) =>
      `(SELECT ${createdColumn} AS created, octet_length(sealed) AS size FROM ${tableOf(name)}
        WHERE scope_id = $1 AND ${createdColumn} ${side} $2::bigint ORDER BY ${createdColumn} DESC LIMIT $3)`,
  );
  return `SELECT created, size FROM (${selects.join(' UNION ALL ')}) edge ORDER BY created DESC LIMIT $3`;
};

/** Returns the statement: `$1` the scope, `$2` and `$3` the created revisions from which and before which, `$4` the revision. */
const rowsText = (kind: ScopeKind): string =>
  compose(heldIn(kind), {
    scope: '$1',
    where: () => `revision > $4 AND ${createdColumn} >= $2::bigint AND ${createdColumn} < $3::bigint`,
    maxBytes: '9223372036854775807',
    created: () => createdColumn,
  });

/** A row of a windowed scope: when it was created, and its sealed bytes. */
export interface CreatedRow {
  created: number;
  size: number;
}

/** Returns the rows of a windowed scope that were created last above or below a revision, newest first. */
export async function readCreated(
  tx: Tx,
  scope: { id: string; kind: ScopeKind },
  side: 'above' | 'below',
  revision: number,
  limit: number,
): Promise<CreatedRow[]> {
  if (heldIn(scope.kind).length === 0) return [];
  const text = createdText(scope.kind, side);
  return (await tx.executeQuery(query<CreatedRow>(text, [scope.id, revision, limit]))).rows;
}

/** Reads the next rows above a revision of a windowed scope, as `readChunk` does, of those created from one revision on and before another. */
export async function readBetween(
  tx: Tx,
  scope: { id: string; kind: ScopeKind },
  { from, before }: { from: number; before: number },
  after: number,
): Promise<Chunk> {
  if (heldIn(scope.kind).length === 0) return nothing;
  const { rows } = await tx.executeQuery(
    query<ChunkRow>(createdText(scope.kind, 'rows'), [scope.id, from, before, after]),
  );
  return chunkFrom(rows[0]!);
}
