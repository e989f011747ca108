/** Blobs between the records that name them and the sweep that takes the rest. */
import { leastCounted } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../adapters/blobStore/blobStore.ts';
import {
  BlobsMissing,
  confirmBlobs,
  type RecordBlobs,
  referenceBlobs,
  releaseBlobs,
  releaseWorkspaceBlobs,
} from '../../db/blob/references.ts';
import { transaction } from '../../db/database.ts';
import { BlobWorld, writerOf } from '../../testing/blobs.ts';
import { newId } from '../../testing/workspaces.ts';
import { orphanAfterMs, rowStaysMs, sweepBlobs } from './sweep.ts';

const world = new BlobWorld();

beforeAll(() => world.start());
afterAll(() => world.stop());
beforeEach(() => {
  world.createWorkspace();
});

describe('a record', () => {
  it('cannot name what never arrived, is of another, or is gone', async () => {
    const notUploaded = (await world.presign(world.ada, [10])).body[0]!.fileKey;
    const [ofBob] = await world.upload(world.bob, 10);
    const [deleted] = await world.upload(world.ada, 10);
    await world.remove(world.ada, deleted!);
    const home = world.workspaceId;
    world.workspaceId = newId();
    world.enrol(world.ada);
    const [elsewhere] = await world.upload(world.ada, 10);
    world.workspaceId = home;
    const [good] = await world.upload(world.ada, 10);
    for (const bad of [notUploaded, ofBob!, deleted!, elsewhere!, 'f'.repeat(32)]) {
      const failure = await world.name(world.ada, [good!, bad]).catch((error) => error);
      expect(failure).toBeInstanceOf(BlobsMissing);
      expect(failure.message).toBe(bad);
    }
    expect(await world.stateOf(good!)).toBe('stored');
    await world.name(world.ada, [good!]);
  });

  it('that is written again lets go of what it names no more', async () => {
    const [old, kept, fresh] = (await world.upload(world.ada, 10, 10, 10)) as [string, string, string];
    const where = await world.name(world.ada, [old, kept]);
    await world.name(world.ada, [kept, fresh], where);
    expect(await Promise.all([old, kept, fresh].map((key) => world.stateOf(key)))).toEqual([
      'released',
      'referenced',
      'referenced',
    ]);
  });

  it('that moves keeps its blobs, in either order, by whoever moves it', async () => {
    const fileKeys = await world.upload(world.ada, 10);
    const from = await world.name(world.ada, fileKeys);
    const to = { scopeId: newId(), recordId: from.recordId };
    const now = world.server.clock.now();
    await transaction(world.server.services.db, async (tx) => {
      await releaseBlobs(tx, { scopeId: from.scopeId, recordIds: [from.recordId], now });
      await referenceBlobs(tx, {
        workspaceId: world.workspaceId,
        records: [{ ...to, fileKeys }],
        writer: writerOf(world.bob),
        now,
      });
    });
    await transaction(world.server.services.db, async (tx) => {
      await referenceBlobs(tx, {
        workspaceId: world.workspaceId,
        records: [{ ...from, fileKeys }],
        writer: writerOf(world.bob),
        now,
      });
      await releaseBlobs(tx, { scopeId: to.scopeId, recordIds: [to.recordId], now });
    });
    world.server.clock.advance(orphanAfterMs * 2);
    await world.sweep();
    expect(await world.stateOf(fileKeys[0]!)).toBe('referenced');
    expect(await world.isStored(fileKeys[0]!)).toBe(true);
  });

  it('shares a blob with another; the last one to go releases it, also at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const fileKeys = await world.upload(world.ada, 10);
      const [one, other] = [await world.name(world.ada, fileKeys), await world.name(world.bob, fileKeys)];
      await Promise.all([
        world.release(one.scopeId, one.recordId),
        world.release(other.scopeId, other.recordId),
      ]);
      expect(await world.stateOf(fileKeys[0]!)).toBe('released');
    }
  });

  it('is written with a thousand others in no more statements than alone', async () => {
    const fileKeys = await world.upload(world.ada, ...Array.from({ length: 4 }, () => 10));
    const [one, other] = [await world.name(world.ada, [fileKeys[0]!]), await world.name(world.ada, [])];
    const { db, blobs: store, clock } = world.server.services;
    const { workspaceId } = world;
    await confirmBlobs({ db, store }, { workspaceId, fileKeys, now: clock.now() });
    let statements = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => {
        statements++;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const write = (records: RecordBlobs[]) => {
      statements = 0;
      const writer = writerOf(world.ada);
      return transaction(counted, (tx) =>
        referenceBlobs(tx, { workspaceId, records, writer, now: clock.now() }),
      ).then(() => statements);
    };
    const fresh = (keys: string[]) => ({ scopeId: one.scopeId, recordId: newId(), fileKeys: keys });
    const alone = await write([{ ...one, fileKeys: [fileKeys[1]!] }, fresh([fileKeys[2]!])]);
    const many = await write([
      { ...one, fileKeys: [fileKeys[2]!] },
      { ...other, fileKeys: [fileKeys[2]!, fileKeys[3]!] },
      ...Array.from({ length: 998 }, () => fresh([fileKeys[2]!])),
    ]);
    expect(many).toBeLessThanOrEqual(alone + 1);
    expect(await Promise.all(fileKeys.map((key) => world.stateOf(key)))).toEqual([
      'released',
      'released',
      'referenced',
      'referenced',
    ]);
  });

  it('rolled back claims nothing', async () => {
    const fileKeys = await world.upload(world.ada, 10);
    const { db, blobs: store } = world.server.services;
    const now = world.server.clock.now();
    await confirmBlobs({ db, store }, { workspaceId: world.workspaceId, fileKeys, now });
    const broken = transaction(db, async (tx) => {
      const record = {
        workspaceId: world.workspaceId,
        records: [{ scopeId: newId(), recordId: newId(), fileKeys }],
        writer: writerOf(world.ada),
        now,
      };
      await referenceBlobs(tx, record);
      throw new Error('the record was refused');
    });
    await expect(broken).rejects.toThrow('refused');
    expect(await world.stateOf(fileKeys[0]!)).toBe('stored');
  });
});

