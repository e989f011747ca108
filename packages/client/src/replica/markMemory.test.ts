/** The memory that a device has of versions, in its store: bounded, gathered, and told by nothing but its keys. */
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { MarkMemory } from './markMemory.ts';
import { sealWrites } from './plannedWrites.ts';
import { clearVault } from './testing/clearVault.ts';
import type { ReadPlace, VersionMark } from './versionMarks.ts';

const workspaceId = uuidv7();
const scopeId = uuidv7();

function remembering(device = new MemoryStore(), vault = clearVault()) {
  const marks = new Map<string, VersionMark>();
  const places: ReadPlace[] = [];
  const unverified = new Set<string>();
  const memory = new MarkMemory({
    workspaceId,
    device,
    vault,
    records: {
      believedMark: (id) => (unverified.has(id) ? undefined : marks.get(id)),
      markedIds: () => marks.keys(),
      get unverifiedCount() {
        return unverified.size;
      },
    },
    state: { places: () => places },
    limit: 100,
  });
  const note = async (id: string, mark: Partial<VersionMark>, restored?: string) => {
    marks.set(id, { state: 'live', scopeId, version: 1, ...mark });
    await device.write(await sealWrites(vault, await memory.writesFor([id], restored)));
  };
  const read = () =>
    new MarkMemory({
      workspaceId,
      device,
      vault,
      limit: 100,
      records: { believedMark: () => undefined, markedIds: () => [], unverifiedCount: 0 },
      state: { places: () => [] },
    }).load();
  const rows = () => device.scan<Uint8Array>('memory', '');
  return { device, vault, memory, marks, places, unverified, note, read, rows };
}

it('gives back the highest version of each record, and what became of it', async () => {
  const { note, read } = remembering();
  const [kept, gone] = [uuidv7(), uuidv7()];
  for (const version of [1, 3, 2]) await note(kept, { version });
  await note(gone, { version: 2, state: 'deleted' }, 'a signature');
  const { marks, restored } = await read();
  expect(marks).toEqual(
    new Map([
      [kept, { state: 'closed', scopeId, version: 3 }],
      [gone, { state: 'deleted', scopeId, version: 2 }],
    ]),
  );
  expect(restored).toBe('a signature');
});

it('remembers how far a scope was read and what is awaited there, until that came', async () => {
  const { note, read, places, memory, device, vault } = remembering();
  const [refused, other] = [uuidv7(), uuidv7()];
  const [end, awaited] = [
    { id: scopeId, scopeId, revision: 4 },
    { id: refused, scopeId, revision: 3 },
  ];
  places.push(end, awaited);
  await note(other, {});
  expect((await read()).places).toEqual([end, awaited]);
  // Nothing is written twice.
  expect(await memory.writesFor([], undefined)).toEqual([]);
  places.splice(0, 2, { ...end, revision: 5 });
  await note(refused, { version: 2 });
  expect((await read()).places).toEqual([{ ...end, revision: 5 }]);
  await device.write(await sealWrites(vault, await memory.allWrites(undefined)));
  expect((await read()).places).toEqual([{ ...end, revision: 5 }]);
});

it('does not say how far a scope was read where it gave up marks', async () => {
  const { device, vault, memory, marks, places, read } = remembering();
  places.push({ id: scopeId, scopeId, revision: 4 });
  for (let i = 0; i < 110; i++) marks.set(uuidv7(), { state: 'live', scopeId, version: 1 });
  await device.write(await sealWrites(vault, await memory.allWrites(undefined)));
  expect((await read()).places).toEqual([]);
});

it('gathers its pieces, and forgets nothing by it', async () => {
  const { note, read, rows } = remembering();
  const ids = Array.from({ length: 80 }, () => uuidv7());
  for (const id of ids) await note(id, {});
  expect((await rows()).length).toBeLessThan(40);
  expect([...(await read()).marks.keys()].sort()).toEqual([...ids].sort());
});

it('goes on remembering what is not in memory any more', async () => {
  const { note, read, marks } = remembering();
  const gone = uuidv7();
  await note(gone, { version: 4 });
  marks.delete(gone);
  for (let i = 0; i < 40; i++) await note(uuidv7(), {});
  expect((await read()).marks.get(gone)?.version).toBe(4);
});

