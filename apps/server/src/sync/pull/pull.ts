/**
 * Pulls the changes in a reader's scopes since the revisions that they know. A revision is bumped under its scope's
 * row lock in the transaction that writes its rows, so revision n is visible before n + 1; and a pull reads from one
 * snapshot. So a cursor that has passed a revision has passed all of its rows.
 */

import { isWindowed, type ScopeKind, scopeKinds } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { limits } from '@kontor/contract/wire/protocol';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import type { Database, Tx } from '../../db/database.ts';
import { readChunk } from '../../db/recordPages.ts';
import { bytesPerPage, encodeAnswer, logEntriesPerPage, type PageScope } from './answer.ts';
import { keysAbove } from './keys.ts';
import { pullOne } from './pullOne.ts';
import { assertMember, type ScopeState, viewOf } from './view.ts';
import { windowAbove } from './window.ts';

/**
 * Returns the bytes of an answer.
 * @throws NOT_FOUND for a non-member of the workspace, PERMISSION_DENIED for an INACTIVE member.
 */
export function pull(db: Database, userId: string, request: SyncRequest): Promise<Uint8Array[]> {
  const { workspaceId, only } = request;
  const [single, second] = only ?? [];
  // What is begun anew may be a window of a larger scope.
  if (
    single !== undefined &&
    second === undefined &&
    workspaceId !== undefined &&
    (request.cursors[single] ?? 0) > 0
  )
    return pullOne(db, userId, single, { ...request, workspaceId });
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => pullFrom(tx, userId, request));
}

async function pullFrom(tx: Tx, userId: string, request: SyncRequest): Promise<Uint8Array[]> {
  const { workspaceId, cursors, logLength, only, first, from } = request;
  const view = await viewOf(tx, userId, workspaceId, { only });
  if (workspaceId !== undefined) assertMember(view);

  const readable = new Set(view.scopes.map(({ id }) => id));
  const moved = view.scopes
    .filter(({ id, revision }) => cursors[id] !== revision)
    .sort((a, b) => rankOf(a.kind) - rankOf(b.kind) || (a.id < b.id ? -1 : 1));
  const wanted = moved.filter(({ id }) => first?.includes(id));
  const page = await readPage(tx, wanted.length > 0 ? wanted : moved, cursors, from);
  if (wanted.length > 0) {
    page.scopes.unshift(...keyCarriers(moved, cursors, wanted));
    page.isCut ||= wanted.length < moved.length;
  }
  const { keys, cut } = await keysAbove(tx, userId, view.actor, page.scopes, {
    cursors,
    maxBytes: bytesPerPage,
  });
  if (cut) endBefore(page, cut);
  const log = view.logLength > logLength ? await logFrom(tx, workspaceId!, logLength) : [];
  const asked = only ?? Object.keys(cursors);
  return encodeAnswer({
    log,
    gone: asked.filter((id) => id in cursors && !readable.has(id)),
    more: page.isCut || logLength + log.length < view.logLength,
    scopes: page.scopes.map(({ keyRevision: _, ...scope }) => ({ ...scope, keys: keys.get(scope.id) ?? [] })),
    sealed: page.sealed,
  });
}

/** Ranks scopes: those whose keys open others come first. */
const rankOf = (kind: ScopeKind) => scopeKinds.indexOf(kind);

/**
 * Returns the scopes that the reader has nothing of yet and that others' keys lie under: their keys come before their
 * rows.
 */
const keyCarriers = (
  moved: readonly ScopeState[],
  cursors: Record<string, number>,
  wanted: readonly ScopeState[],
): Page['scopes'] =>
  moved
    .filter((scope) => (scope.kind === 'admins' || scope.kind === 'staff') && !(scope.id in cursors))
    .filter((scope) => !wanted.includes(scope))
    .map(({ id, kind, access, keyRevision }) => ({
      id,
      kind,
      access,
      cursor: 0,
      rows: [],
      isWhole: false,
      keyRevision,
    }));

interface Page {
  scopes: (Omit<PageScope, 'keys'> & { keyRevision: number })[];
  sealed: Buffer[];
  /** There is more than it holds. */
  isCut: boolean;
}

async function readPage(
  tx: Tx,
  moved: readonly ScopeState[],
  cursors: Record<string, number>,
  from: Record<string, number> = {},
): Promise<Page> {
  const scopes: Page['scopes'] = [];
  const sealed: Buffer[] = [];
  let rowsLeft: number = limits.rowsPerPage;
  let bytesLeft = bytesPerPage;
  for (const { id, kind, access, revision, keyRevision } of moved) {
    if (rowsLeft <= 0 || bytesLeft <= 0) return { scopes, sealed, isCut: true };
    const scope: Page['scopes'][number] = {
      id,
      kind,
      access,
      cursor: cursors[id] ?? 0,
      rows: [],
      isWhole: false,
      keyRevision,
    };
    scopes.push(scope);
    const known = scope.cursor;
    if (isWindowed(kind)) scope.window = await windowAbove(tx, scope, known, from[id]);
    const place = { id, kind, window: scope.window && { known, from: scope.window.from } };
    for (let isEnd = false; !isEnd; ) {
      if (rowsLeft <= 0 || bytesLeft <= 0) return { scopes, sealed, isCut: true };
      const chunk = await readChunk(tx, place, scope.cursor, bytesLeft);
      if (chunk.count > 0) {
        scope.rows.push(chunk.rows);
        sealed.push(chunk.sealed);
      }
      rowsLeft -= chunk.count;
      bytesLeft -= chunk.sealed.length;
      isEnd = chunk.isEnd;
      scope.isWhole = isEnd;
      scope.cursor = isEnd ? revision : chunk.last;
    }
  }
  return { scopes, sealed, isCut: false };
}

/** Takes a scope and those behind it off a page. */
function endBefore(page: Page, scopeId: string): void {
  page.scopes.splice(page.scopes.findIndex(({ id }) => id === scopeId));
  page.sealed.splice(page.scopes.reduce((sum, { rows }) => sum + rows.length, 0));
  page.isCut = true;
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
