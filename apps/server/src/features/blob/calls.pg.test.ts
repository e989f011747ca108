import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blobKey } from '../../adapters/blobStore/blobStore.ts';
import { storageUsed } from '../../db/blob/quota.ts';
import { BlobStage, newId } from '../../testing/blobs.ts';
import { rowStaysMs } from './sweep.ts';

const stage = new BlobStage();

beforeAll(() => stage.start());
afterAll(() => stage.stop());
beforeEach(() => {
  stage.found();
});

describe('an upload', () => {
  it('goes from room to bytes to a record to its readers, and ends with the record', async () => {
    const fileKeys = await stage.upload(stage.ada, 1000, 4 * 1_048_576);
    expect(await stage.used()).toBe(1000 + 4 * 1_048_576);
    const { scopeId, recordId } = await stage.name(stage.ada, fileKeys);
    expect(await stage.stateOf(fileKeys[0]!)).toBe('referenced');

    stage.readers.set(scopeId, [stage.bob.userId]);
    const { body } = await stage.download(stage.bob, fileKeys);
    expect(body.map(({ fileKey }) => fileKey)).toEqual(fileKeys);
    const part = await fetch(new URL(body[0]!.url, stage.server.url));
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(new Uint8Array(1000).fill(7));

    await stage.release(scopeId, recordId);
    expect(await stage.stateOf(fileKeys[0]!)).toBe('released');
    stage.server.clock.advance(rowStaysMs + 1);
    await stage.sweep();
    expect(await stage.isStored(fileKeys[0]!)).toBe(false);
    expect(await stage.used()).toBe(0);
    expect((await stage.download(stage.bob, fileKeys)).status).toBe(404);
  });

  it('needs a session, a workspace, a place in it, and the right', async () => {
    const anonymous = await fetch(`${stage.server.url}/api/s3/pre-signed-url?count=1&sizes=10`);
    expect(anonymous.status).toBe(401);
    const bare = await stage.ada.client.call('GET', '/api/s3/pre-signed-url?count=1&sizes=10');
    expect([bare.status, bare.body]).toMatchObject([400, { code: 'INVALID_WORKSPACE' }]);
    expect((await stage.presign(stage.guest, [10])).status).toBe(404);
    for (const more of [{ status: 'LOCKED' }, { status: 'INACTIVE' }, { role: 'CUSTOMER' }] as const) {
      stage.enrol(stage.guest, more);
      expect((await stage.presign(stage.guest, [10])).status).toBe(403);
    }
    expect(await stage.used()).toBe(0);
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
    expect((await stage.call(stage.ada, 'GET', `/api/s3/pre-signed-url?${query}`)).status).toBe(400);
    expect(await stage.used()).toBe(0);
  });

  it('cannot use its url once that is 300 s old', async () => {
    const { body } = await stage.presign(stage.ada, [10]);
    stage.server.clock.advance(301_000);
    expect((await stage.put(body[0]!.url, 10)).status).toBe(403);
  });
});

