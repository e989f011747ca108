/**
 * Takes over what this device wrote, from the server's answer to the batch: the rows are known, only their revision and
 * time were not. So nothing has to be pulled, as long as nobody else wrote into the same scopes meanwhile.
 */
import { containerOf, standsWithContainer } from '@kontor/contract/entity/placement';
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { BatchResult } from '@kontor/contract/wire/change';
import type { OpenedRecord, PlainRecord } from '../vault/plainRecord.ts';
import { admit, verdictOn } from './admission.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';
import type { VersionVerdict } from './versionMarks.ts';

/** The records of a batch as they were sealed. */
export interface SentRecords {
  records: readonly (PlainRecord & { authorId: string; proof: string })[];
  /** The batch wrote nothing else: no scope, no key. */
  isRecordsOnly: boolean;
}

/**
 * Returns the ids of the records that changed, and all that were written; undefined where only a pull can tell, since the
 * answer leaves something open.
 */
export function takeOwnWrites(
  { state, records }: { state: SyncState; records: RecordSet },
  sent: SentRecords,
  { revisions, at }: BatchResult,
): { changed: string[]; taken: OpenedRecord[] } | undefined {
  const moved = Object.entries(revisions);
  // Exactly one behind: what lies between is this batch, and this batch alone.
  const isNext = moved.every(([id, revision]) => state.pulledScope(id) && state.cursor(id) === revision - 1);
  if (!sent.isRecordsOnly || !isNext || state.isRestoring) return undefined;
  const taken: OpenedRecord[] = [];
  const createdIn = (id: string) =>
    (taken.find((record) => record.id === id) ?? records.mark(id))?.createdRevision;
  for (const record of sent.records) {
    const revision = revisions[record.scopeId];
    if (revision === undefined) return undefined;
    const place = placeOf(state, record, revision, createdIn);
    if (!place) return undefined;
    taken.push({ ...record, revision, updatedAt: at, ...place });
  }
  const isTaken = (verdict: VersionVerdict) => verdict === 'take' || verdict === 'skip';
  // All or nothing: a pull would find here already what is taken over, and not keep it.
  if (!taken.every((record) => isTaken(verdictOn(records, record)))) return undefined;
  const changed: string[] = [];
  for (const record of taken) {
    if (admit(records, record) === 'take') changed.push(record.id);
    state.faults.settle(record.scopeId, record.id, record.version);
  }
  for (const [id, revision] of moved) state.advance(id, revision);
  return { changed, taken };
}

/** Returns the place of a record in its scope's order, where it has one; undefined where that is not known here. */
function placeOf(
  state: SyncState,
  { entity, id, scopeId, refs }: PlainRecord,
  revision: number,
  createdIn: (id: string) => number | undefined,
): { createdRevision?: number } | undefined {
  const kind = state.scope(scopeId)?.kind;
  if (kind === undefined || !isWindowed(kind)) return {};
  const noun = entityOf(entity);
  const container = standsWithContainer(noun) ? containerOf(noun, refs) : undefined;
  const createdRevision = createdIn(id) ?? (container === undefined ? revision : createdIn(container));
  return createdRevision === undefined ? undefined : { createdRevision };
}
