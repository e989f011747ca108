/** Tells how far the server is behind this device: pulls everything and takes nothing over. */

import type { SyncTransport } from '../http/transport.ts';
import type { RecordSet } from './recordSet.ts';
import { cameSince } from './restoration.ts';

export interface Comparison {
  /** When the newest record that the server had before was written, ms by its clock; 0 for none. */
  changedAt: number;
  /** The same of what is known here. */
  knownAt: number;
  /** Records of which the server has an older version than this device, or none. */
  records: number;
}

/** The place of what is in no windowed scope. */
const edgeless = Number.POSITIVE_INFINITY;

/** Compares everything that the server has with what is known here. @throws what the transport throws */
export async function compare(
  workspaceId: string,
  { sync }: Pick<SyncTransport, 'sync'>,
  records: RecordSet,
): Promise<Comparison> {
  const cursors: Record<string, number> = {};
  const there = new Set<string>();
  /** Of windowed scopes: where what the server shows begins. */
  const edges = new Map<string, number>();
  let changedAt = 0;
  let older = 0;
  for (let more = true; more; ) {
    const answer = await sync({ workspaceId, cursors, logLength: Number.MAX_SAFE_INTEGER });
    for (const { id, kind, cursor, rows, window } of answer.scopes) {
      cursors[id] = cursor;
      if (window && !edges.has(id)) edges.set(id, window.from);
      if (kind === 'personal') continue;
      for (const row of rows) {
        there.add(row.id);
        const mark = records.mark(row.id);
        if (!mark || row.version > mark.version) continue;
        // What is known here was there before the server was set back; what is newer came since.
        changedAt = Math.max(changedAt, row.updatedAt);
        if (row.version < mark.version && mark.scopeId === row.scopeId) older++;
      }
    }
    more = answer.more;
  }
  let knownAt = changedAt;
  for (const id of records.ids()) {
    const row = records.confirmed(id);
    if (!row) continue;
    const isBelow = (row.createdRevision ?? edgeless) < (edges.get(row.scopeId) ?? 0);
    const kept = records.kept(id);
    if (isBelow && !(kept && cameSince(kept, changedAt))) continue;
    knownAt = Math.max(knownAt, row.updatedAt);
    if (!there.has(id)) older++;
  }
  return { changedAt, knownAt, records: older };
}
