import { BlobsMissing, confirmBlobs, referenceBlobs, releaseBlobs } from '../../db/blob/references.ts';
import { fail } from '../../http/errors.ts';
import type { RecordRule } from '../../sync/changes/context.ts';

const blobsOf = ({ refs }: { refs: Record<string, string | string[]> }) => (refs.blobs ?? []) as string[];

/** A document and its claim on its blobs stand or fall together. */
export const documentRule: RecordRule = {
  prepare: async ({ db, blobs: store, clock }, workspaceId, records) => {
    const fileKeys = records.flatMap(blobsOf);
    await confirmBlobs({ db, store }, { workspaceId, fileKeys, now: clock.now() });
  },

  check: async ({ tx, workspaceId, userId, now }, verb, records) => {
    if (verb === 'delete') {
      const byScope = Map.groupBy(records, ({ scopeId }) => scopeId);
      for (const [scopeId, deleted] of byScope)
        await releaseBlobs(tx, { scopeId, recordIds: deleted.map(({ id }) => id), now });
      return;
    }
    for (const record of records) {
      const fileKeys = blobsOf(record);
      if (verb === 'create' && fileKeys.length === 0) continue;
      const { scopeId, id: recordId } = record;
      try {
        await referenceBlobs(tx, { workspaceId: workspaceId!, scopeId, recordId, fileKeys, userId, now });
      } catch (error) {
        if (error instanceof BlobsMissing) throw fail('BLOB_MISSING');
        throw error;
      }
    }
  },
};
