/**
 * Takes over what this device wrote, from the server's answer to the batch: the rows are known, only their revision and
 * time were not. So nothing has to be pulled, as long as nobody else wrote into the same scopes meanwhile.
 */
import { containerOf, standsWithContainer } from '@kontor/contract/entity/placement';
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { BatchResult } from '@kontor/contract/wire/change';
import type { OpenedRecord, PlainRecord } from '../vault/plainRecord.ts';
import { admit } from './admission.ts';
import type { RecordSet } from './recordSet.ts';
import type { SyncState } from './syncState.ts';

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
  const changed: string[] = [];
  const taken: OpenedRecord[] = [];
  for (const record of sent.records) {
    const revision = revisions[record.scopeId];
    if (revision === undefined) return undefined;
    const place = placeOf(state, records, record, revision);
    if (!place) return undefined;
    const opened = { ...record, revision, updatedAt: at, ...place };
    taken.push(opened);
    const verdict = admit(records, opened);
    if (verdict !== 'take' && verdict !== 'skip') return undefined;
    if (verdict === 'take') changed.push(record.id);
    state.faults.settle(record.scopeId, record.id, record.version);
  }
  for (const [id, revision] of moved) state.advance(id, revision);
  return { changed, taken };
}

/** Returns the place of a record in its scope's order, where it has one; undefined where that is not known here. */
function placeOf(
  state: SyncState,
  records: RecordSet,
  { entity, id, scopeId, refs }: PlainRecord,
  revision: number,
): { createdRevision?: number } | undefined {
  const kind = state.scope(scopeId)?.kind;
  if (kind === undefined || !isWindowed(kind)) return {};
  const noun = entityOf(entity);
  const container = standsWithContainer(noun) ? containerOf(noun, refs) : undefined;
  const known = records.mark(id)?.createdRevision;
  const createdRevision =
    known ?? (container === undefined ? revision : records.mark(container)?.createdRevision);
  return createdRevision === undefined ? undefined : { createdRevision };
}