describe('the sweep', () => {
  it('takes what never came after an hour, orphans after a week, and never what a record names', async () => {
    const [reserved] = (await world.presign(world.ada, [10])).body.map(({ fileKey }) => fileKey);
    const [uploaded, named] = (await world.upload(world.ada, 10, 10)) as [string, string];
    await world.name(world.ada, [named]);
    world.server.clock.advance(rowStaysMs - 1000);
    await world.sweep();
    expect(await world.used()).toBe(3 * leastCounted);
    world.server.clock.advance(2000);
    await world.sweep();
    expect(await world.used()).toBe(2 * leastCounted);
    world.server.clock.advance(orphanAfterMs - 1000);
    await world.sweep();
    expect(await world.used()).toBe(2 * leastCounted);
    world.server.clock.advance(2000);
    await world.sweep();
    expect(await Promise.all([reserved!, uploaded, named].map((key) => world.stateOf(key)))).toEqual([
      undefined,
      undefined,
      'referenced',
    ]);
    expect([await world.isStored(uploaded), await world.isStored(named), await world.used()]).toEqual([
      false,
      true,
      leastCounted,
    ]);
  });

  it('and a record that claims an orphan: one of them wins', async () => {
    const fileKeys = await world.upload(world.ada, ...Array.from({ length: 60 }, () => 10));
    const { db, blobs: store } = world.server.services;
    await confirmBlobs(
      { db, store },
      { workspaceId: world.workspaceId, fileKeys, now: world.server.clock.now() },
    );
    world.server.clock.advance(orphanAfterMs + 1000);
    const claims = fileKeys.map(async (fileKey) => {
      try {
        await world.name(world.ada, [fileKey]);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(BlobsMissing);
        return false;
      }
    });
    const sweeps = [world.sweep(), world.sweep()];
    const claimed = await Promise.all(claims);
    await Promise.all(sweeps);
    await world.sweep();
    expect(await Promise.all(fileKeys.map((key) => world.isStored(key)))).toEqual(claimed);
    expect(await world.used()).toBe(leastCounted * claimed.filter(Boolean).length);
  });

  it('gives back of a part what was counted, also before small ones counted for more', async () => {
    const { db } = world.server.services;
    const { workspaceId } = world;
    await world.upload(world.ada, 10, 10);
    await db.updateTable('blob').set({ counted: 10 }).where('workspace_id', '=', workspaceId).execute();
    await db.updateTable('blob_usage').set({ bytes: 20 }).where('workspace_id', '=', workspaceId).execute();
    await world.upload(world.ada, 10);
    expect(await world.used()).toBe(20 + leastCounted);
    world.server.clock.advance(orphanAfterMs + 1000);
    await world.sweep();
    expect(await world.used()).toBe(0);
  });

  it('that was cut off is finished by the next one', async () => {
    const fileKeys = await world.upload(world.ada, ...Array.from({ length: 20 }, () => 10));
    world.server.clock.advance(orphanAfterMs + 1000);
    const { db, blobs, clock } = world.server.services;
    let left = 10;
    const failing: BlobStore = {
      ...blobs,
      delete: async (key) => {
        if (left-- <= 0) throw new Error('the store is gone');
        await blobs.delete(key);
      },
    };
    await expect(sweepBlobs({ db, blobs: failing, clock })).rejects.toThrow('gone');
    const halfway = await world.used();
    expect(halfway).toBeGreaterThan(0);
    expect(halfway).toBeLessThan(20 * leastCounted);
    await world.sweep();
    expect(await world.used()).toBe(0);
    expect(await Promise.all(fileKeys.map((key) => world.isStored(key)))).toEqual(fileKeys.map(() => false));
  });

  it('takes everything of a deleted workspace and nothing of the next', async () => {
    const [neighbour, home] = [newId(), world.workspaceId];
    world.workspaceId = neighbour;
    world.enrol(world.ada);
    const [theirs] = await world.upload(world.ada, 10);
    world.workspaceId = home;
    await world.name(world.ada, await world.upload(world.ada, 10, 10));
    await world.upload(world.ada, 10);
    await transaction(world.server.services.db, (tx) =>
      releaseWorkspaceBlobs(tx, home, world.server.clock.now()),
    );
    world.server.clock.advance(rowStaysMs + 1);
    await world.sweep();
    expect(await world.used()).toBe(0);
    world.workspaceId = neighbour;
    expect(await world.isStored(theirs!)).toBe(true);
  });
});
