/** The rule of all records that name blobs. */

import { namedIn } from '@kontor/contract/entity/ref';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { BlobsMissing, confirmBlobs, referenceBlobs, releaseBlobs } from '../../db/blob/references.ts';
import { fail } from '../../http/errors.ts';
import { readableScopes } from '../access.ts';
import { actorOf, type ChangeContext, type RecordRule } from './context.ts';

const blobsOf = ({ refs }: Pick<RecordArgs, 'refs'>) => namedIn(refs.blobs);

/** Selects those of the scopes that the writer reads, as the batch leaves them so far. */
const readBy = (context: ChangeContext) => (scopeIds: string[]) =>
  readableScopes(context.tx, actorOf(context), context.workspaceId!, scopeIds);

/**
 * Makes the rule of records that name blobs: a record and its reference to its blobs are committed as one, and it
 * names none that its writer may not read. `restores`: it may bring back a blob that no record names any more and no
 * sweep has removed yet.
 */
export const blobRule = ({ restores }: { restores: boolean }): RecordRule => ({
  prepare: async ({ db, blobs: store, clock }, workspaceId, records) => {
    const fileKeys = records.flatMap(blobsOf);
    await confirmBlobs({ db, store }, { workspaceId, fileKeys, now: clock.now() });
  },

  check: async (context, verb, records) => {
    const { tx, workspaceId, userId, now } = context;
    if (verb === 'delete') {
      const byScope = Map.groupBy(records, ({ scopeId }) => scopeId);
      for (const [scopeId, deleted] of byScope)
        await releaseBlobs(tx, { scopeId, recordIds: deleted.map(({ id }) => id), now });
      return;
    }
    const writer = { userId, restores, readable: readBy(context) };
    const naming = records
      .map((record) => ({ scopeId: record.scopeId, recordId: record.id, fileKeys: blobsOf(record) }))
      .filter(({ fileKeys }) => verb === 'update' || fileKeys.length > 0);
    if (naming.length === 0) return;
    try {
      await referenceBlobs(tx, { workspaceId: workspaceId!, records: naming, writer, now });
    } catch (error) {
      if (error instanceof BlobsMissing) throw fail('BLOB_MISSING');
      throw error;
    }
  },
});
