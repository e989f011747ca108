/**
 * High-water marks: the highest version seen of each record, whatever became of it. An older version from the server
 * is an alarm and never an update (a deleted record does not come back, an old text does not return).
 */
import type { OpenedRecord } from '../vault/plainRecord.ts';
import type { FaultKind } from './fault.ts';

/** The known state of a record: live, `deleted` for good, or `closed`: its scope is no longer ours to read. */
export interface VersionMark {
  state: 'live' | 'deleted' | 'closed';
  scopeId: string;
  version: number;
  /** In a windowed scope. */
  createdRevision?: number | undefined;
}

/** The revision up to which a scope was read (its own id), or at which a record that was refused may come again. */
export interface ReadPlace {
  id: string;
  scopeId: string;
  revision: number;
}

/** `take` it; `skip`: nothing new; else the fault with which it is refused. */
export type VersionVerdict =
  | 'take'
  | 'skip'
  | Extract<FaultKind, 'rolled-back' | 'resurrected' | 'equivocated' | 'misplaced' | 'forged-author'>;

/**
 * Judges a verified record against what was seen. A move writes the record into the new scope and a tombstone of the
 * same version into the old one; they arrive in either order.
 * @param isSame whether its content is what we hold (asked only for a version that we hold)
 */
export function checkVersion(
  mark: VersionMark | undefined,
  row: OpenedRecord,
  isSame: () => boolean,
): VersionVerdict {
  if (!mark) return 'take';
  const isLive = row.plain !== null;
  const isSameScope = mark.scopeId === row.scopeId;
  // What was left behind by a move says nothing about the record where it lies now.
  if (!isLive && mark.state === 'live' && !isSameScope) return 'skip';
  // The place in a windowed scope is given once.
  const isMoved = mark.createdRevision !== undefined && mark.createdRevision !== row.createdRevision;
  if (isSameScope && isMoved) return 'misplaced';
  if (row.version > mark.version) return 'take';
  if (row.version < mark.version) {
    if (!isLive && mark.state !== 'live') return 'skip';
    return mark.state === 'deleted' ? 'resurrected' : 'rolled-back';
  }
  if (mark.state === 'closed') return 'take';
  if (!isSameScope) return isLive && mark.state === 'deleted' ? 'take' : 'equivocated';
  if (mark.state === 'deleted') return isLive ? 'resurrected' : 'skip';
  return isLive && isSame() ? 'skip' : 'equivocated';
}
