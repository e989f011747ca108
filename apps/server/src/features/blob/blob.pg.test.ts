import type { Presigned } from '@kontor/contract/blob';
import type { Actor } from '@kontor/contract/capability';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BlobStore, blobKey } from '../../adapters/blobStore/blobStore.ts';
import { storageUsed } from '../../db/blob/quota.ts';
import {
  BlobsMissing,
  confirmBlobs,
  referenceBlobs,
  releaseBlobs,
  releaseWorkspaceBlobs,
} from '../../db/blob/references.ts';
import { transaction } from '../../db/database.ts';
import { composeFeatures } from '../../features.ts';
import { uuidv7 } from '../../http/uuid.ts';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { type BlobAccess, blobCalls } from './calls.ts';
import { orphanAfterMs, rowStaysMs, sweepBlobs } from './sweep.ts';

const id = () => uuidv7(new Date());

let server: TestServer;
let ada: TestAccount;
let bob: TestAccount;
let guest: TestAccount;

/** Who is in which workspace and reads which scope: what other tables answer in the product. */
const members = new Map<string, Actor>();
const readers = new Map<string, string[]>();
let limit: number;
let workspaceId: string;

const enrol = (
  account: TestAccount,
  more: Partial<Actor> = {},
  workspace: string = workspaceId,
): Map<string, Actor> =>
  members.set(`${workspace} ${account.userId}`, {
    userId: account.userId,
    role: 'EMPLOYEE',
    status: 'ACTIVE',
    isOwner: false,
    ...more,
  });

beforeAll(async () => {
  server = await startTestServer({
    features: (services) => {
      const all = composeFeatures(services);
      const access: BlobAccess = {
        actorIn: async (userId, workspace) => members.get(`${workspace} ${userId}`),
        readableScopes: async ({ userId }, _workspace, scopeIds) =>
          new Set(scopeIds.filter((scopeId) => readers.get(scopeId)?.includes(userId))),
        storageLimit: async () => limit,
      };
      return { ...all, calls: { ...all.calls, blob: blobCalls({ ...services, access }) } };
    },
  });
  [ada, bob, guest] = await Promise.all([
    createSignedIn(server),
    createSignedIn(server),
    createSignedIn(server),
  ]);
});

afterAll(() => server.stop());

beforeEach(() => {
  workspaceId = id();
  limit = 1 << 30;
  enrol(ada);
  enrol(bob);
});

const call = <T = { code?: string }>(who: TestAccount, method: string, path: string, json?: unknown) =>
  who.client.call<T>(method, path, {
    headers: { 'x-workspace-id': workspaceId },
    ...(json === undefined ? {} : { json }),
  });

const presign = (who: TestAccount, sizes: readonly number[]) =>
  call<Presigned[]>(who, 'GET', `/api/s3/pre-signed-url?count=${sizes.length}&sizes=${sizes}`);

const download = (who: TestAccount, fileKeys: string[]) =>
  call<Presigned[]>(who, 'POST', '/api/s3/download-urls', { fileKeys });

const remove = (who: TestAccount, fileKey: string) =>
  call(who, 'POST', '/api/s3/delete', { fileKey, isPublic: false });

const put = (url: string, size: number) =>
  fetch(new URL(url, server.url), { method: 'PUT', body: new Uint8Array(size).fill(7) });

/** Uploaded parts of these sizes, not named by any record. */
async function upload(who: TestAccount, ...sizes: number[]): Promise<string[]> {
  const { body } = await presign(who, sizes);
  const answers = await Promise.all(body.map(({ url }, at) => put(url, sizes[at]!)));
  expect(answers.map((answer) => answer.status)).toEqual(sizes.map(() => 200));
  return body.map(({ fileKey }) => fileKey);
}

/** What the writer of a record does: confirm, then name the blobs in its transaction. */
async function name(
  who: TestAccount,
  fileKeys: string[],
  { scopeId = id(), recordId = id() }: { scopeId?: string; recordId?: string } = {},
) {
  const { db, blobs: store } = server.services;
  const now = server.clock.now();
  await confirmBlobs({ db, store }, { workspaceId, fileKeys, now });
  await transaction(db, (tx) =>
    referenceBlobs(tx, { workspaceId, scopeId, recordId, fileKeys, userId: who.userId, now }),
  );
  return { scopeId, recordId };
}

const release = (scopeId: string, ...recordIds: string[]) =>
  transaction(server.services.db, (tx) => releaseBlobs(tx, { scopeId, recordIds, now: server.clock.now() }));

const sweep = async () => {
  while ((await sweepBlobs(server.services)) > 0);
};

