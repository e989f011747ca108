/** Blobs between the records that name them and the sweep that takes the rest. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BlobStore } from '../../adapters/blobStore/blobStore.ts';
import {
  BlobsMissing,
  confirmBlobs,
  referenceBlobs,
  releaseBlobs,
  releaseWorkspaceBlobs,
} from '../../db/blob/references.ts';
import { transaction } from '../../db/database.ts';
import { BlobStage, newId, writerOf } from '../../testing/blobs.ts';
import { orphanAfterMs, rowStaysMs, sweepBlobs } from './sweep.ts';

const stage = new BlobStage();

beforeAll(() => stage.start());
afterAll(() => stage.stop());
beforeEach(() => {
  stage.found();
});

describe('a record', () => {
  it('cannot name what never arrived, is of another, or is gone', async () => {
    const notUploaded = (await stage.presign(stage.ada, [10])).body[0]!.fileKey;
    const [ofBob] = await stage.upload(stage.bob, 10);
    const [deleted] = await stage.upload(stage.ada, 10);
    await stage.remove(stage.ada, deleted!);
    const home = stage.workspaceId;
    stage.workspaceId = newId();
    stage.enrol(stage.ada);
    const [elsewhere] = await stage.upload(stage.ada, 10);
    stage.workspaceId = home;
    const [good] = await stage.upload(stage.ada, 10);
    for (const bad of [notUploaded, ofBob!, deleted!, elsewhere!, 'f'.repeat(32)]) {
      const failure = await stage.name(stage.ada, [good!, bad]).catch((error) => error);
      expect(failure).toBeInstanceOf(BlobsMissing);
      expect(failure.fileKeys).toEqual([bad]);
    }
    expect(await stage.stateOf(good!)).toBe('stored');
    await stage.name(stage.ada, [good!]);
  });

  it('that is written again lets go of what it names no more', async () => {
    const [old, kept, fresh] = (await stage.upload(stage.ada, 10, 10, 10)) as [string, string, string];
    const where = await stage.name(stage.ada, [old, kept]);
    await stage.name(stage.ada, [kept, fresh], where);
    expect(await Promise.all([old, kept, fresh].map((key) => stage.stateOf(key)))).toEqual([
      'released',
      'referenced',
      'referenced',
    ]);
  });

  it('that moves keeps its blobs, in either order, by whoever moves it', async () => {
    const fileKeys = await stage.upload(stage.ada, 10);
    const from = await stage.name(stage.ada, fileKeys);
    const to = { scopeId: newId(), recordId: from.recordId };
    const now = stage.server.clock.now();
    await transaction(stage.server.services.db, async (tx) => {
      await releaseBlobs(tx, { scopeId: from.scopeId, recordIds: [from.recordId], now });
      await referenceBlobs(tx, {
        workspaceId: stage.workspaceId,
        ...to,
        fileKeys,
        writer: writerOf(stage.bob),
        now,
      });
    });
    await transaction(stage.server.services.db, async (tx) => {
      await referenceBlobs(tx, {
        workspaceId: stage.workspaceId,
        ...from,
        fileKeys,
        writer: writerOf(stage.bob),
        now,
      });
      await releaseBlobs(tx, { scopeId: to.scopeId, recordIds: [to.recordId], now });
    });
    stage.server.clock.advance(orphanAfterMs * 100);
    await stage.sweep();
    expect(await stage.stateOf(fileKeys[0]!)).toBe('referenced');
    expect(await stage.isStored(fileKeys[0]!)).toBe(true);
  });

  it('shares a blob with another; the last one to go releases it, also at the same time', async () => {
    for (let round = 0; round < 20; round++) {
      const fileKeys = await stage.upload(stage.ada, 10);
      const [one, other] = [await stage.name(stage.ada, fileKeys), await stage.name(stage.bob, fileKeys)];
      await Promise.all([
        stage.release(one.scopeId, one.recordId),
        stage.release(other.scopeId, other.recordId),
      ]);
      expect(await stage.stateOf(fileKeys[0]!)).toBe('released');
    }
  });

  it('rolled back claims nothing', async () => {
    const fileKeys = await stage.upload(stage.ada, 10);
    const { db, blobs: store } = stage.server.services;
    const now = stage.server.clock.now();
    await confirmBlobs({ db, store }, { workspaceId: stage.workspaceId, fileKeys, now });
    const broken = transaction(db, async (tx) => {
      const record = {
        workspaceId: stage.workspaceId,
        scopeId: newId(),
        recordId: newId(),
        fileKeys,
        writer: writerOf(stage.ada),
        now,
      };
      await referenceBlobs(tx, record);
      throw new Error('the record was refused');
    });
    await expect(broken).rejects.toThrow('refused');
    expect(await stage.stateOf(fileKeys[0]!)).toBe('stored');
  });
});

describe('the sweep', () => {
  it('takes orphans after 24 hours and not before, and never what a record names', async () => {
    const [reserved] = (await stage.presign(stage.ada, [10])).body.map(({ fileKey }) => fileKey);
    const [uploaded, named] = (await stage.upload(stage.ada, 10, 10)) as [string, string];
    await stage.name(stage.ada, [named]);
    stage.server.clock.advance(orphanAfterMs - 1000);
    await stage.sweep();
    expect(await stage.used()).toBe(30);
    stage.server.clock.advance(2000);
    await stage.sweep();
    expect(await Promise.all([reserved!, uploaded, named].map((key) => stage.stateOf(key)))).toEqual([
      undefined,
      undefined,
      'referenced',
    ]);
    expect([await stage.isStored(uploaded), await stage.isStored(named), await stage.used()]).toEqual([
      false,
      true,
      10,
    ]);
  });

  it('and a record that claims an orphan: one of them wins', async () => {
    const fileKeys = await stage.upload(stage.ada, ...Array.from({ length: 60 }, () => 10));
    const { db, blobs: store } = stage.server.services;
    await confirmBlobs(
      { db, store },
      { workspaceId: stage.workspaceId, fileKeys, now: stage.server.clock.now() },
    );
    stage.server.clock.advance(orphanAfterMs + 1000);
    const claims = fileKeys.map(async (fileKey) => {
      try {
        await stage.name(stage.ada, [fileKey]);
        return true;
      } catch (error) {
        expect(error).toBeInstanceOf(BlobsMissing);
        return false;
      }
    });
    const sweeps = [stage.sweep(), stage.sweep()];
    const claimed = await Promise.all(claims);
    await Promise.all(sweeps);
    await stage.sweep();
    expect(await Promise.all(fileKeys.map((key) => stage.isStored(key)))).toEqual(claimed);
    expect(await stage.used()).toBe(10 * claimed.filter(Boolean).length);
  });

  it('that was cut off is finished by the next one', async () => {
    const fileKeys = await stage.upload(stage.ada, ...Array.from({ length: 20 }, () => 10));
    stage.server.clock.advance(orphanAfterMs + 1000);
    const { db, blobs, clock } = stage.server.services;
    let left = 10;
    const failing: BlobStore = {
      ...blobs,
      delete: async (key) => {
        if (left-- <= 0) throw new Error('the store is gone');
        await blobs.delete(key);
      },
    };
    await expect(sweepBlobs({ db, blobs: failing, clock })).rejects.toThrow('gone');
    const halfway = await stage.used();
    expect(halfway).toBeGreaterThan(0);
    expect(halfway).toBeLessThan(200);
    await stage.sweep();
    expect(await stage.used()).toBe(0);
    expect(await Promise.all(fileKeys.map((key) => stage.isStored(key)))).toEqual(fileKeys.map(() => false));
  });

  it('takes everything of a deleted workspace and nothing of the next', async () => {
    const [neighbour, home] = [newId(), stage.workspaceId];
    stage.workspaceId = neighbour;
    stage.enrol(stage.ada);
    const [theirs] = await stage.upload(stage.ada, 10);
    stage.workspaceId = home;
    await stage.name(stage.ada, await stage.upload(stage.ada, 10, 10));
    await stage.upload(stage.ada, 10);
    await transaction(stage.server.services.db, (tx) =>
      releaseWorkspaceBlobs(tx, home, stage.server.clock.now()),
    );
    stage.server.clock.advance(rowStaysMs + 1);
    await stage.sweep();
    expect(await stage.used()).toBe(0);
    stage.workspaceId = neighbour;
    expect(await stage.isStored(theirs!)).toBe(true);
  });
});
