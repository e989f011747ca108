/** Key rows come once, above the cursor: what a server kept back then is asked for again. */
import { expect, it } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import { sealWrites } from './plannedWrites.ts';
import { SyncState } from './syncState.ts';
import { clearVault } from './testing/clearVault.ts';

const scope = { id: 'a', kind: 'staff', access: 'private', keys: [], isWhole: true } as const;

async function stateAt(cursor: number, store = new MemoryStore()): Promise<SyncState> {
  const state = new SyncState(store, clearVault(), 'w');
  state.takeScope({ ...scope, cursor, keys: [] }, 0);
  return state;
}

it('asks at each pull of everything for the rows of a scope whose newest key is missing', async () => {
  const state = await stateAt(7);
  state.noteIncomplete(['a']);
  for (const asked of [0, 0]) {
    state.beginPull();
    expect(state.requestCursors()).toEqual({ a: asked });
    state.endPull(() => true);
  }
  // Not for each hint: it may come every second.
  state.beginPull(['a']);
  expect(state.requestCursors(['a'])).toEqual({ a: 7 });
  state.endPull(() => true);
  state.noteIncomplete([]);
  state.beginPull();
  expect(state.requestCursors()).toEqual({ a: 7 });
});

it('asks at each start for the keys of records that could not be opened', async () => {
  const store = new MemoryStore();
  const before = await stateAt(7, store);
  before.faults.add({ kind: 'unknown-key', entity: 'task', id: 't', scopeId: 'a', version: 1, revision: 6 });
  await store.write(await sealWrites(clearVault(), before.writes()));
  const state = new SyncState(store, clearVault(), 'w');
  await state.load();
  state.beginPull();
  expect(state.requestCursors()).toEqual({ a: 0 });
});
