/**
 * `POST /api/sync`: the client names the revision up to which it knows each scope; the answer brings, per scope, the
 * rows and keys above it. New scopes start from zero; `gone` are those to forget; `more` asks for another round. With
 * `only` the answer speaks of these scopes alone, and of the member log as always.
 *
 * Of a windowed scope the newest rows come (`limits.headRows`; with `from` all since that revision, up to
 * `limits.newRows`), the record that heads it, and every change above the cursor, to older rows too. What lies between is fetched by
 * `POST /api/history`, whose answer is one of the same form: the one scope, with the rows created before a revision.
 *
 * The answer is binary (`application/octet-stream`), since base64 would cost a third: u32 length of the header in
 * bytes, big-endian; the header as JSON; then the sealed bytes of each row, in the order of the rows.
 */

import type { SealedRecord } from '../entity/entity.ts';
import type { LogEntry } from '../memberLog/entries.ts';
import { fromUtf8, u32, utf8 } from './bytes.ts';
import type { Scope, ScopeKey } from './scope.ts';

/** [entity, id, version, revision, refs, size of the sealed bytes, deleted, updated at (ms), created revision (windowed)] */
export type SyncRow = [
  string,
  string,
  number,
  number,
  SealedRecord['refs'],
  number,
  0 | 1,
  number,
  createdRevision?: number,
];

/**
 * The range of a windowed scope that an answer covers: every row that was created at revision `from` or later, up to
 * the cursor (for history: before the requested revision), is in it or in an earlier one. `isStart`: there is none
 * before `from`.
 */
export interface SyncWindow {
  from: number;
  isStart: boolean;
}

export interface SyncScope<Row> extends Scope {
  /** Start of the next pull: the newest revision that this page covers whole. */
  cursor: number;
  rows: Row[];
  keys: ScopeKey[];
  /** Of a windowed scope. */
  window?: SyncWindow;
  /** Nothing lies above the cursor; otherwise a later page goes on from there. */
  isWhole: boolean;
}

export interface SyncAnswer<Row = SealedRecord> {
  scopes: SyncScope<Row>[];
  log: LogEntry[];
  gone: string[];
  more: boolean;
}

/** Returns the bytes of an answer. */
export function encodeSync(answer: SyncAnswer): Uint8Array[] {
  const bodies: Uint8Array[] = [];
  const scopes = answer.scopes.map((scope) => ({
    ...scope,
    rows: scope.rows.map((row): SyncRow => {
      bodies.push(row.sealed);
      const { entity, id, version, revision, refs, sealed, deleted, updatedAt, createdRevision } = row;
      const isDeleted = deleted ? 1 : 0;
      return createdRevision === undefined
        ? [entity, id, version, revision, refs, sealed.length, isDeleted, updatedAt]
        : [entity, id, version, revision, refs, sealed.length, isDeleted, updatedAt, createdRevision];
    }),
  }));
  return frameSync(JSON.stringify({ ...answer, scopes }), bodies);
}

/** Returns the frame around a header's JSON and the sealed bytes that its rows count. */
export function frameSync(header: string, bodies: readonly Uint8Array[]): Uint8Array[] {
  const bytes = utf8(header);
  return [u32(bytes.length), bytes, ...bodies];
}

/**
 * Returns the answer behind the bytes. Only the frame is checked here: what the rows claim is checked when they are opened.
 * @throws RangeError or SyntaxError where the frame does not add up.
 */
export function decodeSync(bytes: Uint8Array): SyncAnswer {
  if (bytes.length < 4) throw new RangeError('sync answer without a header');
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (4 + length > bytes.length) throw new RangeError('sync answer cut short');
  const header = JSON.parse(fromUtf8(bytes.subarray(4, 4 + length))) as SyncAnswer<SyncRow>;
  let offset = 4 + length;
  const scopes = header.scopes.map((scope) => ({
    ...scope,
    rows: scope.rows.map((row): SealedRecord => {
      const [entity, id, version, revision, refs, size, deleted, updatedAt, createdRevision] = row;
      if (!Number.isSafeInteger(size) || size < 0 || offset + size > bytes.length)
        throw new RangeError('sync answer cut short');
      const sealed = bytes.subarray(offset, offset + size);
      offset += size;
      return {
        entity,
        id,
        scopeId: scope.id,
        version,
        revision,
        refs,
        sealed,
        deleted: deleted === 1,
        updatedAt,
        ...(createdRevision !== undefined && { createdRevision }),
      };
    }),
  }));
  if (offset !== bytes.length) throw new RangeError('sync answer with bytes to spare');
  return { ...header, scopes };
}