const stateOf = async (fileKey: string) =>
  (
    await server.services.db
      .selectFrom('blob')
      .select('state')
      .where('file_key', '=', fileKey)
      .executeTakeFirst()
  )?.state;

const isStored = async (fileKey: string) =>
  (await server.services.blobs.head(blobKey(workspaceId, fileKey))) !== undefined;

/** The counter, after checking that it is the sum of the rows. */
async function used(): Promise<number> {
  const { rows } = await server.services.pool.query<{ counted: number; summed: number }>(
    `SELECT coalesce((SELECT bytes FROM blob_usage WHERE workspace_id = $1), 0) AS counted,
            (SELECT coalesce(sum(size), 0)::bigint FROM blob WHERE workspace_id = $1) AS summed`,
    [workspaceId],
  );
  expect(rows[0]!.counted).toBe(rows[0]!.summed);
  return rows[0]!.counted;
}

describe('an upload', () => {
  it('goes from room to bytes to a record to its readers, and ends with the record', async () => {
    const fileKeys = await upload(ada, 1000, 4 * 1_048_576);
    expect(await used()).toBe(1000 + 4 * 1_048_576);
    const { scopeId, recordId } = await name(ada, fileKeys);
    expect(await stateOf(fileKeys[0]!)).toBe('referenced');

    readers.set(scopeId, [bob.userId]);
    const { body } = await download(bob, fileKeys);
    expect(body.map(({ fileKey }) => fileKey)).toEqual(fileKeys);
    const part = await fetch(new URL(body[0]!.url, server.url));
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));

    await release(scopeId, recordId);
    expect(await stateOf(fileKeys[0]!)).toBe('released');
    server.clock.advance(rowStaysMs + 1);
    await sweep();
    expect(await isStored(fileKeys[0]!)).toBe(false);
    expect(await used()).toBe(0);
    expect((await download(bob, fileKeys)).status).toBe(404);
  });

  it('needs a session, a workspace, a place in it, and the right', async () => {
    const anonymous = await fetch(`${server.url}/api/s3/pre-signed-url?count=1&sizes=10`);
    expect(anonymous.status).toBe(401);
    const bare = await ada.client.call('GET', '/api/s3/pre-signed-url?count=1&sizes=10');
    expect([bare.status, bare.body]).toMatchObject([400, { code: 'INVALID_WORKSPACE' }]);
    expect((await presign(guest, [10])).status).toBe(404);
    for (const more of [{ status: 'LOCKED' }, { status: 'INACTIVE' }, { role: 'CUSTOMER' }] as const) {
      enrol(guest, more);
      expect((await presign(guest, [10])).status).toBe(403);
    }
    expect(await used()).toBe(0);
  });

  it.each([
    ['count=2&sizes=10', 'fewer sizes than parts'],
    ['count=1&sizes=0', 'an empty part'],
    ['count=1&sizes=4195329', 'a part over the maximum'],
    ['count=1&sizes=99999999999999999999999999', 'an absurd size'],
    ['count=1&sizes=-5', 'a negative size'],
    ['count=1&sizes=1e3', 'no digits'],
    ['count=101&sizes=1', 'too many parts'],
    ['count=1', 'no size'],
  ])('is refused with %s (%s)', async (query) => {
    expect((await call(ada, 'GET', `/api/s3/pre-signed-url?${query}`)).status).toBe(400);
    expect(await used()).toBe(0);
  });

  it('cannot use its url once that is 300 s old', async () => {
    const { body } = await presign(ada, [10]);
    server.clock.advance(301_000);
    expect((await put(body[0]!.url, 10)).status).toBe(403);
  });
});

describe('the limit', () => {
  it('holds against 50 parallel uploads, and what was accepted is whole', async () => {
    const size = 1_048_576;
    limit = 10 * size + size / 2;
    const highest = { value: 0 };
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        const bytes = await storageUsed(server.services.db, [workspaceId]);
        highest.value = Math.max(highest.value, bytes.get(workspaceId) ?? 0);
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const answer = await presign(at % 2 ? ada : bob, [size]);
        if (answer.status === 200) expect((await put(answer.body[0]!.url, size)).status).toBe(200);
        return answer;
      }),
    );
    isDone = true;
    await watch;
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(10);
    expect(highest.value).toBeGreaterThan(0);
    expect(highest.value).toBeLessThanOrEqual(limit);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body]).toMatchObject([409, { code: 'OVER_QUOTA' }]);
    for (const { body } of accepted)
      expect(await server.services.blobs.head(blobKey(workspaceId, body[0]!.fileKey))).toEqual({ size });
    expect(await used()).toBe(10 * size);
  });

  it('takes a batch whole or not at all, and counts each workspace for itself', async () => {
    limit = 100;
    expect((await presign(ada, [60, 60])).status).toBe(409);
    expect(await used()).toBe(0);
    expect((await presign(ada, [60, 40])).status).toBe(200);
    expect((await presign(ada, [1])).status).toBe(409);
    const first = workspaceId;
    workspaceId = id();
    enrol(ada);
    expect((await presign(ada, [60])).status).toBe(200);
    expect(await storageUsed(server.services.db, [first, workspaceId, id()])).toEqual(
      new Map([
        [first, 100],
        [workspaceId, 60],
      ]),
    );
  });
});

