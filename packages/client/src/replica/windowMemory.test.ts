/** Tests that windowed scopes are in memory in part, sealed on the device in part, and that marks hold for both. */
import type { EntityName } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ignoreHistoryError } from './historyPuller.ts';
import type { Replica } from './replica.ts';
import type { TabMessage, Tabs } from './tabs.ts';
import { keptText } from './testing/clearVault.ts';
import { createDevice, type Device, fetchAll, openOn, until, workspaceId } from './testing/client.ts';
import { ProtocolServer, ServerError } from './testing/protocolServer.ts';
import { type RoomWriter, roomWriter } from './testing/room.ts';
import type { WindowView } from './windowView.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const [room, message] = ['probeRoom', 'probeMessage'] as string[] as [EntityName, EntityName];
const count = 1_500;

let server: ProtocolServer;
let roomId: string;
let others: RoomWriter;
let ids: string[];
let device: Device;
let open: Replica[] = [];

type View = WindowView<{ id: string; words: string; createdRevision?: number }>;

async function reader(on: Device, options: Parameters<typeof openOn>[2] = {}): Promise<Replica> {
  const replica = await openOn(on, server, options);
  open.push(replica);
  await replica.pull();
  return replica;
}
async function close(replica: Replica): Promise<void> {
  open = open.filter((each) => each !== replica);
  await replica.close();
}

const viewOf = (replica: Replica): View => replica.windows.view(message, roomId) as unknown as View;
const words = (view: View): string[] =>
  view.get().flatMap((item) => (item.kind === 'gap' ? [] : [item.record.words]));
const gapsOf = (view: View) => view.get().flatMap((item) => (item.kind === 'gap' ? [item] : []));
const inMemory = (replica: Replica): number => replica.collections[message].size;

/** Has another person's device change a message, as its author. */
async function change(id: string, deletes = false): Promise<void> {
  const cem = await reader(createDevice('cem'));
  await fetchAll(cem, roomId);
  await cem.windows.jump(roomId, { revision: server.rows.get(`${roomId} ${id}`)!.createdRevision! });
  if (deletes) cem.remove(message, id);
  else cem.update(message, id, { words: 'changed' } as object);
  await cem.outbox.sent();
  expect(cem.outbox.failed.get()).toEqual([]);
  await close(cem);
}

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  roomId = uuidv7();
  server.addScope({ id: roomId, kind: 'room', access: 'open' });
  const ada = await reader(createDevice());
  ada.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
  await ada.outbox.sent();
  await close(ada);
  others = roomWriter(server, roomId);
  const texts = Array.from({ length: count }, (_, i) => `m${i}`);
  ids = (await others.write('cem', texts)).map(({ id }) => id);
});
afterEach(async () => {
  await Promise.all(open.map((replica) => replica.close()));
  open = [];
});

