/** A server with three people who upload, and helpers that do what the writer of records does with their uploads. */

import type { Actor } from '@kontor/contract/capability';
import type { Presigned } from '@kontor/contract/wire/blob';
import { expect } from 'vitest';
import { blobKey } from '../adapters/blobStore/blobStore.ts';
import { type BlobWriter, confirmBlobs, referenceBlobs, releaseBlobs } from '../db/blob/references.ts';
import { transaction } from '../db/database.ts';
import { type BlobAccess, blobCalls } from '../features/blob/calls.ts';
import { sweepBlobs } from '../features/blob/sweep.ts';
import { composeFeatures } from '../features.ts';
import { createSignedIn, type TestAccount } from './accounts.ts';
import { startTestServer, type TestServer } from './server.ts';
import { newId } from './workspaces.ts';

/** Makes a writer of documents who reads every scope. */
export const writerOf = ({ userId }: { userId: string }): BlobWriter => ({
  userId,
  restores: true,
  readable: async (scopeIds) => new Set(scopeIds),
});

export class BlobWorld {
  server!: TestServer;
  ada!: TestAccount;
  bob!: TestAccount;
  /** A stranger to every workspace until enrolled. */
  guest!: TestAccount;
  /** The workspace of all calls below; changed by the test. */
  workspaceId = newId();
  /** Bytes that every workspace may store. */
  limit = 0;
  /** Readers of each scope. */
  readonly readers = new Map<string, string[]>();
  readonly #members = new Map<string, Actor>();

  async start(): Promise<void> {
    // Stands in for the tables that say who is who: these tests are about blobs.
    const access: BlobAccess = {
      actorIn: async (userId, workspaceId) => this.#members.get(`${workspaceId} ${userId}`),
      readableScopes: async ({ userId }, _workspace, scopeIds) =>
        new Set(scopeIds.filter((scopeId) => this.readers.get(scopeId)?.includes(userId))),
      accessIn: async () => 'full' as const,
      holdWorkspace: async () => true,
      fileLimit: async () => this.limit,
    };
    this.server = await startTestServer({
      features: (services) => {
        const all = composeFeatures(services);
        return { ...all, calls: { ...all.calls, blob: blobCalls({ ...services, access }) } };
      },
    });
    const people = await Promise.all([1, 2, 3].map(() => createSignedIn(this.server)));
    [this.ada, this.bob, this.guest] = people as [TestAccount, TestAccount, TestAccount];
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Starts a workspace with Ada and Bob in it, and room. */
  createWorkspace(): string {
    this.workspaceId = newId();
    this.limit = 1 << 30;
    this.enrol(this.ada);
    this.enrol(this.bob);
    return this.workspaceId;
  }

  enrol({ userId }: TestAccount, more: Partial<Actor> = {}): void {
    const actor: Actor = { userId, role: 'EMPLOYEE', status: 'ACTIVE', isOwner: false, ...more };
    this.#members.set(`${this.workspaceId} ${userId}`, actor);
  }

  call<T = { code?: string }>(who: TestAccount, method: string, path: string, json?: unknown) {
    const headers = { 'x-workspace-id': this.workspaceId };
    return who.client.call<T>(method, path, { headers, ...(json !== undefined && { json }) });
  }

  presign(who: TestAccount, sizes: readonly number[]) {
    const path = `/api/s3/pre-signed-url?count=${sizes.length}&sizes=${sizes}`;
    return this.call<Presigned[]>(who, 'GET', path);
  }

  download(who: TestAccount, fileKeys: string[]) {
    return this.call<Presigned[]>(who, 'POST', '/api/s3/download-urls', { fileKeys });
  }

  remove(who: TestAccount, fileKey: string) {
    return this.call(who, 'POST', '/api/s3/delete', { fileKey });
  }

  put(url: string, size: number) {
    return fetch(new URL(url, this.server.url), { method: 'PUT', body: new Uint8Array(size).fill(7) });
  }

  /** Uploads parts of these sizes, which no record names. */
  async upload(who: TestAccount, ...sizes: number[]): Promise<string[]> {
    const { body } = await this.presign(who, sizes);
    const answers = await Promise.all(body.map(({ url }, at) => this.put(url, sizes[at]!)));
    expect(answers.map((answer) => answer.status)).toEqual(sizes.map(() => 200));
    return body.map(({ fileKey }) => fileKey);
  }

  /** Names blobs in a record as its writer does: confirmed first, claimed in the transaction. */
  async name(
    { userId }: TestAccount,
    fileKeys: string[],
    { scopeId = newId(), recordId = newId() }: { scopeId?: string; recordId?: string } = {},
  ) {
    const { db, blobs: store } = this.server.services;
    const { workspaceId } = this;
    const now = this.server.clock.now();
    const writer = writerOf({ userId });
    await confirmBlobs({ db, store }, { workspaceId, fileKeys, now });
    await transaction(db, (tx) =>
      referenceBlobs(tx, { workspaceId, records: [{ scopeId, recordId, fileKeys }], writer, now }),
    );
    return { scopeId, recordId };
  }

  release(scopeId: string, ...recordIds: string[]) {
    const now = this.server.clock.now();
    return transaction(this.server.services.db, (tx) => releaseBlobs(tx, { scopeId, recordIds, now }));
  }

  async sweep(): Promise<void> {
    while ((await sweepBlobs(this.server.services)) > 0);
  }

  async stateOf(fileKey: string): Promise<string | undefined> {
    const row = await this.server.services.db
      .selectFrom('blob')
      .select('state')
      .where('file_key', '=', fileKey)
      .executeTakeFirst();
    return row?.state;
  }

  async isStored(fileKey: string): Promise<boolean> {
    return (await this.server.services.blobs.head(blobKey(this.workspaceId, fileKey))) !== undefined;
  }

  /** Returns the counter, after checking that it is the sum of the rows. */
  async used(): Promise<number> {
    const { rows } = await this.server.services.pool.query<{ counted: number; summed: number }>(
      `SELECT coalesce((SELECT bytes FROM blob_usage WHERE workspace_id = $1), 0) AS counted,
              (SELECT coalesce(sum(counted), 0)::bigint FROM blob WHERE workspace_id = $1) AS summed`,
      [this.workspaceId],
    );
    expect(rows[0]!.counted).toBe(rows[0]!.summed);
    return rows[0]!.counted;
  }
}
