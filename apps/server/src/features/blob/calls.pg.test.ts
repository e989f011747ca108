import { leastCounted, maxFileParts, maxPartBytes } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blobKey } from '../../adapters/blobStore/blobStore.ts';
import { reserveBlobs, storageUsed } from '../../db/blob/quota.ts';
import { transaction } from '../../db/database.ts';
import type { TestAccount } from '../../testing/accounts.ts';
import { BlobWorld } from '../../testing/blobs.ts';
import { newId } from '../../testing/workspaces.ts';
import { rowStaysMs } from './sweep.ts';

const world = new BlobWorld();

beforeAll(() => world.start());
afterAll(() => world.stop());
beforeEach(() => {
  world.createWorkspace();
});

describe('an upload', () => {
  it('goes from room to bytes to a record to its readers, and ends with the record', async () => {
    const fileKeys = await world.upload(world.ada, 1000, 4 * 1_048_576);
    expect(await world.used()).toBe(leastCounted + 4 * 1_048_576);
    const { scopeId, recordId } = await world.name(world.ada, fileKeys);
    expect(await world.stateOf(fileKeys[0]!)).toBe('referenced');

    world.readers.set(scopeId, [world.bob.userId]);
    const { body } = await world.download(world.bob, fileKeys);
    expect(body.map(({ fileKey }) => fileKey)).toEqual(fileKeys);
    const part = await fetch(new URL(body[0]!.url, world.server.url));
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));

    await world.release(scopeId, recordId);
    expect(await world.stateOf(fileKeys[0]!)).toBe('released');
    world.server.clock.advance(rowStaysMs + 1);
    await world.sweep();
    expect(await world.isStored(fileKeys[0]!)).toBe(false);
    expect(await world.used()).toBe(0);
    expect((await world.download(world.bob, fileKeys)).status).toBe(404);
  });

  it('waits with one connection of an account, however many are asked for while another one takes room', async () => {
    await world.upload(world.ada, 10);
    const { pool } = world.server.services;
    const other = await pool.connect();
    const waiting = async () =>
      (
        await pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
      ).rowCount;
    let asked: Promise<{ status: number }[]> = Promise.resolve([]);
    try {
      await other.query('BEGIN');
      await other.query('SELECT FROM blob_usage WHERE workspace_id = $1 FOR UPDATE', [world.workspaceId]);
      asked = Promise.all(Array.from({ length: 25 }, () => world.presign(world.ada, [10])));
      await expect.poll(waiting).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await waiting()).toBe(1);
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect((await asked).map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200));
  });

  it('needs a session, a workspace, a place in it, and the right', async () => {
    const anonymous = await fetch(`${world.server.url}/api/s3/pre-signed-url?count=1&sizes=10`);
    expect(anonymous.status).toBe(401);
    const bare = await world.ada.client.call('GET', '/api/s3/pre-signed-url?count=1&sizes=10');
    expect([bare.status, bare.body]).toMatchObject([400, { code: 'INVALID_WORKSPACE' }]);
    expect((await world.presign(world.guest, [10])).status).toBe(404);
    for (const more of [{ status: 'LOCKED' }, { status: 'INACTIVE' }, { role: 'CUSTOMER' }] as const) {
      world.enrol(world.guest, more);
      expect((await world.presign(world.guest, [10])).status).toBe(403);
    }
    expect(await world.used()).toBe(0);
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
    expect((await world.call(world.ada, 'GET', `/api/s3/pre-signed-url?${query}`)).status).toBe(400);
    expect(await world.used()).toBe(0);
  });

  it('cannot use its url once that is 300 s old', async () => {
    const { body } = await world.presign(world.ada, [10]);
    world.server.clock.advance(301_000);
    expect((await world.put(body[0]!.url, 10)).status).toBe(403);
  });
});

