/** Finds the part of a windowed scope that a pull brings. */
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';
import { limits } from '@kontor/contract/wire/protocol';
import type { SyncWindow } from '@kontor/contract/wire/sync';
import type { Tx } from '../../db/database.ts';
import { type CreatedRow, readCreated } from '../../db/recordPages.ts';

/**
 * Returns the window for a reader who knows the scope up to `cursor` (0 for nothing). Few new rows come whole; of many
 * the newest, or those from `wanted` on.
 */
export async function windowAbove(
  tx: Tx,
  scope: { id: string; kind: ScopeKind },
  cursor: number,
  wanted: number | undefined,
): Promise<SyncWindow> {
  const rows = await readCreated(tx, scope, 'above', cursor, limits.newRows + 1);
  const isAll = rows.length <= limits.newRows;
  if (cursor > 0 && isAll) return { from: cursor + 1, isStart: false };
  const most = wanted === undefined ? limits.headRows : limits.newRows;
  if (rows.length <= most && (wanted === undefined || rows.every(({ created }) => created >= wanted)))
    return { from: cursor + 1, isStart: cursor === 0 };
  return { from: Math.max(rows[most - 1]?.created ?? 0, wanted ?? 0, cursor + 1), isStart: false };
}

/** Returns the window of a page of history, whose rows are given newest first, one more than asked for if there are. */
export function windowBelow(rows: readonly CreatedRow[], limit: number, maxBytes: number): SyncWindow {
  let bytes = 0;
  for (const [i, { created, size }] of rows.entries()) {
    bytes += size;
    const next = rows[i + 1];
    if (next && next.created !== created && (i + 1 >= limit || bytes + next.size > maxBytes))
      return { from: created, isStart: false };
  }
  const last = rows.at(-1)?.created ?? 0;
  // What was created at the last one's revision may go on below.
  return rows.length > limit ? { from: last, isStart: false } : { from: 0, isStart: true };
}
