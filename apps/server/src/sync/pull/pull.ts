/**
 * Pulls the changes in a reader's scopes since the revisions that they know. A revision is bumped under its scope's
 * row lock in the transaction that writes its rows, so revision n is visible before n + 1; and a pull reads from one
 * snapshot. So a cursor that has passed a revision has passed all of its rows.
 */

import { type ScopeKind, scopeKinds } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { limits } from '@kontor/contract/wire/protocol';
import { frameSync, type SyncAnswer, type SyncScope } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import type { Database, Tx } from '../../db/database.ts';
import { readChunk } from '../../db/recordPages.ts';
import { fail } from '../../http/errors.ts';
import { keysAbove } from './keys.ts';
import { type ScopeState, viewOf } from './view.ts';

/** Sealed bytes after which a page ends, once its last revision is complete. */
const bytesPerPage = 8 * 1_048_576;
const logEntriesPerPage = 2_000;

/**
 * Returns the bytes of an answer.
 * @throws NOT_FOUND for a non-member of the workspace, PERMISSION_DENIED for an INACTIVE member.
 */
export function pull(db: Database, userId: string, request: SyncRequest): Promise<Uint8Array[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => pullFrom(tx, userId, request));
}

async function pullFrom(tx: Tx, userId: string, request: SyncRequest): Promise<Uint8Array[]> {
  const { workspaceId, cursors, logLength } = request;
  const view = await viewOf(tx, userId, workspaceId);
  if (workspaceId !== undefined && !view.actor) throw fail('NOT_FOUND');
  if (view.actor?.status === 'INACTIVE') throw fail('PERMISSION_DENIED');

  const readable = new Set(view.scopes.map(({ id }) => id));
  const moved = view.scopes
    .filter(({ id, revision }) => cursors[id] !== revision)
    .sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || (a.id < b.id ? -1 : 1));
  const page = await readPage(tx, moved, cursors);
  const keys = await keysAbove(tx, userId, view.actor, page.scopes, cursors);
  const log = view.logLength > logLength ? await logFrom(tx, workspaceId!, logLength) : [];
  const rest: Omit<SyncAnswer, 'scopes'> = {
    log,
    gone: Object.keys(cursors).filter((id) => !readable.has(id)),
    more: page.isCut || logLength + log.length < view.logLength,
  };
  const scopes = page.scopes.map(({ rows, keyRevision: _, ...scope }) => {
    const facts: Omit<SyncScope<never>, 'rows'> = { ...scope, keys: keys.get(scope.id) ?? [] };
    // Rows come from the database as JSON already.
    return `${JSON.stringify(facts).slice(0, -1)},"rows":[${rows.join(',')}]}`;
  });
  return frameSync(`${JSON.stringify(rest).slice(0, -1)},"scopes":[${scopes.join(',')}]}`, page.sealed);
}

/** Ranks scopes: those whose keys open others come first. */
const rankOf = (kind: ScopeKind) => scopeKinds.indexOf(kind);

/** A scope of a page, its rows still as JSON text. */
interface PageScope extends Omit<SyncScope<never>, 'rows' | 'keys'> {
  keyRevision: number;
  rows: string[];
}

interface Page {
  scopes: PageScope[];
  sealed: Buffer[];
  /** There is more than it holds. */
  isCut: boolean;
}

async function readPage(
  tx: Tx,
  moved: readonly ScopeState[],
  cursors: Record<string, number>,
): Promise<Page> {
  const scopes: PageScope[] = [];
  const sealed: Buffer[] = [];
  let rowsLeft: number = limits.rowsPerPage;
  let bytesLeft = bytesPerPage;
  for (const { id, kind, access, revision, keyRevision } of moved) {
    if (rowsLeft <= 0 || bytesLeft <= 0) return { scopes, sealed, isCut: true };
    const scope: PageScope = { id, kind, access, cursor: cursors[id] ?? 0, rows: [], keyRevision };
    scopes.push(scope);
    for (let isEnd = false; !isEnd; ) {
      if (rowsLeft <= 0 || bytesLeft <= 0) return { scopes, sealed, isCut: true };
      const chunk = await readChunk(tx, scope, scope.cursor, bytesLeft);
      if (chunk.count > 0) {
        scope.rows.push(chunk.rows);
        sealed.push(chunk.sealed);
      }
      rowsLeft -= chunk.count;
      bytesLeft -= chunk.sealed.length;
      isEnd = chunk.isEnd;
      scope.cursor = isEnd ? revision : chunk.last;
    }
  }
  return { scopes, sealed, isCut: false };
}

async function logFrom(tx: Tx, workspaceId: string, seq: number): Promise<LogEntry[]> {
  const rows = await tx
    .selectFrom('member_log')
    .select('entry')
    .where('workspace_id', '=', workspaceId)
    .where('seq', '>=', seq)
    .orderBy('seq')
    .limit(logEntriesPerPage)
    .execute();
  return rows.map(({ entry }) => entry);
}
