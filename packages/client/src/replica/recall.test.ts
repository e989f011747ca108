/** Marks at a start: all of them or the rest, and no place without the marks of what was there. */
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import type { Remembered } from './markMemory.ts';
import { sealWrites } from './plannedWrites.ts';
import { Recall } from './recall.ts';
import { SyncState } from './syncState.ts';
import { clearVault } from './testing/clearVault.ts';
import { workspaceId } from './testing/client.ts';
import type { VersionMark } from './versionMarks.ts';

const scopeId = uuidv7();
const gone = uuidv7();

/**
 * Resolves with a device on which a stream is, and which read another scope up to revision 4 before its
 * session ended.
 */
async function recalling(remembered: Partial<Remembered>) {
  const device = new MemoryStore();
  const state = new SyncState(device, clearVault(), workspaceId);
  state.takeScope({ id: scopeId, kind: 'project', access: 'open', cursor: 1, keys: [], isWhole: true }, 0);
  state.noteRecall();
  state.past.note({ id: gone, scopeId: gone, revision: 4 });
  let marks = new Map<string, VersionMark>();
  const recall = new Recall({
    memory: { load: async () => ({ marks, isWhole: true, places: [], restored: undefined, ...remembered }) },
    records: {
      remember: (taken) => {
        marks = taken;
      },
      onlyRemembered: () => marks,
    },
    state,
    onFailed: () => {},
  });
  await recall.begin();
  await recall.done;
  return { device, state, recall, marks: () => marks };
}

it.each([
  [true, 4],
  [false, 0],
])('says how far a scope was read that went where all marks are there (%s)', async (isWhole, revision) => {
  const { state } = await recalling({ isWhole });
  expect(state.readUpTo(gone)).toBe(revision);
});

it('keeps the rest for later starts, and asks for all of it no more', async () => {
  const [deleted, closed] = [uuidv7(), uuidv7()];
  const marks = new Map<string, VersionMark>([
    [deleted, { state: 'deleted', scopeId: gone, version: 3 }],
    [closed, { state: 'closed', scopeId, version: 2 }],
  ]);
  const first = await recalling({ marks });
  expect([first.recall.settle(), first.recall.settle()]).toEqual([true, false]);
  await first.device.write(await sealWrites(clearVault(), first.state.writes()));
  const state = new SyncState(first.device, clearVault(), workspaceId);
  await state.load();
  let recalled: Map<string, VersionMark> | undefined;
  const recall = new Recall({
    memory: {
      load: () => {
        throw new Error('all of it');
      },
    },
    records: {
      remember: (taken) => {
        recalled = taken;
      },
      onlyRemembered: () => new Map(),
    },
    state,
    onFailed: () => {},
  });
  await recall.begin();
  await recall.done;
  expect(recalled).toEqual(marks);
});
