/**
 * Tracks which records name which blobs. Whoever writes records calls these inside its own transaction, so that a
 * record and its reference to its blobs are committed as one: no record without a blob, no referenced blob swept.
 */
import { type BlobStore, blobKey } from '../../adapters/blobStore/blobStore.ts';
import type { Database, Tx } from '../database.ts';

/**
 * Thrown where blobs that a record names are missing: never uploaded, swept, or another workspace's. Rolls the record
 * back.
 */
export class BlobsMissing extends Error {
  override name = 'BlobsMissing';
  readonly fileKeys: string[];

  constructor(fileKeys: string[]) {
    super(`${fileKeys.length} blobs are missing`);
    this.fileKeys = fileKeys;
  }
}

const headsAtOnce = 16;

/**
 * Asks the store which reserved blobs have arrived and marks them stored. Call it before the transaction that
 * references them, so that no row is locked while a store answers. What has not arrived stays `reserved`.
 */
export async function confirmBlobs(
  { db, store }: { db: Database; store: BlobStore },
  { workspaceId, fileKeys, now }: { workspaceId: string; fileKeys: readonly string[]; now: Date },
): Promise<void> {
  if (fileKeys.length === 0) return;
  const reserved = await db
    .selectFrom('blob')
    .select(['file_key', 'size'])
    .where('file_key', 'in', [...fileKeys])
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'reserved')
    .execute();
  const arrived: string[] = [];
  for (let i = 0; i < reserved.length; i += headsAtOnce) {
    const some = reserved.slice(i, i + headsAtOnce);
    const heads = await Promise.all(some.map(({ file_key }) => store.head(blobKey(workspaceId, file_key))));
    some.forEach(({ file_key, size }, at) => {
      if (heads[at]?.size === size) arrived.push(file_key);
    });
  }
  if (arrived.length === 0) return;
  await db
    .updateTable('blob')
    .set({ state: 'stored', state_at: now })
    .where('file_key', 'in', arrived)
    .where('state', '=', 'reserved')
    .execute();
}

export type RecordBlobs = {
  workspaceId: string;
  scopeId: string;
  recordId: string;
  /** All blobs that the record names from now on; blobs that it named only before are released. */
  fileKeys: readonly string[];
  writer: BlobWriter;
  now: Date;
};

/** The writer of a record that names blobs. Only the uploader may use a new one. */
export type BlobWriter = {
  userId: string;
  /** May name unreferenced blobs that others uploaded: a deleted record is restored. */
  restores: boolean;
  /** Returns those of the scopes that the writer reads: nobody may pass on what only others can read. */
  readable(scopeIds: string[]): Promise<Set<string>>;
};

/**
 * Makes a record name exactly `fileKeys`. They must have been confirmed (`confirmBlobs`) or be in use already.
 * @throws BlobsMissing for any that is not there.
 */
