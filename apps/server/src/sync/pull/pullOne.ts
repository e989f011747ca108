/** Pulls one scope, as readers do after a hint, in one statement: a snapshot by itself, without a transaction. */
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import type { Database } from '../../db/database.ts';
import { prepared, query } from '../../db/prepared.ts';
import { type ChunkRow, chunkFrom, chunkSql } from '../../db/recordPages.ts';
import { bytesPerPage, encodeAnswer, logEntriesPerPage, type PageScope } from './answer.ts';
import { recipientsFor } from './keys.ts';
import { assertMember, type ViewRow, viewColumns, viewFrom } from './view.ts';

/** `$1` workspace, `$2` user, `$3` the scope in an array, `$4` the scope, `$5` its cursor, `$6` log entries known. */
const text = prepared(`
  SELECT ${viewColumns},
    (SELECT json_agg(entry ORDER BY seq) FROM (
      SELECT seq, entry FROM member_log WHERE workspace_id = $1 AND seq >= $6::bigint ORDER BY seq
      LIMIT ${logEntriesPerPage}) l) AS log,
    (SELECT json_agg(json_build_object('recipient', recipient, 'key', key) ORDER BY generation, type)
      FROM scope_key WHERE scope_id = $4 AND revision > $5
        AND (type <> 'grant' OR recipient IN ($2::text, 'admins'))) AS keys,
    chunk.*
  FROM (${chunkSql({
    kind: '(SELECT kind FROM scope WHERE id = $4::uuid AND (workspace_id = $1 OR user_id = $2))',
    scope: '$4',
    after: '$5::bigint',
    maxBytes: `${bytesPerPage}`,
  })}) chunk`);

interface Row extends ViewRow, ChunkRow {
  log: LogEntry[] | null;
  keys: { recipient: string | null; key: ScopeKey }[] | null;
}

/**
 * Reads what is new in one scope, and the log.
 * @throws NOT_FOUND for a non-member of the workspace, PERMISSION_DENIED for an INACTIVE member.
 */
export async function pullOne(
  db: Database,
  userId: string,
  scopeId: string,
  { workspaceId, cursors, logLength }: SyncRequest & { workspaceId: string },
): Promise<Uint8Array[]> {
  const cursor = cursors[scopeId] ?? 0;
  const { rows } = await db.executeQuery(
    query<Row>(text, [workspaceId, userId, [scopeId], scopeId, cursor, logLength]),
  );
  const row = rows[0]!;
  const view = assertMember(viewFrom(row, userId));
  const log = row.log ?? [];
  const more = logLength + log.length < view.logLength;
  const [scope] = view.scopes;
  if (!scope)
    return encodeAnswer({ log, gone: scopeId in cursors ? [scopeId] : [], more, scopes: [], sealed: [] });
  const { id, kind, access, revision } = scope;
  if (revision === cursors[scopeId]) return encodeAnswer({ log, gone: [], more, scopes: [], sealed: [] });
  const chunk = chunkFrom(row);
  const recipients = recipientsFor(userId, view.actor);
  const keys = (row.keys ?? []).filter(
    ({ recipient }) => recipient === null || recipients.includes(recipient),
  );
  const page: PageScope = {
    id,
    kind,
    access,
    cursor: chunk.isEnd ? revision : chunk.last,
    keys: keys.map(({ key }) => key),
    rows: [chunk.rows],
    isWhole: chunk.isEnd,
    ...(isWindowed(kind) && { window: { from: cursor + 1, isStart: false } }),
  };
  return encodeAnswer({ log, gone: [], more: more || !chunk.isEnd, scopes: [page], sealed: [chunk.sealed] });
}
