/** Calls for stored blobs: room and URLs for uploads, URLs for downloads, deleting an upload. */

import { type Actor, can } from '@kontor/contract/capability';
import type { SubscriptionAccess } from '@kontor/contract/server/subscription';
import type { Presigned } from '@kontor/contract/wire/blob';
import { headers, maxPartBytes } from '@kontor/contract/wire/protocol';
import { uuid } from '@kontor/contract/wire/shapes';
import type { FastifyRequest } from 'fastify';
import { blobKey } from '../../adapters/blobStore/blobStore.ts';
import { OverQuota, reserveBlobs, TooManyParts } from '../../db/blob/quota.ts';
import { type Tx, transaction } from '../../db/database.ts';
import { inTurn } from '../../db/turns.ts';
import { signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { writesOf } from '../../sync/changes/groupCommit.ts';

/** The facts about people and scopes that blobs need; the workspace's own tables answer them. */
export type BlobAccess = {
  /** Returns somebody's membership in a workspace, undefined for non-members. */
  actorIn(userId: string, workspaceId: string): Promise<Actor | undefined>;
  /** Returns those of the scopes that the actor reads. */
  readableScopes(actor: Actor, workspaceId: string, scopeIds: string[]): Promise<Set<string>>;
  /** Returns what a workspace's people may do by its subscription. */
  accessIn(workspaceId: string): Promise<SubscriptionAccess>;
  /** Keeps a workspace until the transaction ends; returns false where it is deleted already. */
  holdWorkspace(tx: Tx, workspaceId: string): Promise<boolean>;
  /** Returns the bytes that a workspace may store in files. */
  fileLimit(workspaceId: string): Promise<number>;
};

export type BlobServices = Pick<Services, 'db' | 'blobs' | 'clock'> & { access: BlobAccess };

export function blobCalls({ db, blobs, clock, access }: BlobServices) {
  /** Returns the workspace that the header names and the caller's membership; LOCKED and INACTIVE are refused. */
  const enter = async (request: FastifyRequest, userId: string) => {
    const named = uuid.safeParse(request.headers[headers.workspace]);
    if (!named.success) throw fail('INVALID_WORKSPACE');
    const actor = await access.actorIn(userId, named.data);
    if (!actor) throw fail('NOT_FOUND');
    if (actor.status !== 'ACTIVE') throw fail('PERMISSION_DENIED');
    return { workspaceId: named.data, actor };
  };

  const presign = signedInCalls.blob.presign.handler(async ({ context, input }): Promise<Presigned[]> => {
    const { workspaceId, actor } = await enter(context.request, context.signedIn.userId);
    if (!can(actor, 'document.create')) throw fail('PERMISSION_DENIED');
    const sizes = input.sizes.split(',').map(Number);
    if (sizes.length !== input.count) throw fail('BAD_INPUT', { message: 'sizes: one for each part' });
    if ((await access.accessIn(workspaceId)) !== 'full') throw fail('SUBSCRIPTION_EXPIRED');
    if (sizes.some((size) => size < 1 || size > maxPartBytes))
      throw fail('BAD_INPUT', { message: `sizes: 1 to ${maxPartBytes} bytes` });
    const limitBytes = await access.fileLimit(workspaceId);
    const uploaderId = actor.userId;
    const reserve = async (tx: Tx) => {
      if (!(await access.holdWorkspace(tx, workspaceId))) throw fail('NOT_FOUND');
      return reserveBlobs(tx, { workspaceId, uploaderId, sizes, limitBytes, now: clock.now() });
    };
    // One at a time: whoever asks for many holds no more than one connection while others take room.
    const reserved = inTurn(db, writesOf(uploaderId), () => transaction(db, reserve));
    const fileKeys = await reserved.catch((error) => {
      if (error instanceof OverQuota) throw fail('OVER_QUOTA', { data: { missing: error.missing } });
      throw error instanceof TooManyParts ? fail('THROTTLED', { data: { retryAfter: 60 } }) : error;
    });
    return Promise.all(
      fileKeys.map(async (fileKey, at) => ({
        fileKey,
        url: await blobs.presignPut(blobKey(workspaceId, fileKey), sizes[at]!),
      })),
    );
  });

  /**
   * Signs URLs for downloads. A blob is readable through any record that names it in a scope one reads, else for its
   * uploader alone.
   */
  const download = signedInCalls.blob.download.handler(async ({ context, input }): Promise<Presigned[]> => {
    const { workspaceId, actor } = await enter(context.request, context.signedIn.userId);
    const fileKeys = [...new Set(input.fileKeys)];
    const rows = await db
      .selectFrom('blob')
      .leftJoin('blob_ref', 'blob_ref.file_key', 'blob.file_key')
      .select(['blob.file_key', 'uploader_id', 'scope_id'])
      .where('blob.file_key', 'in', fileKeys)
      .where('workspace_id', '=', workspaceId)
      .where('state', '!=', 'doomed')
      .execute();
    const scopeIds = new Set(rows.flatMap((row) => row.scope_id ?? []));
    const readable = scopeIds.size
      ? await access.readableScopes(actor, workspaceId, [...scopeIds])
      : new Set<string>();
    const allowed = new Set(
      rows
        .filter((row) => (row.scope_id ? readable.has(row.scope_id) : row.uploader_id === actor.userId))
        .map((row) => row.file_key),
    );
    if (!fileKeys.every((fileKey) => allowed.has(fileKey))) throw fail('NOT_FOUND');
    return Promise.all(
      fileKeys.map(async (fileKey) => ({
        fileKey,
        url: await blobs.presignGet(blobKey(workspaceId, fileKey)),
      })),
    );
  });

  /**
   * Deletes an upload of the caller's that no record names. A blob that a record names goes with the record. The sweep
   * frees the room, once no URL can bring the bytes again.
   */
  const remove = signedInCalls.blob.delete.handler(async ({ context, input }) => {
    const { workspaceId, actor } = await enter(context.request, context.signedIn.userId);
    const row = await db
      .selectFrom('blob')
      .select(['uploader_id', 'state'])
      .where('file_key', '=', input.fileKey)
      .where('workspace_id', '=', workspaceId)
      .executeTakeFirst();
    if (row?.uploader_id !== actor.userId) throw fail('NOT_FOUND');
    const { numUpdatedRows } = await db
      .updateTable('blob')
      .set({ state: 'doomed', state_at: clock.now() })
      .where('file_key', '=', input.fileKey)
      .where('state', '!=', 'referenced')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw fail('PERMISSION_DENIED');
    await blobs.delete(blobKey(workspaceId, input.fileKey));
    return {};
  });

  return { presign, download, delete: remove };
}