describe('the limit', () => {
  it('holds against 50 parallel uploads, and what was accepted is whole', async () => {
    const size = 1_048_576;
    world.limit = 10 * size + size / 2;
    const highest = { value: 0 };
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        const bytes = await storageUsed(world.server.services.db, [world.workspaceId]);
        highest.value = Math.max(highest.value, bytes.get(world.workspaceId) ?? 0);
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const answer = await world.presign(at % 2 ? world.ada : world.bob, [size]);
        if (answer.status === 200) expect((await world.put(answer.body[0]!.url, size)).status).toBe(200);
        return answer;
      }),
    );
    isDone = true;
    await watch;
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(10);
    expect(highest.value).toBeGreaterThan(0);
    expect(highest.value).toBeLessThanOrEqual(world.limit);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body]).toMatchObject([409, { code: 'OVER_QUOTA' }]);
    for (const { body } of accepted)
      expect(await world.server.services.blobs.head(blobKey(world.workspaceId, body[0]!.fileKey))).toEqual({
        size,
      });
    expect(await world.used()).toBe(10 * size);
  });

  it('lets large files of several people end; of small parts each has so many under way', async () => {
    world.limit = 1e12;
    const now = world.server.clock.now();
    const reserve = (who: TestAccount, count: number, size: number) =>
      transaction(world.server.services.db, (tx) =>
        reserveBlobs(tx, {
          workspaceId: world.workspaceId,
          uploaderId: who.userId,
          sizes: Array.from({ length: count }, () => size),
          limitBytes: world.limit,
          now,
        }),
      );
    for (let part = 0; part < maxFileParts; part += 1_000)
      for (const who of [world.ada, world.bob, world.guest]) await reserve(who, 1_000, maxPartBytes);
    for (let at = 0; at < 10_000; at += 1_000) await reserve(world.ada, 1_000, 1);
    expect(await world.presign(world.ada, [1])).toMatchObject({ status: 429, body: { code: 'THROTTLED' } });
    expect((await world.presign(world.bob, [1])).status).toBe(200);
    expect((await world.presign(world.ada, [maxPartBytes])).status).toBe(200);
    // A later sweep would take them one by one.
    const { db } = world.server.services;
    await db.deleteFrom('blob').where('workspace_id', '=', world.workspaceId).execute();
  });

  it('takes a batch whole or not at all, and counts each workspace for itself', async () => {
    world.limit = 10_000;
    expect(await world.presign(world.ada, [6_000, 6_000])).toMatchObject({
      status: 409,
      body: { data: { missing: 2_000 } },
    });
    expect(await world.used()).toBe(0);
    expect((await world.presign(world.ada, [5_500, 4_500])).status).toBe(200);
    // A part takes a row and a block, however few bytes it has.
    expect(await world.presign(world.ada, [1])).toMatchObject({
      status: 409,
      body: { data: { missing: leastCounted } },
    });
    const first = world.workspaceId;
    world.workspaceId = newId();
    world.enrol(world.ada);
    expect((await world.presign(world.ada, [6_000])).status).toBe(200);
    expect(await storageUsed(world.server.services.db, [first, world.workspaceId, newId()])).toEqual(
      new Map([
        [first, 10_000],
        [world.workspaceId, 6_000],
      ]),
    );
  });
});

describe('a blob', () => {
  it('is served to readers of a scope that names it, before that to its uploader alone', async () => {
    const fileKeys = await world.upload(world.ada, 10);
    expect((await world.download(world.ada, fileKeys)).status).toBe(200);
    expect((await world.download(world.bob, fileKeys)).status).toBe(404);
    const { scopeId } = await world.name(world.ada, fileKeys);
    world.readers.set(scopeId, [world.bob.userId]);
    expect((await world.download(world.bob, fileKeys)).status).toBe(200);
    // The uploader no longer reads the scope.
    expect((await world.download(world.ada, fileKeys)).status).toBe(404);
  });

  it('of another workspace is not found, like one that never was, and stays', async () => {
    const [fileKey] = await world.upload(world.ada, 10);
    const home = world.workspaceId;
    world.workspaceId = newId();
    world.enrol(world.ada);
    for (const key of [fileKey!, 'f'.repeat(32)]) {
      for (const answer of [await world.download(world.ada, [key]), await world.remove(world.ada, key)])
        expect([answer.status, answer.body]).toEqual([
          404,
          { code: 'NOT_FOUND', status: 404, message: 'Not found' },
        ]);
    }
    world.workspaceId = home;
    expect(await world.isStored(fileKey!)).toBe(true);
    expect(await world.used()).toBe(leastCounted);
  });

  it('is taken back by its uploader until a record names it', async () => {
    const [mine, named] = (await world.upload(world.ada, 10, 10)) as [string, string];
    await world.name(world.ada, [named]);
    expect((await world.remove(world.bob, mine)).status).toBe(404);
    expect((await world.remove(world.ada, named)).status).toBe(403);
    world.enrol(world.ada, { status: 'LOCKED' });
    expect((await world.remove(world.ada, mine)).status).toBe(403);
    world.enrol(world.ada);
    expect((await world.remove(world.ada, mine)).status).toBe(200);
    expect((await world.remove(world.ada, mine)).status).toBe(200);
    expect([await world.isStored(mine), await world.isStored(named)]).toEqual([false, true]);
  });

  it('that comes back through its url after being taken back is counted until it is gone', async () => {
    const { body } = await world.presign(world.ada, [10]);
    const { url, fileKey } = body[0]!;
    await world.put(url, 10);
    await world.remove(world.ada, fileKey);
    await world.put(url, 10);
    await world.sweep();
    expect(await world.used()).toBe(leastCounted);
    world.server.clock.advance(rowStaysMs + 1);
    await world.sweep();
    expect([await world.isStored(fileKey), await world.used()]).toEqual([false, 0]);
  });
});
