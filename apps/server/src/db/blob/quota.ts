/** Reserves a workspace's storage before a URL is handed out, and frees it when the bytes are deleted. */
import { randomBytes } from 'node:crypto';
import { leastCounted, partBytes } from '@kontor/contract/wire/protocol';
import { sql } from 'kysely';
import type { Database, Tx } from '../database.ts';

/** Thrown where these parts do not fit, by `missing` bytes. Nothing was reserved. */
export class OverQuota extends Error {
  override name = 'OverQuota';
  readonly missing: number;

  constructor(missing: number) {
    super('the storage of this workspace is full');
    this.missing = missing;
  }
}

/** Thrown where so many small parts wait for their records that no more are taken now. Nothing was reserved. */
export class TooManyParts extends Error {
  override name = 'TooManyParts';
}

/**
 * Most parts of one uploader that no record names yet and that are shorter than those of a long file. A file under way has one
 * of them, its last: more at once is no upload but a bug or an attack. Whole parts are not counted, since each takes 4 MiB
 * of the workspace's storage, which bounds their rows; a bound on their number would let large files of several people keep each
 * other from ever ending, since none of their parts is named before its file is complete.
 */
const maxSmallParts = 10_000;

export type Reservation = {
  workspaceId: string;
  uploaderId: string;
  /** Bytes of each part, as it will be stored. */
  sizes: readonly number[];
  limitBytes: number;
  now: Date;
};

const countedOf = (size: number) => Math.max(size, leastCounted);

/**
 * Reserves storage for parts and returns their new file keys, in the order of `sizes`.
 * @throws OverQuota when they do not all fit; TooManyParts
 */
export async function reserveBlobs(
  tx: Tx,
  { workspaceId, uploaderId, sizes, limitBytes, now }: Reservation,
): Promise<string[]> {
  const total = sizes.reduce((sum, size) => sum + countedOf(size), 0);
  await tx
    .insertInto('blob_usage')
    .values({ workspace_id: workspaceId, bytes: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // Waits for the row and looks again (READ COMMITTED), so that parallel reservations add up.
  const { numUpdatedRows } = await tx
    .updateTable('blob_usage')
    .set({ bytes: sql<number>`bytes + ${total}` })
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`bytes + ${total} <= ${limitBytes}`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    const used = (await storageUsed(tx, [workspaceId])).get(workspaceId) ?? 0;
    throw new OverQuota(used + total - limitBytes);
  }
  const small = sizes.filter((size) => size < partBytes).length;
  if (small > 0) {
    const { open } = await tx
      .selectFrom('blob')
      .select(({ fn }) => fn.countAll<number>().as('open'))
      .where('workspace_id', '=', workspaceId)
      .where('uploader_id', '=', uploaderId)
      .where('state', 'in', ['reserved', 'stored'])
      .where('size', '<', partBytes)
      .executeTakeFirstOrThrow();
    if (open + small > maxSmallParts) throw new TooManyParts('too many uploads at once');
  }

  const rows = sizes.map((size) => ({
    file_key: randomBytes(16).toString('hex'),
    workspace_id: workspaceId,
    uploader_id: uploaderId,
    size,
    counted: countedOf(size),
    state: 'reserved' as const,
    created_at: now,
    state_at: now,
  }));
  await tx.insertInto('blob').values(rows).execute();
  return rows.map((row) => row.file_key);
}

/**
 * Deletes the rows of doomed blobs whose bytes are gone, and frees their storage. A row that another sweep took counts
 * once.
 */
export async function forgetBlobs(tx: Tx, fileKeys: readonly string[]): Promise<void> {
  const gone = await tx
    .deleteFrom('blob')
    .where('file_key', 'in', [...fileKeys])
    .where('state', '=', 'doomed')
    .returning(['workspace_id', 'counted'])
    .execute();
  const freed = new Map<string, number>();
  for (const { workspace_id, counted } of gone)
    freed.set(workspace_id, (freed.get(workspace_id) ?? 0) + counted);
  // In one order everywhere, so that two sweeps never wait for each other.
  for (const [workspaceId, bytes] of [...freed].sort(([a], [b]) => (a < b ? -1 : 1)))
    await tx
      .updateTable('blob_usage')
      .set({ bytes: sql<number>`bytes - ${bytes}` })
      .where('workspace_id', '=', workspaceId)
      .execute();
}

/** Returns the bytes that each of these workspaces uses; workspaces without any are missing. */
export async function storageUsed(
  db: Database | Tx,
  workspaceIds: readonly string[],
): Promise<Map<string, number>> {
  if (workspaceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('blob_usage')
    .selectAll()
    .where('workspace_id', 'in', [...workspaceIds])
    .execute();
  return new Map(rows.map((row) => [row.workspace_id, row.bytes]));
}
