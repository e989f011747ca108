/** Reads a scope's rows in the order of their revisions. */

import type { Entity } from '@kontor/contract/entity/entity';
import { livesIn } from '@kontor/contract/entity/placement';
import { type ScopeKind, scopeKinds } from '@kontor/contract/entity/scopeKind';
import { entities } from '@kontor/contract/nouns/entities';
import { limits } from '@kontor/contract/wire/protocol';
import { refColumns, tableOf } from './columns.ts';
import type { Tx } from './database.ts';
import { prepared, query } from './prepared.ts';

/** Rows in wire form: tuples as contract/sync.ts has them, and their sealed bytes concatenated. */
export interface Chunk {
  /** JSON of the tuples with commas between them, without brackets. */
  rows: string;
  sealed: Buffer;
  count: number;
  /** The newest revision in it. */
  last: number;
  /** Nothing lies above it. */
  isEnd: boolean;
}

/** A revision holds no more rows than a batch has changes, so a whole one always fits. */
const rowsPerChunk = limits.changesPerBatch + 1;

const texts = new Map<ScopeKind, string | undefined>();

function textOf(kind: ScopeKind): string | undefined {
  if (!texts.has(kind)) {
    const held = Object.values(entities as Record<string, Entity>).filter((entity) => livesIn(entity, kind));
    texts.set(
      kind,
      held.length > 0 ? prepared(compose(held, { scope: '$1', after: '$2', maxBytes: '$3' })) : undefined,
    );
  }
  return texts.get(kind);
}

/** The statement's parameters for a chunk. */
interface ChunkPlace {
  scope: string;
  after: string;
  maxBytes: string;
  /** What has to hold for an entity's table to be looked at. */
  where?: (entity: Entity) => string;
}

/**
 * Composes the statement. Each table is read along its index up to the limit, a literal so that the planner sees how
 * small it is.
 */
function compose(held: Entity[], { scope, after, maxBytes, where }: ChunkPlace): string {
  const selects = held.map((entity) => {
    const refs = refColumns(entity).map(
      ({ key, column, isList }) => `'${key}', ${isList ? `nullif(${column}, '{}')` : column}`,
    );
    return `(SELECT '${entity.name}'::text AS entity, id, version, revision,
        json_strip_nulls(json_build_object(${refs.join(', ')})) AS refs, deleted,
        (extract(epoch FROM updated_at) * 1000)::bigint AS "updatedAt", sealed, octet_length(sealed) AS size
      FROM ${tableOf(entity.name)} WHERE scope_id = ${scope} AND revision > ${after}${where ? ` AND ${where(entity)}` : ''}
      ORDER BY revision LIMIT ${rowsPerChunk})`;
  });
  return `
    SELECT count(*) AS count, max(revision) AS last, max(fetched) AS fetched, encode(string_agg(sealed, ''::bytea), 'base64') AS sealed,
      string_agg(json_build_array(entity, id, version, revision, refs, size, deleted::int, "updatedAt")::text, ',') AS rows
    FROM (
      SELECT *, count(*) OVER () AS fetched, min(revision) OVER () AS first, max(revision) OVER () AS newest,
        sum(size) OVER (ORDER BY revision) AS bytes
      FROM (SELECT * FROM (${selects.join(' UNION ALL ')}) held ORDER BY revision LIMIT ${rowsPerChunk}) chunk
    ) counted
    WHERE (bytes <= ${maxBytes}::bigint OR revision = first) AND NOT (fetched = ${rowsPerChunk} AND revision = newest)`;
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
  scope: { id: string; kind: ScopeKind },
  after: number,
  maxBytes: number,
): Promise<Chunk> {
  const text = textOf(scope.kind);
  if (!text) return nothing;
  const { rows } = await tx.executeQuery(query<ChunkRow>(text, [scope.id, after, maxBytes]));
  return chunkFrom(rows[0]!);
}

/** The statement's row about a chunk. */
export interface ChunkRow extends Omit<Chunk, 'isEnd' | 'sealed'> {
  sealed: string;
  fetched: number;
}

export function chunkFrom({ count, last, rows, sealed, fetched }: ChunkRow): Chunk {
  if (count === 0) return nothing;
  return { rows, count, last, sealed: Buffer.from(sealed, 'base64'), isEnd: count === fetched };
}

/**
 * A query of one row, the `ChunkRow` of a scope whose kind only the statement knows. `kind` is an expression without
 * tables: the database then looks at those tables alone that a scope of that kind has.
 */
export function chunkSql({ kind, ...place }: Omit<ChunkPlace, 'where'> & { kind: string }): string {
  const where = (entity: Entity) => {
    const kinds = scopeKinds.filter((each) => livesIn(entity, each));
    return `${kind} IN (${kinds.map((each) => `'${each}'`).join(', ')})`;
  };
  return compose(Object.values(entities as Record<string, Entity>), { ...place, where });
}