export async function referenceBlobs(
  tx: Tx,
  { workspaceId, scopeId, recordId, fileKeys, writer, now }: RecordBlobs,
): Promise<void> {
  const wanted = new Set(fileKeys);
  const named = await tx
    .selectFrom('blob_ref')
    .select('file_key')
    .where('scope_id', '=', scopeId)
    .where('record_id', '=', recordId)
    .execute();
  const dropped = named.map((row) => row.file_key).filter((key) => !wanted.has(key));
  const rows = await lockBlobs(tx, [...wanted, ...dropped]);

  const kept = new Set(named.map((row) => row.file_key));
  const within = rows.filter((row) => row.workspace_id === workspaceId);
  const others = within.filter(({ state, file_key }) => state === 'referenced' && !kept.has(file_key));
  const read = await readOf(
    tx,
    others.map((row) => row.file_key),
    writer,
  );
  const usable = new Map(
    within
      .filter(({ file_key, state, uploader_id }) => {
        if (state === 'referenced') return kept.has(file_key) || read.has(file_key);
        if (state === 'released' && writer.restores) return true;
        return (state === 'stored' || state === 'released') && uploader_id === writer.userId;
      })
      .map((row) => [row.file_key, row.state]),
  );
  const missing = [...wanted].filter((key) => !usable.has(key));
  if (missing.length > 0) throw new BlobsMissing(missing);

  if (wanted.size > 0)
    await tx
      .insertInto('blob_ref')
      .values([...wanted].map((file_key) => ({ file_key, scope_id: scopeId, record_id: recordId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const taken = [...wanted].filter((key) => usable.get(key) !== 'referenced');
  if (taken.length > 0)
    await tx
      .updateTable('blob')
      .set({ state: 'referenced', state_at: now })
      .where('file_key', 'in', taken)
      .execute();
  await dropReferences(tx, { scopeId, recordId, fileKeys: dropped, now });
}

/** Returns those of the blobs that some record names in a scope that the writer reads. */
async function readOf(tx: Tx, fileKeys: readonly string[], { readable }: BlobWriter): Promise<Set<string>> {
  if (fileKeys.length === 0) return new Set();
  const refs = await tx
    .selectFrom('blob_ref')
    .select(['file_key', 'scope_id'])
    .where('file_key', 'in', [...fileKeys])
    .execute();
  const scopeIds = await readable([...new Set(refs.map((ref) => ref.scope_id))]);
  return new Set(refs.filter((ref) => scopeIds.has(ref.scope_id)).map((ref) => ref.file_key));
}

/** Releases all blobs of records that are deleted. The sweep removes a blob once no record names it. */
export async function releaseBlobs(
  tx: Tx,
  { scopeId, recordIds, now }: { scopeId: string; recordIds: readonly string[]; now: Date },
): Promise<void> {
  if (recordIds.length === 0) return;
  const named = await tx
    .selectFrom('blob_ref')
    .select(['file_key', 'record_id'])
    .where('scope_id', '=', scopeId)
    .where('record_id', 'in', [...recordIds])
    .execute();
  await lockBlobs(
    tx,
    named.map((row) => row.file_key),
  );
  for (const recordId of recordIds) {
    const fileKeys = named.filter((row) => row.record_id === recordId).map((row) => row.file_key);
    await dropReferences(tx, { scopeId, recordId, fileKeys, now });
  }
}

/** Releases everything that a deleted workspace stored. */
export async function releaseWorkspaceBlobs(tx: Tx, workspaceId: string, now: Date): Promise<void> {
  const ofWorkspace = tx.selectFrom('blob').select('file_key').where('workspace_id', '=', workspaceId);
  await ofWorkspace.orderBy('file_key').forUpdate().execute();
  await tx.deleteFrom('blob_ref').where('file_key', 'in', ofWorkspace).execute();
  await tx
    .updateTable('blob')
    .set({ state: 'released', state_at: now })
    .where('workspace_id', '=', workspaceId)
    .where('state', 'not in', ['released', 'doomed'])
    .execute();
}

/**
 * Locks blobs, in one order everywhere. References change only under this lock, so that of two records that release
 * one blob at the same time the second sees that it is the last.
 */
async function lockBlobs(tx: Tx, fileKeys: readonly string[]) {
  if (fileKeys.length === 0) return [];
  return tx
    .selectFrom('blob')
    .select(['file_key', 'workspace_id', 'uploader_id', 'state'])
    .where('file_key', 'in', [...new Set(fileKeys)])
    .orderBy('file_key')
    .forUpdate()
    .execute();
}

/** Deletes references and releases blobs that have none left. The caller holds the locks. */
async function dropReferences(
  tx: Tx,
  {
    scopeId,
    recordId,
    fileKeys,
    now,
  }: { scopeId: string; recordId: string; fileKeys: readonly string[]; now: Date },
): Promise<void> {
  if (fileKeys.length === 0) return;
  await tx
    .deleteFrom('blob_ref')
    .where('scope_id', '=', scopeId)
    .where('record_id', '=', recordId)
    .where('file_key', 'in', [...fileKeys])
    .execute();
  await tx
    .updateTable('blob')
    .set({ state: 'released', state_at: now })
    .where('file_key', 'in', [...fileKeys])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blob_ref').select('record_id').whereRef('blob_ref.file_key', '=', 'blob.file_key'),
        ),
      ),
    )
    .execute();
}