it('remembers nothing of a version before it is believed, and that its scope was read past it only then', async () => {
  const { note, read, rows, marks, memory, places, unverified } = remembering();
  const [id, other] = [uuidv7(), uuidv7()];
  const end = { id: scopeId, scopeId, revision: 1 };
  const remembered = async () => {
    const found = await read();
    return [found.marks.get(id)?.version, found.places];
  };
  places.push({ ...end });
  await note(id, { version: 3 });
  unverified.add(id);
  places[0]!.revision = 2;
  await note(id, { version: 7 });
  expect(await remembered()).toEqual([3, [end]]);
  // Nor by the write that gathers the pieces.
  const count = async () => (await rows()).length;
  for (let before = 0; before <= (await count()); await note(other, {})) before = await count();
  expect(await remembered()).toEqual([3, [end]]);
  // After a start the parts say how far it was read, which is not remembered yet.
  memory.begin();
  unverified.clear();
  marks.set(id, { state: 'live', scopeId, version: 7 });
  expect(memory.believe([id])).toBe(false);
  await note(other, {});
  expect(await remembered()).toEqual([7, [{ ...end, revision: 2 }]]);
});

it('remembers once more how far all scopes were read, where an earlier session may have waited with that', async () => {
  const { note, read, memory, places, unverified } = remembering();
  const [id, other] = [uuidv7(), uuidv7()];
  places.push({ id: other, scopeId: other, revision: 2 });
  unverified.add(id);
  await note(uuidv7(), {});
  // The device kept the cursors, and the next start takes them for remembered.
  memory.begin();
  unverified.clear();
  memory.believe([id]);
  expect([memory.catchUp(), memory.catchUp()]).toEqual([true, false]);
  await note(uuidv7(), {});
  expect((await read()).places).toEqual(places);
});

it('has nothing to catch up with where all was believed before', () => {
  const { memory } = remembering();
  memory.begin();
  expect(memory.catchUp()).toBe(false);
});

it('says how far a scope was read though it noted many versions of few records', async () => {
  const { device, vault, memory, marks, places, read } = remembering();
  places.push({ id: scopeId, scopeId, revision: 4 });
  const ids = Array.from({ length: 55 }, () => uuidv7());
  for (const version of [1, 2]) {
    for (const id of ids) marks.set(id, { state: 'live', scopeId, version });
    await device.write(await sealWrites(vault, await memory.writesFor(ids, undefined)));
  }
  expect((await read()).places).toEqual(places);
});

it('says when many wait to be remembered', () => {
  const { memory } = remembering();
  expect(memory.believe(Array.from({ length: 5_000 }, () => uuidv7()))).toBe(true);
});

it('keeps how far a scope was read beside the mark of its head', async () => {
  const { note, read, places, unverified } = remembering();
  places.push({ id: scopeId, scopeId, revision: 4 });
  await note(scopeId, {});
  unverified.add(uuidv7());
  await note(scopeId, { version: 2 });
  const { marks, places: found } = await read();
  expect([marks.get(scopeId)?.version, found]).toEqual([2, [...places]]);
});

it('remembers only what is here once it gave up the rest', async () => {
  const { note, read, marks, memory } = remembering();
  const [old, now] = [uuidv7(), uuidv7()];
  await note(old, {});
  marks.delete(old);
  memory.giveUp();
  await note(now, {});
  expect([...(await read()).marks.keys()]).toEqual([now]);
});

it('does not grow without bound', async () => {
  const { device, vault, memory, marks, read } = remembering();
  for (let i = 0; i < 110; i++) marks.set(uuidv7(), { state: 'live', scopeId, version: 1 });
  await device.write(await sealWrites(vault, await memory.allWrites(undefined)));
  expect((await read()).marks.size).toBe(100);
});

it('keeps nothing under a name that tells the workspace', async () => {
  const { note, rows } = remembering(new MemoryStore(), { ...clearVault(), memoryName: async () => 'n' });
  await note(uuidv7(), {});
  for (const [key] of await rows()) expect(key).not.toContain(workspaceId);
});