describe('the limit', () => {
  it('holds against 50 parallel uploads, and what was accepted is whole', async () => {
    const size = 1_048_576;
    stage.limit = 10 * size + size / 2;
    const highest = { value: 0 };
    let isDone = false;
    const watch = (async () => {
      while (!isDone) {
        const bytes = await storageUsed(stage.server.services.db, [stage.workspaceId]);
        highest.value = Math.max(highest.value, bytes.get(stage.workspaceId) ?? 0);
      }
    })();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const answer = await stage.presign(at % 2 ? stage.ada : stage.bob, [size]);
        if (answer.status === 200) expect((await stage.put(answer.body[0]!.url, size)).status).toBe(200);
        return answer;
      }),
    );
    isDone = true;
    await watch;
    const accepted = answers.filter(({ status }) => status === 200);
    expect(accepted).toHaveLength(10);
    expect(highest.value).toBeGreaterThan(0);
    expect(highest.value).toBeLessThanOrEqual(stage.limit);
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body]).toMatchObject([409, { code: 'OVER_QUOTA' }]);
    for (const { body } of accepted)
      expect(await stage.server.services.blobs.head(blobKey(stage.workspaceId, body[0]!.fileKey))).toEqual({
        size,
      });
    expect(await stage.used()).toBe(10 * size);
  });

  it('takes a batch whole or not at all, and counts each workspace for itself', async () => {
    stage.limit = 100;
    expect((await stage.presign(stage.ada, [60, 60])).status).toBe(409);
    expect(await stage.used()).toBe(0);
    expect((await stage.presign(stage.ada, [60, 40])).status).toBe(200);
    expect((await stage.presign(stage.ada, [1])).status).toBe(409);
    const first = stage.workspaceId;
    stage.workspaceId = newId();
    stage.enrol(stage.ada);
    expect((await stage.presign(stage.ada, [60])).status).toBe(200);
    expect(await storageUsed(stage.server.services.db, [first, stage.workspaceId, newId()])).toEqual(
      new Map([
        [first, 100],
        [stage.workspaceId, 60],
      ]),
    );
  });
});

describe('a blob', () => {
  it('is served to readers of a scope that names it, before that to its uploader alone', async () => {
    const fileKeys = await stage.upload(stage.ada, 10);
    expect((await stage.download(stage.ada, fileKeys)).status).toBe(200);
    expect((await stage.download(stage.bob, fileKeys)).status).toBe(404);
    const { scopeId } = await stage.name(stage.ada, fileKeys);
    stage.readers.set(scopeId, [stage.bob.userId]);
    expect((await stage.download(stage.bob, fileKeys)).status).toBe(200);
    // The uploader no longer reads the scope.
    expect((await stage.download(stage.ada, fileKeys)).status).toBe(404);
  });

  it('of another workspace is not found, like one that never was, and stays', async () => {
    const [fileKey] = await stage.upload(stage.ada, 10);
    const home = stage.workspaceId;
    stage.workspaceId = newId();
    stage.enrol(stage.ada);
    for (const key of [fileKey!, 'f'.repeat(32)]) {
      for (const answer of [await stage.download(stage.ada, [key]), await stage.remove(stage.ada, key)])
        expect([answer.status, answer.body]).toEqual([
          404,
          { code: 'NOT_FOUND', status: 404, message: 'Not found' },
        ]);
    }
    stage.workspaceId = home;
    expect(await stage.isStored(fileKey!)).toBe(true);
    expect(await stage.used()).toBe(10);
  });

  it('is taken back by its uploader until a record names it', async () => {
    const [mine, named] = (await stage.upload(stage.ada, 10, 10)) as [string, string];
    await stage.name(stage.ada, [named]);
    expect((await stage.remove(stage.bob, mine)).status).toBe(404);
    expect((await stage.remove(stage.ada, named)).status).toBe(403);
    stage.enrol(stage.ada, { status: 'LOCKED' });
    expect((await stage.remove(stage.ada, mine)).status).toBe(403);
    stage.enrol(stage.ada);
    expect((await stage.remove(stage.ada, mine)).status).toBe(200);
    expect((await stage.remove(stage.ada, mine)).status).toBe(200);
    expect([await stage.isStored(mine), await stage.isStored(named)]).toEqual([false, true]);
  });

  it('that comes back through its url after being taken back is counted until it is gone', async () => {
    const { body } = await stage.presign(stage.ada, [10]);
    const { url, fileKey } = body[0]!;
    await stage.put(url, 10);
    await stage.remove(stage.ada, fileKey);
    await stage.put(url, 10);
    await stage.sweep();
    expect(await stage.used()).toBe(10);
    stage.server.clock.advance(rowStaysMs + 1);
    await stage.sweep();
    expect([await stage.isStored(fileKey), await stage.used()]).toEqual([false, 0]);
  });
});
