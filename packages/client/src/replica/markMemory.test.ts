/** The memory that a device has of versions, in its store: bounded, gathered, and told by nothing but its keys. */
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { MarkMemory } from './markMemory.ts';
import { sealWrites } from './plannedWrites.ts';
import { clearVault } from './testing/clearVault.ts';
import type { VersionMark } from './versionMarks.ts';

const workspaceId = uuidv7();
const scopeId = uuidv7();

function remembering(device = new MemoryStore(), vault = clearVault()) {
  const marks = new Map<string, VersionMark>();
  const memory = new MarkMemory({
    workspaceId,
    device,
    vault,
    mark: (id) => marks.get(id),
    ids: () => marks.keys(),
    limit: 100,
  });
  const note = async (id: string, mark: Partial<VersionMark>, restored?: string) => {
    marks.set(id, { state: 'live', scopeId, version: 1, ...mark });
    await device.write(await sealWrites(vault, await memory.writesFor([id], restored)));
  };
  const read = () =>
    new MarkMemory({ workspaceId, device, vault, mark: () => undefined, ids: () => [] }).load();
  const rows = () => device.scan<Uint8Array>('memory', '');
  return { device, vault, memory, marks, note, read, rows };
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
