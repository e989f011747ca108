/** Removes blobs that no record names: uploads that were never finished, and the parts of deleted documents. */
import { setTimeout as sleep } from 'node:timers/promises';
import { unnamedBlobSeconds } from '@kontor/contract/wire/protocol';
import { type BlobStore, blobKey } from '../../adapters/blobStore/blobStore.ts';
import type { Clock } from '../../adapters/clock.ts';
import { forgetBlobs } from '../../db/blob/quota.ts';
import { confirmBlobs } from '../../db/blob/references.ts';
import { type Database, transaction } from '../../db/database.ts';
import type { Job } from '../../jobs.ts';

const hourMs = 3600 * 1000;

/** Time after which an upload that no record has named is an orphan. */
export const orphanAfterMs = unnamedBlobSeconds * 1000;

/**
 * Shortest life of a blob's row after its reservation, even when its bytes were deleted at once: until then a URL that
 * was handed out, or a slow upload through it, could still bring bytes that no row would count.
 */
export const rowStaysMs = hourMs;

const batchSize = 500;
const deletesAtOnce = 8;

export type SweepServices = { db: Database; blobs: BlobStore; clock: Clock };

/** Marks due blobs as doomed. A row that a record is just claiming is locked, and skipped. */
async function condemn(db: Database, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  await db
    .updateTable('blob')
    .set({ state: 'doomed', state_at: now })
    .where('file_key', 'in', (query) =>
      query
        .selectFrom('blob')
        .select('file_key')
        .where(({ or, and, eb }) =>
          or([
            and([eb('state', 'in', ['reserved', 'stored']), eb('state_at', '<', before(orphanAfterMs))]),
            eb('state', '=', 'released'),
          ]),
        )
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}

/**
 * Looks in the store for what was reserved and can no longer come, and condemns what never did: a page that was closed leaves
 * urls unused, and their room must not be missing for as long as what did arrive is kept. Returns the number looked for.
 */
async function settleReserved({ db, blobs: store }: SweepServices, now: Date): Promise<number> {
  const due = await db
    .selectFrom('blob')
    .select(['file_key', 'workspace_id'])
    .where('state', '=', 'reserved')
    .where('state_at', '<', new Date(now.getTime() - rowStaysMs))
    .orderBy('state_at')
    .limit(batchSize)
    .execute();
  for (const [workspaceId, rows] of Map.groupBy(due, (row) => row.workspace_id)) {
    const fileKeys = rows.map((row) => row.file_key);
    await confirmBlobs({ db, store }, { workspaceId, fileKeys, now });
    await db
      .updateTable('blob')
      .set({ state: 'doomed', state_at: now })
      .where('file_key', 'in', fileKeys)
      .where('state', '=', 'reserved')
      .execute();
  }
  return due.length;
}

/**
 * Sweeps one round: marks up to 500 blobs as doomed, removes the bytes and rows of up to 500 doomed ones, and looks for up to
 * 500 that were reserved. Returns the number that it dealt with. May be interrupted anywhere and run concurrently: bytes go
 * first, the row and its room last.
 */
export async function sweepBlobs(services: SweepServices): Promise<number> {
  const { db, blobs, clock } = services;
  const now = clock.now();
  await condemn(db, now);
  const doomed = await db
    .selectFrom('blob')
    .select(['file_key', 'workspace_id'])
    .where('state', '=', 'doomed')
    .where('created_at', '<', new Date(now.getTime() - rowStaysMs))
    .orderBy('state_at')
    .limit(batchSize)
    .execute();
  for (let i = 0; i < doomed.length; i += deletesAtOnce) {
    const some = doomed.slice(i, i + deletesAtOnce);
    await Promise.all(
      some.map(({ workspace_id, file_key }) => blobs.delete(blobKey(workspace_id, file_key))),
    );
    await transaction(db, (tx) =>
      forgetBlobs(
        tx,
        some.map((row) => row.file_key),
      ),
    );
  }
  return doomed.length + (await settleReserved(services, now));
}

/** Sweeps until nothing is left, with a pause between rounds for everybody else. */
async function sweepAllBlobs(services: SweepServices): Promise<void> {
  while ((await sweepBlobs(services)) >= batchSize) await sleep(50);
}

/** Schedules the sweep each minute, so that room comes back soon after a document is deleted. */
export const blobSweep = (services: SweepServices): Job => ({
  name: 'blob.sweep',
  cron: '* * * * *',
  run: () => sweepAllBlobs(services),
});
