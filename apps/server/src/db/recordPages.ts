/** Reading a scope's rows in the order of their revisions. */
import { entities } from '@kontor/contract/entities';
import type { Entity } from '@kontor/contract/entity';
import { limits } from '@kontor/contract/protocol';
import type { ScopeKind } from '@kontor/contract/scopeKind';
import { refColumns } from './columns.ts';
import type { Tx } from './database.ts';
import { prepared, query } from './prepared.ts';

export interface PageRow {
  entity: string;
  id: string;
  version: number;
  revision: number;
  refs: Record<string, string | string[]>;
  deleted: boolean;
  /** ms since 1970. */
  updatedAt: number;
  sealed: Buffer;
}

/** A revision holds no more rows than a batch has changes, so one that comes whole always fits. */
const rowsPerChunk = limits.changesPerBatch + 1;

const texts = new Map<ScopeKind, string | undefined>();

function textOf(kind: ScopeKind): string | undefined {
  if (!texts.has(kind)) {
    const held = Object.values(entities as Record<string, Entity>).filter(({ scope }) => scope === kind);
    texts.set(kind, held.length > 0 ? prepared(compose(held)) : undefined);
  }
  return texts.get(kind);
}

/** Each table is read along its index up to the limit, a literal so that the planner sees how little that is. */
function compose(held: Entity[]): string {
  const selects = held.map((entity) => {
    const refs = refColumns(entity).map(
      ({ key, column, isList }) => `'${key}', ${isList ? `nullif(${column}, '{}')` : column}`,
    );
    return `(SELECT '${entity.name}'::text AS entity, id, version, revision,
        json_strip_nulls(json_build_object(${refs.join(', ')})) AS refs, deleted,
        (extract(epoch FROM updated_at) * 1000)::bigint AS "updatedAt", sealed, octet_length(sealed) AS size
      FROM ${entity.name} WHERE scope_id = $1 AND revision > $2 ORDER BY revision LIMIT ${rowsPerChunk})`;
  });
  return `
    SELECT * FROM (
      SELECT *, count(*) OVER () AS fetched, min(revision) OVER () AS first, sum(size) OVER (ORDER BY revision) AS bytes
      FROM (SELECT * FROM (${selects.join(' UNION ALL ')}) held ORDER BY revision LIMIT ${rowsPerChunk}) chunk
    ) counted WHERE bytes <= $3::bigint OR revision = first ORDER BY revision`;
}

/**
 * The next rows of a scope above a revision: whole revisions, at least one of them, then as many as stay below
 * `maxBytes` of sealed bytes and below a thousand rows. `isEnd`: there are none above them.
 */
export async function readChunk(
  tx: Tx,
  scope: { id: string; kind: ScopeKind },
  after: number,
  maxBytes: number,
): Promise<{ rows: PageRow[]; isEnd: boolean }> {
  const text = textOf(scope.kind);
  if (!text) return { rows: [], isEnd: true };
  const { rows } = await tx.executeQuery(
    query<PageRow & { fetched: number }>(text, [scope.id, after, maxBytes]),
  );
  const fetched = rows[0]?.fetched ?? 0;
  const isFull = fetched === rowsPerChunk;
  if (rows.length < fetched) return { rows, isEnd: false };
  if (!isFull) return { rows, isEnd: true };
  // The limit may have cut the last revision: it comes whole with the next chunk.
  const last = rows.at(-1)!.revision;
  return { rows: rows.filter(({ revision }) => revision < last), isEnd: false };
}
