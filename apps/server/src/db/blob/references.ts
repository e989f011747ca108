/**
 * Tracks which records name which blobs. Whoever writes records calls these inside its own transaction, so that a
 * record and its reference to its blobs are committed as one: no record without a blob, no referenced blob swept.
 */
import { sql } from 'kysely';
import { type BlobStore, blobKey } from '../../adapters/blobStore/blobStore.ts';
import type { Database, Tx } from '../database.ts';

/**
 * Thrown where blobs that a record names are missing: never uploaded, swept, or another workspace's. Rolls the record
 * back.
 */
export class BlobsMissing extends Error {
  override name = 'BlobsMissing';
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

export interface RecordBlobs {
  scopeId: string;
  recordId: string;
  /** All blobs that the record names from now on; blobs that it named only before are released. */
  fileKeys: readonly string[];
}

/** The writer of a record that names blobs. Only the uploader may use a new one. */
export type BlobWriter = {
  userId: string;
  /** May name unreferenced blobs that others uploaded: a deleted record is restored. */
  restores: boolean;
  /** Returns those of the scopes that the writer reads: nobody may pass on what only others can read. */
  readable(scopeIds: string[]): Promise<Set<string>>;
};

/** That a record names a blob. */
interface Naming {
  fileKey: string;
  scopeId: string;
  recordId: string;
}

const textOf = ({ fileKey, scopeId, recordId }: Naming) => `${fileKey} ${scopeId} ${recordId}`;
const keysOf = (namings: readonly Naming[]) => [...new Set(namings.map(({ fileKey }) => fileKey))];
const anyOf = (fileKeys: readonly string[]) => sql<string>`ANY (${fileKeys}::text[])`;
const listOf = (namings: readonly Naming[]) =>
  sql`unnest(${namings.map(({ fileKey }) => fileKey)}::text[], ${namings.map(({ scopeId }) => scopeId)}::uuid[],
    ${namings.map(({ recordId }) => recordId)}::uuid[])`;

/**
 * Makes records name exactly their `fileKeys`, in as many statements as for one: their scopes are locked meanwhile. The
 * blobs must have been confirmed (`confirmBlobs`) or be in use already.
 * @throws BlobsMissing for any that is not there.
 */
export async function referenceBlobs(
  tx: Tx,
  {
    workspaceId,
    records,
    writer,
    now,
  }: { workspaceId: string; records: readonly RecordBlobs[]; writer: BlobWriter; now: Date },
): Promise<void> {
  const wanted = records.flatMap(({ fileKeys, ...record }) =>
    [...new Set(fileKeys)].map((fileKey): Naming => ({ fileKey, ...record })),
  );
  const named = await namingsOf(tx, records);
  const [wantedTexts, kept] = [new Set(wanted.map(textOf)), new Set(named.map(textOf))];
  const dropped = named.filter((naming) => !wantedTexts.has(textOf(naming)));
  const locked = await lockBlobs(tx, keysOf([...wanted, ...dropped]));
  const rows = new Map(
    locked.filter((row) => row.workspace_id === workspaceId).map((row) => [row.file_key, row]),
  );

  const others = wanted.filter(
    (naming) => rows.get(naming.fileKey)?.state === 'referenced' && !kept.has(textOf(naming)),
  );
  const read = await readOf(tx, keysOf(others), writer);
  const isUsable = (naming: Naming) => {
    const { state, uploader_id } = rows.get(naming.fileKey) ?? {};
    if (state === 'referenced') return kept.has(textOf(naming)) || read.has(naming.fileKey);
    if (state === 'released' && writer.restores) return true;
    return (state === 'stored' || state === 'released') && uploader_id === writer.userId;
  };
  const missing = keysOf(wanted.filter((naming) => !isUsable(naming)));
  if (missing.length > 0) throw new BlobsMissing(missing.join(' '));

  const added = wanted.filter((naming) => !kept.has(textOf(naming)));
  if (added.length > 0)
    await sql`INSERT INTO blob_ref (file_key, scope_id, record_id) SELECT * FROM ${listOf(added)}`.execute(
      tx,
    );
  const taken = keysOf(wanted).filter((key) => rows.get(key)?.state !== 'referenced');
  if (taken.length > 0)
    await tx
      .updateTable('blob')
      .set({ state: 'referenced', state_at: now })
      .where('file_key', '=', anyOf(taken))
      .execute();
  await dropReferences(tx, dropped, now);
}

/** Returns which blobs records name. */
async function namingsOf(
  tx: Tx,
  records: readonly { scopeId: string; recordId: string }[],
): Promise<Naming[]> {
  const { rows } = await sql<Naming>`
    SELECT r.file_key AS "fileKey", r.scope_id AS "scopeId", r.record_id AS "recordId"
    FROM blob_ref r JOIN unnest(${records.map(({ scopeId }) => scopeId)}::uuid[],
      ${records.map(({ recordId }) => recordId)}::uuid[]) AS k(scope_id, record_id) USING (scope_id, record_id)`.execute(
    tx,
  );
  return rows;
}

/** Returns those of the blobs that some record names in a scope that the writer reads. */
async function readOf(tx: Tx, fileKeys: readonly string[], { readable }: BlobWriter): Promise<Set<string>> {
  if (fileKeys.length === 0) return new Set();
  const refs = await tx
    .selectFrom('blob_ref')
    .select(['file_key', 'scope_id'])
    .where('file_key', '=', anyOf(fileKeys))
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
  const named = await namingsOf(
    tx,
    recordIds.map((recordId) => ({ scopeId, recordId })),
  );
  await lockBlobs(tx, keysOf(named));
  await dropReferences(tx, named, now);
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
    .where('file_key', '=', anyOf(fileKeys))
    .orderBy('file_key')
    .forUpdate()
    .execute();
}

/** Deletes references and releases blobs that have none left. The caller holds the locks. */
async function dropReferences(tx: Tx, dropped: readonly Naming[], now: Date): Promise<void> {
  if (dropped.length === 0) return;
  await sql`DELETE FROM blob_ref r USING ${listOf(dropped)} AS k(file_key, scope_id, record_id)
    WHERE r.file_key = k.file_key AND r.scope_id = k.scope_id AND r.record_id = k.record_id`.execute(tx);
  await tx
    .updateTable('blob')
    .set({ state: 'released', state_at: now })
    .where('file_key', '=', anyOf(keysOf(dropped)))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('blob_ref').select('record_id').whereRef('blob_ref.file_key', '=', 'blob.file_key'),
        ),
      ),
    )
    .execute();
}