describe('a record', () => {
  it('cannot name what never arrived, is of another, or is gone', async () => {
    const notUploaded = (await presign(ada, [10])).body[0]!.fileKey;
    const [ofBob] = await upload(bob, 10);
    const [deleted] = await upload(ada, 10);
    await remove(ada, deleted!);
    const home = workspaceId;
    workspaceId = id();
    enrol(ada);
    const [elsewhere] = await upload(ada, 10);
    workspaceId = home;
    const [good] = await upload(ada, 10);
    for (const bad of [notUploaded, ofBob!, deleted!, elsewhere!, 'f'.repeat(32)]) {
      const failure = await name(ada, [good!, bad]).catch((error) => error);
      expect(failure).toBeInstanceOf(BlobsMissing);
      expect(failure.fileKeys).toEqual([bad]);
    }
    expect(await stateOf(good!)).toBe('stored');
    await name(ada, [good!]);
  });

  it('that is written again lets go of what it names no more', async () => {
    const [old, kept, fresh] = (await upload(ada, 10, 10, 10)) as [string, string, string];
    const where = await name(ada, [old, kept]);
    await name(ada, [kept, fresh], where);
    expect(await Promise.all([old, kept, fresh].map(stateOf))).toEqual([
      'released',
      'referenced',
      'referenced',
    ]);
  });

  it('that moves keeps its blobs, in either order, by whoever moves it', async () => {
    const fileKeys = await upload(ada, 10);
    const from = await name(ada, fileKeys);
    const to = { scopeId: id(), recordId: from.recordId };
    const now = server.clock.now();
    await transaction(server.services.db, async (tx) => {
      await releaseBlobs(tx, { scopeId: from.scopeId, recordIds: [from.recordId], now });
      await referenceBlobs(tx, { workspaceId, ...to, fileKeys, userId: bob.userId, now });
    });
    await transaction(server.services.db, async (tx) => {
      await referenceBlobs(tx, { workspaceId, ...from, fileKeys, userId: bob.userId, now });
      await releaseBlobs(tx, { scopeId: to.scopeId, recordIds: [to.recordId], now });
    });
    server.clock.advance(orphanAfterMs * 100);
    await sweep();
    expect(await stateOf(fileKeys[0]!)).toBe('referenced');
    expect(await isStored(fileKeys[0]!)).toBe(true);
  });

  it('shares a blob with another; the last one to go releases it, also at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const fileKeys = await upload(ada, 10);
      const [one, other] = [await name(ada, fileKeys), await name(bob, fileKeys)];
      await Promise.all([release(one.scopeId, one.recordId), release(other.scopeId, other.recordId)]);
      expect(await stateOf(fileKeys[0]!)).toBe('released');
    }
  });

  it('rolled back claims nothing', async () => {
    const fileKeys = await upload(ada, 10);
    const { db, blobs: store } = server.services;
    const now = server.clock.now();
    await confirmBlobs({ db, store }, { workspaceId, fileKeys, now });
    const broken = transaction(db, async (tx) => {
      const record = { workspaceId, scopeId: id(), recordId: id(), fileKeys, userId: ada.userId, now };
      await referenceBlobs(tx, record);
      throw new Error('the record was refused');
    });
    await expect(broken).rejects.toThrow('refused');
    expect(await stateOf(fileKeys[0]!)).toBe('stored');
  });
});

