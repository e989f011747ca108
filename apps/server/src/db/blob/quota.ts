/** Room in a workspace's storage: taken before a URL is handed out, given back when the bytes are gone. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../database.ts';

/** There is no room for these parts. Nothing was reserved. */
export class OverQuota extends Error {
  override name = 'OverQuota';
}

/** Parts of a workspace that no record names yet: more at once is no upload but a fault or an attack. */
const maxOpenParts = 10_000;

export type Reservation = {
  workspaceId: string;
  uploaderId: string;
  /** Bytes of each part, as it will be stored. */
  sizes: readonly number[];
  limitBytes: number;
  now: Date;
};

/**
 * Reserves room for parts and gives their new file keys, in the order of `sizes`.
 * @throws OverQuota when they do not all fit.
 */
export async function reserveBlobs(
  tx: Tx,
  { workspaceId, uploaderId, sizes, limitBytes, now }: Reservation,
): Promise<string[]> {
  const total = sizes.reduce((sum, size) => sum + size, 0);
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
  if (numUpdatedRows === 0n) throw new OverQuota('the storage of this workspace is full');
  const { open } = await tx
    .selectFrom('blob')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', ['reserved', 'stored'])
    .executeTakeFirstOrThrow();
  if (open + sizes.length > maxOpenParts) throw new OverQuota('too many uploads at once');

  const rows = sizes.map((size) => ({
    file_key: randomBytes(16).toString('hex'),
    workspace_id: workspaceId,
    uploader_id: uploaderId,
    size,
    state: 'reserved' as const,
    created_at: now,
    state_at: now,
  }));
  await tx.insertInto('blob').values(rows).execute();
  return rows.map((row) => row.file_key);
}

/** Forgets doomed blobs whose bytes are gone, and gives their room back. Rows that another sweep took count once. */
export async function forgetBlobs(tx: Tx, fileKeys: readonly string[]): Promise<void> {
  const gone = await tx
    .deleteFrom('blob')
    .where('file_key', 'in', [...fileKeys])
    .where('state', '=', 'doomed')
    .returning(['workspace_id', 'size'])
    .execute();
  const freed = new Map<string, number>();
  for (const { workspace_id, size } of gone) freed.set(workspace_id, (freed.get(workspace_id) ?? 0) + size);
  // In one order everywhere, so that two sweeps never wait for each other.
  for (const [workspaceId, bytes] of [...freed].sort(([a], [b]) => (a < b ? -1 : 1)))
    await tx
      .updateTable('blob_usage')
      .set({ bytes: sql<number>`bytes - ${bytes}` })
      .where('workspace_id', '=', workspaceId)
      .execute();
}

/** Bytes that each of these workspaces takes up; those without any are missing. */
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
