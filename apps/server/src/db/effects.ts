/**
 * Effects: SQL that runs with every write of a noun's records, in the same statement, on the fast path and the slow one
 * alike. A noun has one at most: table expressions, which may change data and read `written`. The last one is `told`, the
 * people who are to look at what changed, once it is committed:
 *
 *     noted AS (INSERT INTO notification (...) SELECT ... FROM written JOIN ... RETURNING workspace_id, user_id),
 *     told AS (SELECT workspace_id, user_id FROM noted)
 *
 * `written` has a row for each record that the statement wrote:
 *
 * - `workspace_id` (null in a personal scope), `scope_id`, `id`
 * - `verb`: `create`, `update` or `delete`; a record that returns to a scope that it left is created
 * - `writer_id`: the user who sent the batch
 * - `written_at`
 * - for each ref `before_<column>` and `after_<column>`: before is null for what is created, after is the tombstone's
 *   for what is deleted
 *
 * Other tables are seen as they were when the statement began. A record that was refused, or is sent again, is not there.
 */
import type { Entity } from '@kontor/contract/entity/entity';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { refColumns, tableOf } from './columns.ts';
import type { Additions } from './recordSql.ts';

/** Somebody whom an effect told something. */
export interface Told {
  workspaceId: string;
  userId: string;
}

/** Expression for everybody whom an effect told, as JSON of `Told`; null for nobody. */
export const toldJson = `(SELECT json_agg(json_build_object('workspaceId', workspace_id, 'userId', user_id)) FROM told)`;

/** The effects of all nouns. */
export type Effects = { readonly [N in EntityName]?: string };

/** `insert`: an insert; `update`: an update made with `withFormerRow`; `return`: an update that takes rows back. */
export type WriteKind = 'insert' | 'update' | 'return';

export interface WriteWithEffect {
  kind: WriteKind;
  write: string;
  effect: string;
  /** Expressions over `stored` as `s`, and what `join` adds to it. */
  source: { verb: string; writer: string; join?: string };
}

/**
 * Adds to an update the row as it was before, as `was`. Both are found in one snapshot, and where the row changed after
 * it the update is not made: so it is the row which the update replaces.
 */
export const withFormerRow = (entity: Entity, additions: Additions): Additions => ({
  ...additions,
  join: `${additions.join} JOIN ${tableOf(entity.name)} was ON was.scope_id = r.scope_id AND was.id = r.id`,
});

/** Composes the table expressions of a write with its effect. `$3`: the time. */
export function writeWithEffect(entity: Entity, { kind, write, effect, source }: WriteWithEffect): string {
  const row = kind === 'insert' ? tableOf(entity.name) : 't';
  const refs = refColumns(entity);
  const stored = [
    ...['workspace_id', 'scope_id', 'id', 'revision'].map((column) => `${row}.${column}`),
    ...refs.map(({ column, sqlType }) =>
      kind === 'update' ? `was.${column} AS before_${column}` : `NULL::${sqlType} AS before_${column}`,
    ),
    ...refs.map(({ column }) => `${row}.${column} AS after_${column}`),
  ];
  const written = [
    's.workspace_id, s.scope_id, s.id',
    `${source.verb} AS verb, ${source.writer} AS writer_id, $3::timestamptz AS written_at`,
    ...refs.map(({ column }) => `s.before_${column}, s.after_${column}`),
  ];
  return `stored AS (${write} RETURNING ${stored.join(', ')}
      ), written AS (SELECT ${written.join(', ')} FROM stored s${source.join ?? ''}
      ), ${effect}`;
}