describe('a blob', () => {
  it('is served to readers of a scope that names it, before that to its uploader alone', async () => {
    const fileKeys = await upload(ada, 10);
    expect((await download(ada, fileKeys)).status).toBe(200);
    expect((await download(bob, fileKeys)).status).toBe(404);
    const { scopeId } = await name(ada, fileKeys);
    readers.set(scopeId, [bob.userId]);
    expect((await download(bob, fileKeys)).status).toBe(200);
    // The uploader no longer reads the scope.
    expect((await download(ada, fileKeys)).status).toBe(404);
  });

  it('of another workspace is not found, like one that never was, and stays', async () => {
    const [fileKey] = await upload(ada, 10);
    const home = workspaceId;
    workspaceId = id();
    enrol(ada);
    for (const key of [fileKey!, 'f'.repeat(32)]) {
      for (const answer of [await download(ada, [key]), await remove(ada, key)])
        expect([answer.status, answer.body]).toEqual([
          404,
          { code: 'NOT_FOUND', status: 404, message: 'Not found' },
        ]);
    }
    workspaceId = home;
    expect(await isStored(fileKey!)).toBe(true);
    expect(await used()).toBe(10);
  });

  it('is taken back by its uploader until a record names it', async () => {
    const [mine, named] = (await upload(ada, 10, 10)) as [string, string];
    await name(ada, [named]);
    expect((await remove(bob, mine)).status).toBe(404);
    expect((await remove(ada, named)).status).toBe(403);
    enrol(ada, { status: 'LOCKED' });
    expect((await remove(ada, mine)).status).toBe(403);
    enrol(ada);
    expect((await remove(ada, mine)).status).toBe(200);
    expect((await remove(ada, mine)).status).toBe(200);
    expect([await isStored(mine), await isStored(named)]).toEqual([false, true]);
  });

  it('that comes back through its url after being taken back is counted until it is gone', async () => {
    const { body } = await presign(ada, [10]);
    const { url, fileKey } = body[0]!;
    await put(url, 10);
    await remove(ada, fileKey);
    await put(url, 10);
    await sweep();
    expect(await used()).toBe(10);
    server.clock.advance(rowStaysMs + 1);
    await sweep();
    expect([await isStored(fileKey), await used()]).toEqual([false, 0]);
  });
});

describe('the sweep', () => {
  it('takes orphans after 24 hours and not before, and never what a record names', async () => {
    const [reserved] = (await presign(ada, [10])).body.map(({ fileKey }) => fileKey);
    const [uploaded, named] = (await upload(ada, 10, 10)) as [string, string];
    await name(ada, [named]);
    server.clock.advance(orphanAfterMs - 1000);
    await sweep();
    expect(await used()).toBe(30);
    server.clock.advance(2000);
    await sweep();
    expect(await Promise.all([reserved!, uploaded, named].map(stateOf))).toEqual([
      undefined,
      undefined,
      'referenced',
    ]);
    expect([await isStored(uploaded), await isStored(named), await used()]).toEqual([false, true, 10]);
  });

  it('and a record that claims an orphan: one of them wins', async () => {
    const fileKeys = await upload(ada, ...Array.from({ length: 60 }, () => 10));
    const { db, blobs: store } = server.services;
    await confirmBlobs({ db, store }, { workspaceId, fileKeys, now: server.clock.now() });
    server.clock.advance(orphanAfterMs + 1000);
    const claims = fileKeys.map(async (fileKey) => {
      try {
        await name(ada, [fileKey]);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(BlobsMissing);
        return false;
      }
    });
    const sweeps = [sweep(), sweep()];
    const claimed = await Promise.all(claims);
    await Promise.all(sweeps);
    await sweep();
    expect(await Promise.all(fileKeys.map(isStored))).toEqual(claimed);
    expect(await used()).toBe(10 * claimed.filter(Boolean).length);
  });

  it('that was cut off is finished by the next one', async () => {
    const fileKeys = await upload(ada, ...Array.from({ length: 20 }, () => 10));
    server.clock.advance(orphanAfterMs + 1000);
    const { db, blobs, clock } = server.services;
    let left = 10;
    const failing: BlobStore = {
      ...blobs,
      delete: async (key) => {
        if (left-- <= 0) throw new Error('the store is gone');
        await blobs.delete(key);
      },
    };
    await expect(sweepBlobs({ db, blobs: failing, clock })).rejects.toThrow('gone');
    const halfway = await used();
    expect(halfway).toBeGreaterThan(0);
    expect(halfway).toBeLessThan(200);
    await sweep();
    expect(await used()).toBe(0);
    expect(await Promise.all(fileKeys.map(isStored))).toEqual(fileKeys.map(() => false));
  });

  it('takes everything of a deleted workspace and nothing of the next', async () => {
    const [neighbour, home] = [id(), workspaceId];
    workspaceId = neighbour;
    enrol(ada);
    const [theirs] = await upload(ada, 10);
    workspaceId = home;
    await name(ada, await upload(ada, 10, 10));
    await upload(ada, 10);
    await transaction(server.services.db, (tx) => releaseWorkspaceBlobs(tx, home, server.clock.now()));
    server.clock.advance(rowStaysMs + 1);
    await sweep();
    expect(await used()).toBe(0);
    workspaceId = neighbour;
    expect(await isStored(theirs!)).toBe(true);
  });
});
