/** The memory that a device has of versions, in its store: bounded, gathered, and told by nothing but its keys. */
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { MarkMemory, type ReadPlace } from './markMemory.ts';
import { sealWrites } from './plannedWrites.ts';
import { clearVault } from './testing/clearVault.ts';
import type { VersionMark } from './versionMarks.ts';

const workspaceId = uuidv7();
const scopeId = uuidv7();

function remembering(device = new MemoryStore(), vault = clearVault()) {
  const marks = new Map<string, VersionMark>();
  const places: ReadPlace[] = [];
  const memory = new MarkMemory({
    workspaceId,
    device,
    vault,
    records: { mark: (id) => marks.get(id), markedIds: () => marks.keys() },
    state: { places: () => places },
    limit: 100,
  });
  const note = async (id: string, mark: Partial<VersionMark>, restored?: string) => {
    marks.set(id, { state: 'live', scopeId, version: 1, ...mark });
    await device.write(await sealWrites(vault, await memory.writesFor([id], restored)));
  };
  const read = () =>
    new MarkMemory({
      ...{ workspaceId, device, vault, limit: 100 },
      records: { mark: () => undefined, markedIds: () => [] },
      state: { places: () => [] },
    }).load();
  const rows = () => device.scan<Uint8Array>('memory', '');
  return { device, vault, memory, marks, places, note, read, rows };
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

it('takes back what was shown and then refused, and keeps what was believed before and after', async () => {
  const { note, read, rows, marks, memory } = remembering();
  const [before, nothing, again] = [uuidv7(), uuidv7(), uuidv7()];
  for (const id of [before, again]) await note(id, { version: 3 });
  for (const id of [before, nothing, again]) await note(id, { version: 7 });
  memory.disbelieve([before, nothing].map((id) => ({ id, scopeId, version: 7, revision: 1 })));
  marks.delete(nothing);
  await note(before, { version: 3 });
  const versions = async () => {
    const found = (await read()).marks;
    return [before, nothing, again].map((id) => found.get(id)?.version);
  };
  expect(await versions()).toEqual([3, undefined, 7]);
  await note(nothing, { version: 7 });
  expect(await versions()).toEqual([3, 7, 7]);
  // Also by the write that gathers the pieces.
  while ((await rows()).length < 33) await note(uuidv7(), {});
  memory.disbelieve([{ id: nothing, scopeId, version: 7, revision: 1 }]);
  marks.delete(nothing);
  await note(uuidv7(), {});
  expect((await rows()).length).toBeLessThan(33);
  expect(await versions()).toEqual([3, undefined, 7]);
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
