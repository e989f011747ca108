/** A tab whose session still closes, or goes on, while another tab of the browser has signed in anew: on one device, with two engines. */
import type { EntityName } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryStore } from '../../device/memoryStore.ts';
import type { Replica } from '../../replica/replica.ts';
import type { Tabs } from '../../replica/tabs.ts';
import { createDevice, fetchAll, openOn } from '../../replica/testing/client.ts';
import { ProtocolServer } from '../../replica/testing/protocolServer.ts';
import { type RoomWriter, roomWriter } from '../../replica/testing/room.ts';
import { tabHub } from '../../replica/testing/tabHub.ts';
import type { WindowView } from '../../replica/windowView.ts';
import { forgetSignIn, type KeptAccount, keepSignIn } from './deviceAccount.ts';
import { SignInStore } from './signInStore.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const [room, message] = ['probeRoom', 'probeMessage'] as string[] as [EntityName, EntityName];
const count = 600;

let server: ProtocolServer;
let roomId: string;
let cem: RoomWriter;
let store: MemoryStore;
let hub: () => Tabs;
let signIns: number;
let open: Replica[];

beforeEach(async () => {
  [server, store, hub, signIns, open] = [new ProtocolServer(), new MemoryStore(), tabHub(), 0, []];
  roomId = uuidv7();
  server.addScope({ id: roomId, kind: 'room', access: 'open' });
  const ada = await openOn(createDevice(), server);
  await ada.pull();
  ada.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
  await ada.outbox.sent();
  await ada.close();
  cem = roomWriter(server, roomId);
  await cem.write(
    'cem',
    Array.from({ length: count }, (_, i) => `m${i}`),
  );
});
afterEach(() => Promise.all(open.map((replica) => replica.close())));

/** Signs in anew in a tab of its own. */
async function signIn() {
  const sealed = new Uint8Array(8).fill(++signIns);
  await keepSignIn(store, { sealed } as KeptAccount);
  return { sealed, device: store };
}

async function opens({ sealed }: { sealed: Uint8Array }): Promise<Replica> {
  const device = { ...createDevice('ben'), store: new SignInStore(store, sealed) };
  const replica = await openOn(device, server, { tabs: hub() });
  open.push(replica);
  await replica.pull();
  return replica;
}

/** Returns the words of the room that a replica can show from its device, and how many gaps it says that there are. */
async function shown(replica: Replica) {
  const view = replica.windows.view(message, roomId) as unknown as WindowView<{ id: string; words: string }>;
  const stop = view.subscribe(() => {});
  await replica.windows.open(roomId);
  for (let at = server.scopes.get(roomId)!.revision; at > 0; at -= 100)
    await replica.windows.before(roomId, at + 1);
  const items = view.get();
  stop();
  return {
    words: items.flatMap((item) => (item.kind === 'gap' ? [] : [item.record.words])).length,
    gaps: items.filter((item) => item.kind === 'gap').length,
  };
}

it('counts nothing as known that a tab wrote of which the session had been followed by another', async () => {
  const before = await signIn();
  const closing = await opens(before);
  await fetchAll(closing, roomId);
  await closing.dismissLost();
  const now = await signIn();
  const next = await opens(now);
  // The tab before writes what it still takes.
  await cem.write('cem', ['last']);
  await closing.pull();
  await closing.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await next.pull();
  await fetchAll(next, roomId);
  expect(await shown(next)).toEqual({ words: count + 1, gaps: 0 });
});

it('clears what the device keeps only for the sign-in that it keeps', async () => {
  const before = await signIn();
  const now = await signIn();
  await store.write([
    { table: 'page', key: 'w/1', value: 1 },
    { table: 'outbox', key: 'w/1', value: 1 },
  ]);
  for (const keep of [undefined, ['memory'] as const, []]) await forgetSignIn(before, keep);
  await new SignInStore(store, before.sealed).clear();
  expect(await store.keys('page', '')).toEqual(['w/1']);
  await forgetSignIn(now);
  expect([await store.keys('page', ''), await store.keys('outbox', '')]).toEqual([[], ['w/1']]);
  await forgetSignIn(now, []);
  expect(await store.keys('outbox', '')).toEqual([]);
});

it('leaves what lasts on the device all the same', async () => {
  const before = new SignInStore(store, (await signIn()).sealed);
  await signIn();
  await before.write([
    { table: 'state', key: 'w/window/r', value: 1 },
    { table: 'memory', key: 'w/marks', value: 1 },
    { table: 'outbox', key: 'w/1', value: 1 },
  ]);
  expect([
    await store.keys('state', ''),
    await store.keys('memory', ''),
    await store.keys('outbox', ''),
  ]).toEqual([[], ['w/marks'], ['w/1']]);
});

it('writes nothing once the account is removed from the device, until somebody signs in there again', async () => {
  const removed = await signIn();
  const tab = new SignInStore(store, removed.sealed);
  const left = async () => [
    await store.keys('state', ''),
    await store.keys('memory', ''),
    await store.keys('outbox', ''),
  ];
  const writes = (['state', 'memory', 'outbox'] as const).map((table) => ({ table, key: 'w/1', value: 1 }));
  await forgetSignIn(removed, []);
  await tab.write(writes);
  await tab.write(writes.slice(1));
  // What another tab does where its session ends.
  await forgetSignIn(removed);
  await tab.write(writes.slice(1));
  expect(await left()).toEqual([[], [], []]);
  const now = new SignInStore(store, (await signIn()).sealed);
  await now.write(writes);
  expect(await left()).toEqual([['w/1'], ['w/1'], ['w/1']]);
});