describe('a windowed scope in memory', () => {
  it('holds no more than it may, and opens again what the device keeps, without a call', async () => {
    const ben = await reader(device, { mostOpen: 400 });
    const view = viewOf(ben);
    const stop = view.subscribe(() => {});
    await fetchAll(ben, roomId);
    await until(() => inMemory(ben) <= 400);
    const calls = server.histories.length;
    await ben.windows.open(roomId);
    let most = 0;
    for (let at = server.scopes.get(roomId)!.revision; at > 0; at -= 100) {
      view.show({ from: at, to: at });
      await ben.windows.before(roomId, at + 1);
      await until(() => inMemory(ben) <= 700);
      most = Math.max(most, inMemory(ben));
    }
    expect(words(view)[0]).toBe('m0');
    expect(most).toBeGreaterThan(200);
    expect(server.histories.length).toBe(calls);
    // What was read first is a gap again, and never an end.
    expect(gapsOf(view).at(-1)!.to).toBe(server.scopes.get(roomId)!.revision);
    await ben.windows.after(roomId, gapsOf(view).at(-1)!.from - 1);
    expect(server.histories.length).toBe(calls);
    stop();
  });

  it('tells of a refused message that is discarded, and not of one that leaves memory alone', async () => {
    const ben = await reader(device, { mostOpen: 100 });
    const gone: string[] = [];
    ben.onWrite((_, steps) => {
      for (const { before, after } of steps) if (before && !after) gone.push(before.id);
    });
    await fetchAll(ben, roomId);
    await until(() => inMemory(ben) <= 100);
    server.onApply = () => {
      throw new ServerError('PERMISSION_DENIED');
    };
    const { id } = ben.create(message, roomId, { userId: device.userId, words: 'refused' } as object);
    await ben.outbox.sent();
    await ben.outbox.discard(ben.outbox.failed.get()[0]!.id);
    expect(gone).toEqual([id]);
  });

  it('keeps on the device what has to leave memory as it comes, new or changed', async () => {
    const ben = await reader(device, { mostOpen: 10 });
    await fetchAll(ben, roomId);
    await until(() => inMemory(ben) <= 10);
    await change(ids[0]!);
    await ben.pull();
    await until(() => inMemory(ben) <= 10);
    await close(ben);
    const calls = server.histories.length;
    const again = await reader(device, { mostOpen: 2 * count });
    const view = viewOf(again);
    const stop = view.subscribe(() => {});
    await again.windows.open(roomId);
    for (let at = server.scopes.get(roomId)!.revision; at > 1; at -= 100)
      await again.windows.before(roomId, at);
    expect(gapsOf(view)).toEqual([]);
    expect(words(view)).toEqual(['changed', ...Array.from({ length: count - 1 }, (_, i) => `m${i + 1}`)]);
    expect(server.histories.length).toBe(calls);
    stop();
  });

  it('keeps what changes while its page waits to leave the memory', async () => {
    const ben = await reader(device, { mostOpen: 10 });
    await ben.outbox.sent();
    const [write, held] = [device.store.write.bind(device.store), Promise.withResolvers<void>()];
    const holding = vi.spyOn(device.store, 'write').mockImplementation(async (writes) => {
      await held.promise;
      return write(writes);
    });
    // Its first page is being written, and is to go behind that.
    await ben.windows.before(roomId, 101);
    await change(ids[0]!);
    await ben.pull();
    held.resolve();
    holding.mockRestore();
    await until(() => inMemory(ben) <= 10);
    await close(ben);
    const again = await reader(device, { mostOpen: 10 });
    await again.windows.jump(roomId, { revision: server.rows.get(`${roomId} ${ids[0]}`)!.createdRevision! });
    expect(again.collections[message].get(ids[0]!)).toMatchObject({ words: 'changed' });
  });

  it('holds no more than it may on a device that has no room, and fetches again what left', async () => {
    const ben = await reader(device, { mostOpen: 400, sweeps: true });
    await ben.outbox.sent();
    // What gives up waits in the queue before what is to leave the memory.
    vi.spyOn(device.store, 'write').mockRejectedValue(new Error('no room'));
    await ben.pull();
    await fetchAll(ben, roomId);
    await until(() => inMemory(ben) <= 400);
    expect(ben.faults.get().map(({ kind }) => kind)).toContain('not-kept');
    const view = viewOf(ben);
    const stop = view.subscribe(() => {});
    await change(ids[0]!);
    await ben.pull();
    await ben.windows.jump(roomId, { revision: server.rows.get(`${roomId} ${ids[0]}`)!.createdRevision! });
    expect(words(view)).toContain('changed');
    const calls = server.histories.length;
    // Nothing is fetched that nobody waits for and that would leave at once.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.histories.length).toBe(calls);
    stop();
  });

  it('keeps what is on the screen, and what waits to be sent', async () => {
    const cem = await reader(createDevice('cem'), { mostOpen: 300 });
    const view = viewOf(cem);
    const stop = view.subscribe(() => {});
    await fetchAll(cem, roomId);
    const place = await cem.windows.jump(roomId, { revision: 300 });
    view.show({ from: 290, to: 310 });
    await cem.windows.jump(roomId, { revision: 800 });
    cem.windows.before(roomId, 802).catch(() => {});
    await cem.windows.jump(roomId, { revision: 1_400 });
    await cem.windows.jump(roomId, { revision: 1_000 });
    await until(() => inMemory(cem) <= 800);
    expect(words(view)).toContain(`m${place - 2}`);
    stop();
  });

  it('keeps what is brought for one purpose while others are brought for another', async () => {
    const ben = await reader(device, { mostOpen: 300 });
    await fetchAll(ben, roomId);
    await until(() => inMemory(ben) <= 300);
    const brought = [10, 600, 900].map((at) => ids[at]!);
    const isHere = (id: string) => ben.collections[message].get(id) !== undefined;
    for (const [i, purpose] of (['hits', 'jump', 'upload'] as const).entries())
      await ben.windows.bring([brought[i]!], purpose);
    for (const revision of [1_100, 1_300, 1_490]) await ben.windows.jump(roomId, { revision });
    await until(() => inMemory(ben) <= 800);
    expect(brought.map(isHere)).toEqual([true, true, true]);
  });

  it('is there again after a start, as far as somebody looks at it', async () => {
    const ben = await reader(device);
    await fetchAll(ben, roomId);
    await close(ben);
    device.connection.isOffline = true;
    const again = await openOn(device, server);
    open.push(again);
    expect(inMemory(again)).toBe(0);
    expect((again.collections[room].get(roomId) as unknown as { name: string }).name).toBe('Room');
    const view = viewOf(again);
    await again.windows.open(roomId);
    expect(words(view).at(-1)).toBe(`m${count - 1}`);
    expect(inMemory(again)).toBeLessThan(600);
    await again.windows.jump(roomId, { revision: 5 });
    expect(words(view)[0]).toBe('m0');
    expect(again.windows.proof(roomId)).toEqual({ missing: 0, misplaced: 0, unchecked: 0 });
  });

  it.each([
    ['one page where that holds enough', 0, [1, 1]],
    ['the top two at once where one is too small', 60, [2, 2]],
  ])('opens %s', async (_, more, expected) => {
    const texts = Array.from({ length: more }, (_each, i) => `later ${i}`);
    if (more > 0) await others.write('cem', texts);
    const first = await reader(device);
    await fetchAll(first, roomId);
    await close(first);
    const { store } = device;
    const read = store.get.bind(store);
    let [running, most, all] = [0, 0, 0];
    const slow = async (...[table, key]: Parameters<typeof read>) => {
      const isPage = table === 'page' && key.includes(roomId);
      if (!isPage) return read(table, key);
      all++;
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return read(table, key);
    };
    const ben = await reader(device);
    vi.spyOn(store, 'get').mockImplementation(slow as typeof read);
    await ben.windows.open(roomId);
    expect([most, all]).toEqual(expected);
  });

  it('keeps its marks for what is not open: nothing older is taken, and what is deleted stays so', async () => {
    const ben = await reader(device, { mostOpen: 300 });
    await fetchAll(ben, roomId);
    const [changed, deleted] = [ids[100]!, ids[200]!];
    const old = [changed, deleted].map((id) => ({ ...server.rows.get(`${roomId} ${id}`)! }));
    await change(changed);
    await change(deleted, true);
    await ben.pull();
    await until(() => inMemory(ben) <= 300);
    await close(ben);
    const again = await reader(device, { mostOpen: 300 });
    expect(again.faults.get()).toEqual([]);
    expect(again.collections[message].get(changed)).toBeUndefined();
    const scope = server.scopes.get(roomId)!;
    for (const row of old) server.rows.set(`${roomId} ${row.id}`, { ...row, revision: ++scope.revision });
    await again.pull();
    expect(again.faults.get().map(({ kind, id }) => [kind, id])).toEqual([
      ['rolled-back', changed],
      ['resurrected', deleted],
    ]);
    const view = viewOf(again);
    await again.windows.jump(roomId, { revision: old[0]!.createdRevision! });
    expect(words(view)).toContain('changed');
    expect(words(view)).not.toContain('m100');
    expect(words(view)).not.toContain('m200');
  });

  it('asks again for what a damaged page held', async () => {
    const ben = await reader(device);
    await fetchAll(ben, roomId);
    await close(ben);
    const pages = await device.store.scan<Uint8Array>('page', '');
    const key = pages.map(([each]) => each).find((each) => each.includes(roomId))!;
    await device.store.write([{ table: 'page', key, value: new Uint8Array(9) }]);
    const again = await reader(device);
    const view = viewOf(again);
    const calls = server.histories.length;
    await again.windows.jump(roomId, { revision: 20 });
    expect(words(view)).toContain('m10');
    expect(server.histories.length).toBeGreaterThan(calls);
    expect(again.faults.get()).toEqual([]);
  });

  it('loses nothing of a page that cannot be read just when something of it is written', async () => {
    const ben = await reader(device);
    await fetchAll(ben, roomId);
    const view = viewOf(ben);
    const stop = view.subscribe(() => {});
    view.show({ from: 1, to: 10 });
    await ben.windows.jump(roomId, { revision: 5 });
    await change(ids[0]!);
    const { store } = device;
    const read = store.get.bind(store);
    const reading = vi.spyOn(store, 'get').mockImplementation((async (table, key) => {
      if (table === 'page' && key.includes(roomId)) throw new Error('not now');
      return read(table, key);
    }) as typeof read);
    await ben.pull();
    stop();
    await close(ben);
    reading.mockRestore();
    const again = await reader(device);
    await again.windows.jump(roomId, { revision: 5 });
    expect(words(viewOf(again)).slice(0, 2)).toEqual(['changed', 'm1']);
  });

  it('is asked again which pages there are where that could not be read', async () => {
    const ben = await reader(device);
    await fetchAll(ben, roomId);
    await close(ben);
    await others.write('cem', ['later']);
    const { store } = device;
    const scan = store.scan.bind(store);
    let isFailing = true;
    vi.spyOn(store, 'scan').mockImplementation((async (table, prefix) => {
      if (isFailing && prefix.includes('/ids/')) throw new Error('not now');
      return scan(table, prefix);
    }) as typeof scan);
    const again = await reader(device);
    expect(again.status.get().connection).toBe('refused');
    isFailing = false;
    await again.pull();
    expect(again.status.get().connection).toBe('current');
  });

  it('fetches what changed before the window where it has to be pulled from its beginning', async () => {
    const ben = await reader(device);
    await fetchAll(ben, roomId);
    await close(ben);
    await change(ids[0]!);
    const heads = (await device.store.keys('page', '')).filter((key) => key.includes('/heads/'));
    await device.store.write(heads.map((key) => ({ table: 'page', key, value: new Uint8Array(9) })));
    const again = await reader(device);
    await again.windows.jump(roomId, { revision: 5 });
    expect(words(viewOf(again))[0]).toBe('changed');
    await fetchAll(again, roomId);
    expect(again.windows.proof(roomId)).toEqual({ missing: 0, misplaced: 0, unchecked: 0 });
  });

  it('stays where it is read again before the device took the words out of it', async () => {
    const ben = await reader(device);
    await fetchAll(ben, roomId);
    await ben.outbox.sent();
    const write = device.store.write.bind(device.store);
    let hasEnded = false;
    const writing = vi.spyOn(device.store, 'write').mockImplementation(async (writes) => {
      if (hasEnded) throw new Error('ended');
      hasEnded = writes.some(({ key }) => key.includes('/closing/'));
      await write(writes);
    });
    server.hidden.add(roomId);
    await ben.pull();
    await close(ben);
    writing.mockRestore();
    expect(hasEnded).toBe(true);
    server.hidden.clear();
    const later = tabs();
    const other = later();
    void other.lead();
    const again = await reader(device, { tabs: later() });
    other.close();
    await again.pull();
    await close(again);
    expect(await device.store.keys('state', `${workspaceId}/closing/`)).toEqual([]);
    device.connection.isOffline = true;
    const last = await openOn(device, server);
    open.push(last);
    await last.windows.open(roomId);
    expect(words(viewOf(last)).at(-1)).toBe(`m${count - 1}`);
  });

  it('leaves the device when it may not be read any more, its marks apart, and comes back', async () => {
    const ben = await reader(device, { mostOpen: 300 });
    await fetchAll(ben, roomId);
    const old = { ...server.rows.get(`${roomId} ${ids[50]!}`)! };
    await change(ids[50]!);
    await ben.pull();
    server.hidden.add(roomId);
    await ben.pull();
    await close(ben);
    const pages = await device.store.scan<Uint8Array>('page', '');
    const kept = pages.map(([, bytes]) => keptText(bytes)).join();
    expect(kept).toContain(ids[50]!);
    expect(kept).not.toContain('changed');
    expect(kept).not.toMatch(/"words/);
    server.hidden.clear();
    const honest = { ...server.rows.get(`${roomId} ${ids[50]!}`)! };
    server.rows.set(`${roomId} ${ids[50]!}`, old);
    const again = await reader(device);
    await again.windows.jump(roomId, { revision: old.createdRevision! });
    expect(again.faults.get()).toMatchObject([{ kind: 'rolled-back', id: ids[50] }]);
    server.rows.set(`${roomId} ${ids[50]!}`, honest);
    await again.pull();
    await until(() => again.faults.get().length === 0);
    expect(words(viewOf(again))).toContain('changed');
  });

  it('shows in the tab that takes over what the one before kept of a page that was open here', async () => {
    const tab = tabs();
    const first = await reader(device, { tabs: tab() });
    const second = await reader(device, { tabs: tab() });
    const view = viewOf(second);
    await second.windows.open(roomId);
    // It lies in the page that is open, and before what a pull brings.
    const word = 'm1285';
    expect(words(view)).not.toContain(word);
    await fetchAll(first, roomId);
    const calls = server.histories.length;
    await close(first);
    await vi.waitFor(() => expect(words(view)).toContain(word));
    expect(server.histories.length).toBe(calls);
  });

  it('does not come back with a page that was being read as it was closed', async () => {
    const ben = await reader(device);
    await fetchAll(ben, roomId);
    await close(ben);
    const page = Promise.withResolvers<void>();
    let [isHeld, isReading] = [false, false];
    const again = await reader(device, {
      vault: (vault) => ({
        ...vault,
        openLocal: async (store, label, sealed) => {
          if (isHeld && store === 'page' && label.includes(roomId)) {
            isReading = true;
            await page.promise;
          }
          return vault.openLocal(store, label, sealed);
        },
      }),
    });
    isHeld = true;
    const reading = again.windows.jump(roomId, { revision: 20 }).catch(ignoreHistoryError);
    await until(() => isReading);
    server.hidden.add(roomId);
    await again.pull();
    page.resolve();
    await reading;
    expect(inMemory(again)).toBe(0);
  });

  it('leaves the device with the tab that takes over, where the one before did not hear that it closed', async () => {
    const tab = tabs();
    const first = await reader(device, { tabs: tab() });
    await fetchAll(first, roomId);
    const second = await reader(device, { tabs: tab() });
    server.hidden.add(roomId);
    await second.pull();
    await close(first);
    await second.pull();
    await close(second);
    const kept = (await device.store.scan<Uint8Array>('page', '')).map(([, bytes]) => keptText(bytes)).join();
    expect(kept).toContain(ids[50]!);
    expect(kept).not.toMatch(/"words/);
  });
});

/** Returns tabs of one browser: the first one leads until it closes. */
function tabs(): () => Tabs {
  const waiting: (() => void)[] = [];
  const listeners = new Set<(message: TabMessage) => void>();
  let leader: object | undefined;
  return () => {
    const self = {};
    return {
      lead: () =>
        new Promise((resolve) => {
          const take = () => {
            leader = self;
            resolve();
          };
          if (leader) waiting.push(take);
          else take();
        }),
      post: () => {},
      onMessage: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => {
        if (leader !== self) return;
        leader = undefined;
        waiting.shift()?.();
      },
    };
  };
}

describe('the search', () => {
  it('says from when on everything is here, and goes back to the beginning', async () => {
    const start = Date.parse('2026-01-01T00:00Z');
    await others.write(
      'dan',
      Array.from({ length: 1_200 }, (_, i) => `d${i}`),
      (i) => start + i * 60_000,
    );
    const ben = await reader(device, { mostOpen: 300 });
    expect(await ben.windows.reach('nowhere')).toBeUndefined();
    const reached = [await ben.windows.reach(roomId)];
    expect(reached[0]).toBe(start + 1_000 * 60_000);
    while (await ben.windows.reachBack(roomId)) reached.push(await ben.windows.reach(roomId));
    expect(reached.slice(0, 3)).toEqual([1_000, 500, 0].map((i) => start + i * 60_000));
    expect(reached.at(-1)).toBe(0);
    const calls = server.histories.length;
    expect(await ben.windows.reachBack(roomId)).toBe(false);
    expect(server.histories.length).toBe(calls);
    await close(ben);
    expect(await (await reader(device)).windows.reach(roomId)).toBe(0);
  });
});

describe('the sweep', () => {
  it('brings the past by itself, keeps it on the device, and ends at the beginning', async () => {
    const ben = await reader(device, { sweeps: true, mostOpen: 300 });
    await until(() => server.histories.length > 0 && ben.windows.proof(roomId).unchecked === 0);
    await until(() => inMemory(ben) <= 300);
    const calls = server.histories.length;
    expect(calls).toBeLessThan(6);
    await ben.pull();
    await ben.windows.jump(roomId, { revision: 3 });
    expect(words(viewOf(ben))[0]).toBe('m0');
    expect(server.histories.length).toBe(calls);
  });

  it('goes back twelve months and no further', async () => {
    const year = 366 * 24 * 3_600_000;
    await others.write(
      'dan',
      Array.from({ length: 1_200 }, (_, i) => `n${i}`),
      (i) => Date.now() - year + i,
    );
    await others.write(
      'dan',
      Array.from({ length: 600 }, (_, i) => `o${i}`),
      () => Date.now(),
    );
    const ben = await reader(device, { sweeps: true });
    await until(() => server.histories.length >= 2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.histories.length).toBe(2);
    expect(gapsOf(viewOf(ben))).not.toEqual([]);
  });

  it('is one tab’s, and the next one goes on when that one closes', async () => {
    const tab = tabs();
    const first = await reader(device, { sweeps: true, tabs: tab() });
    const second = await reader(device, { sweeps: true, tabs: tab() });
    await until(() => first.windows.proof(roomId).unchecked === 0);
    const calls = server.histories.length;
    await second.pull();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.histories.length).toBe(calls);
    await close(first);
    await second.pull();
    await new Promise((resolve) => setTimeout(resolve, 50));
    // It reads what the first one kept, and fetches nothing of it again.
    await second.windows.jump(roomId, { revision: 3 });
    expect(words(viewOf(second))[0]).toBe('m0');
    expect(server.histories.length).toBe(calls);
  });

  it('waits for what people ask for', async () => {
    const { HistoryQueue } = await import('./window/historyQueue.ts');
    const queue = new HistoryQueue();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(name);
      await new Promise((resolve) => setTimeout(resolve, 1));
      return name;
    };
    const busy = [queue.add('screen', 'x', work('x')), queue.add('screen', 'y', work('y'))];
    const all = [
      queue.add('sweep', 'a', work('sweep a')),
      queue.add('sweep', 'b', work('sweep b')),
      queue.add('search', 'c', work('search')),
      queue.add('jump', 'd', work('jump')),
      queue.add('screen', 'e', work('screen')),
      // The same page, which is on the screen by now.
      queue.add('screen', 'b', work('never')),
    ];
    await Promise.all(busy);
    expect(await Promise.all(all)).toEqual(['sweep a', 'sweep b', 'search', 'jump', 'screen', 'sweep b']);
    expect(order).toEqual(['x', 'y', 'sweep b', 'screen', 'jump', 'search', 'sweep a']);
    expect(order).not.toContain('never');
  });
});

it('tells whoever listens to writes of what came and what was deleted, and not of what only left the memory', async () => {
  const replica = await reader(device, { mostOpen: 300 });
  const idsIn = () => replica.collections[message].all().map(({ id }) => id);
  const known = new Set<string>(idsIn());
  replica.onWrite((entity, steps) => {
    if (entity !== message) return;
    for (const { before, after } of steps) {
      if (after) known.add(after.id);
      else known.delete(before!.id);
    }
  });
  await fetchAll(replica, roomId);
  await until(() => inMemory(replica) < count);
  expect(known.size).toBe(count);
  await change(ids[10]!, true);
  await replica.pull();
  expect([known.has(ids[10]!), known.size]).toEqual([false, count - 1]);
});
