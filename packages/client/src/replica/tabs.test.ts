/** Two tabs of one browser: one device, one sender, both up to date. */

import { utf8 } from '@kontor/contract/wire/bytes';
import { describe, expect, it } from 'vitest';
import type { DeviceStore } from '../device/deviceStore.ts';
import { createProject } from '../nouns/project.ts';
import type { Entry } from './entry.ts';
import { Outbox } from './outbox.ts';
import { clearVault } from './testing/clearVault.ts';
import { createDevice, hastyClock, openOn, until, workspaceId } from './testing/client.ts';
import { ProtocolServer, ServerError } from './testing/protocolServer.ts';
import { tabHub } from './testing/tabHub.ts';

const scopeId = '019a0000-0000-7000-8000-00000000000b';
const pause = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Returns a device's store as a tab reads it that opens: `act` is done before it is asked for the nth time. */
function interrupted(store: DeviceStore, nth: number, act: () => Promise<void>): DeviceStore {
  let asked = 0;
  const before = async () => {
    if (++asked === nth) await act();
  };
  return {
    get: async (table, key) => {
      await before();
      return store.get(table, key);
    },
    keys: async (table, prefix) => {
      await before();
      return store.keys(table, prefix);
    },
    scan: async (table, prefix) => {
      await before();
      return store.scan(table, prefix);
    },
    write: (writes) => store.write(writes),
    clear: (keep) => store.clear(keep),
    change: (change) => store.change(change),
    close: () => {},
  };
}

it('an outbox that only follows keeps nothing of what is sent again once the server was set back', async () => {
  const { store } = createDevice();
  const hub = tabHub();
  const [leading, following] = [hub(), hub()].map(
    (tabs) =>
      new Outbox(
        { workspaceId, store, vault: clearVault(), tabs, clock: hastyClock, onUnstored: () => {} },
        () => {},
      ),
  ) as [Outbox, Outbox];
  const add = async (): Promise<Entry> => {
    const op = { verb: 'create', entity: 'task', id: scopeId, scopeId, fields: {} } as const;
    const entry: Entry = {
      id: leading.newId(),
      at: 0,
      userId: 'ada',
      structural: [],
      state: 'pending',
      ops: [op],
    };
    leading.add([entry]);
    leading.acked({ ...entry, state: 'acked', revisions: { [scopeId]: 3 } });
    await until(() => following.get(entry.id)?.state === 'acked');
    return entry;
  };
  const sendAgain = async ({ id }: Entry) => {
    leading.sendAgain(true);
    leading.acked({ ...leading.get(id)!, state: 'acked', revisions: { [scopeId]: 2 } });
    leading.drop(id);
    await leading.stored();
    await pause();
  };
  const isDone = async ({ id }: Entry) => {
    await following.stored();
    expect([following.get(id), following.status.get().pending]).toEqual([undefined, 0]);
    expect(await store.keys('outbox', '')).toEqual([]);
  };
  // It goes on from the backup behind the one that leads, and before it.
  const late = await add();
  await sendAgain(late);
  following.sendAgain(false);
  await isDone(late);
  const early = await add();
  following.sendAgain(false);
  expect(following.get(early.id)?.state).toBe('pending');
  await sendAgain(early);
  // Its own pull brings it.
  following.forget(early.id);
  await isDone(early);
});

describe('tabs', () => {
  it('send what is waiting though the device could not be read as the next one took the lead', async () => {
    const server = new ProtocolServer();
    server.addScope({ id: scopeId, kind: 'project', access: 'open' });
    const device = createDevice();
    const hub = tabHub();
    const first = await openOn(device, server, { hints: server.hints, tabs: hub() });
    await first.pull();
    let refusals = 0;
    const store: DeviceStore = {
      ...interrupted(device.store, 0, async () => {}),
      scan: async (table, prefix) => {
        if (table === 'outbox' && refusals-- > 0) throw new DOMException('lost', 'UnknownError');
        return device.store.scan(table, prefix);
      },
    };
    const next = await openOn({ ...device, store }, server, { hints: server.hints, tabs: hub() });
    await next.pull();
    refusals = 2;
    await first.close();
    next.create('task', scopeId, { title: 'after' });
    await next.outbox.sent();
    expect(server.rows.size).toBe(1);
    await next.close();
  });

  it('write nothing once they are closed, also where one had just come to lead', async () => {
    const server = new ProtocolServer();
    server.addScope({ id: scopeId, kind: 'project', access: 'open' });
    const device = createDevice();
    const hub = tabHub();
    const first = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const reading = Promise.withResolvers<void>();
    const late: string[] = [];
    let [isLeading, isReading, isClosed] = [false, false, false];
    const store: DeviceStore = {
      ...interrupted(device.store, 0, async () => {}),
      scan: async (table, prefix) => {
        if (table === 'outbox' && isLeading) {
          isReading = true;
          await reading.promise;
        }
        return device.store.scan(table, prefix);
      },
      write: async (writes) => {
        if (isClosed) late.push(...writes.map(({ key }) => key));
        await device.store.write(writes);
      },
    };
    const next = await openOn({ ...device, store }, server, { hints: server.hints, tabs: hub() });
    first.create('task', scopeId, { title: 'taken over by both' });
    await first.outbox.sent();
    await next.pull();
    isLeading = true;
    await first.close();
    await until(() => isReading);
    await next.close();
    isClosed = true;
    reading.resolve();
    for (let i = 0; i < 20; i++) await pause();
    expect(late).toEqual([]);
  });

  it('go on sending though a newer one wrote of a noun that this one does not know, and leave that to it', async () => {
    const server = new ProtocolServer();
    server.addScope({ id: scopeId, kind: 'project', access: 'open' });
    const device = createDevice();
    const hub = tabHub();
    const old = await openOn(device, server, { hints: server.hints, tabs: hub() });
    await old.pull();
    const id = '019f0000-0000-7000-8000-000000000001';
    const key = `${workspaceId}/${id}`;
    const op = { verb: 'create', entity: 'gadget', id: scopeId.replace('0b', '0c'), scopeId, fields: {} };
    const entry = { id, at: 0, userId: device.userId, structural: [], state: 'pending', ops: [op] };
    const value = await clearVault().sealLocal('outbox', key, utf8(JSON.stringify(entry)));
    await device.store.write([{ table: 'outbox', key, value }]);
    hub().post({ kind: 'changed', id });
    await pause();
    old.create('task', scopeId, { title: 'after' });
    await old.outbox.sent();
    await until(() => server.rows.size === 1);
    await old.close();
    expect(await device.store.keys('outbox', '')).toEqual([key]);
    const again = await openOn(device, server, { hints: server.hints, tabs: hub() });
    expect([again.outbox.status.get().pending, again.faults.get()]).toEqual([0, []]);
    await again.close();
  });

  it('share an outbox: one sends, both show, nothing is sent twice', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    const hub = tabHub();
    const left = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const right = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const batches: string[] = [];
    server.onApply = (batch) => batches.push(batch.id);
    const project = createProject(right, { name: 'P' });
    await until(() => left.collections.project.get(project.id) !== undefined && !left.isPending(project.id));
    for (let n = 0; n < 5; n++) {
      left.create('task', project.id, { title: `left ${n}` });
      right.create('task', project.id, { title: `right ${n}` });
    }
    await until(() =>
      [left, right].every((tab) => tab.collections.task.size === 10 && tab.outbox.status.get().pending === 0),
    );
    expect(new Set(batches).size).toBe(batches.length);
    expect(batches).toHaveLength(11);
    const id = left.collections.task.all()[0]!.id;
    device.connection.isOffline = true;
    left.update('task', id, { title: 'from the left' });
    await until(() => right.collections.task.get(id)?.title === 'from the left');
    expect(right.isPending(id)).toBe(true);
    await left.close();
    device.connection.isOffline = false;
    await right.outbox.sent();
    await right.pull();
    expect(right.collections.task.get(id)).toMatchObject({ title: 'from the left', version: 2 });
    expect(right.conflictsOf(right.collections.task.get(id)!)).toEqual([]);
    await right.close();
    expect(await device.store.scan('outbox', '')).toEqual([]);
    device.connection.isOffline = true;
    const later = await openOn(device, server);
    expect(later.collections.task.size).toBe(10);
    expect(later.collections.task.get(id)?.title).toBe('from the left');
    await later.close();
  });

  it('send what a tab wrote as it ended, once another one opens', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    const hub = tabHub();
    const left = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const project = createProject(left, { name: 'P' });
    await left.outbox.sent();
    // It told nobody.
    const ended = await openOn(device, server, { tabs: { ...hub(), post: () => {} } });
    ended.create('task', project.id, { title: 'last words' });
    await ended.outbox.stored();
    await ended.close();
    expect(left.collections.task.size).toBe(0);
    const right = await openOn(device, server, { hints: server.hints, tabs: hub() });
    await until(() => left.collections.task.size === 1 && right.outbox.status.get().pending === 0);
    await Promise.all([left.close(), right.close()]);
  });

  it('discard what cannot be read, and send what another one has brought back by then', async () => {
    const server = new ProtocolServer();
    server.addScope({ id: scopeId, kind: 'project', access: 'open' });
    const device = createDevice();
    const ids = ['1', '2'].map((end) => `019f0000-0000-7000-8000-00000000000${end}`);
    const [lost, saved] = ids.map((id) => `${workspaceId}/${id}`) as [string, string];
    const unreadable = (key: string) => ({ table: 'outbox' as const, key, value: utf8('"of former keys"') });
    await device.store.write([lost, saved].map(unreadable));
    const page = await openOn(device, server);
    await page.pull();
    expect(page.faults.get().map(({ kind, id }) => [kind, id])).toEqual(
      ids.map((id) => ['unreadable-act', id]),
    );
    const id = scopeId.replace('0b', '0c');
    const op = { verb: 'create', entity: 'task', id, scopeId, fields: { title: 'saved' } };
    const entry = { id: ids[1], at: 0, userId: device.userId, structural: [], state: 'pending', ops: [op] };
    const value = await clearVault().sealLocal('outbox', saved, utf8(JSON.stringify(entry)));
    await device.store.write([{ table: 'outbox', key: saved, value }]);
    await page.outbox.discardUnreadable();
    expect(page.faults.get()).toEqual([]);
    await page.outbox.sent();
    await page.pull();
    expect(page.collections.task.get(id)?.title).toBe('saved');
    await page.close();
    expect(await device.store.keys('outbox', '')).toEqual([]);
  });

  it('hear of what one of them discards or retries', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    const hub = tabHub();
    const left = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const right = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const project = createProject(left, { name: 'P' });
    left.create('document', project.id, { kind: 'folder', name: 'a' });
    await left.outbox.sent();
    const twins = [0, 1].map(() => left.create('document', project.id, { kind: 'folder', name: 'A' }).id);
    await until(() => right.outbox.status.get().failed === 2);
    await right.outbox.discard(right.outbox.failed.get()[0]!.id);
    await until(() => left.outbox.status.get().failed === 1);
    const kept = left.collections.document.all().find(({ id }) => twins.includes(id))!;
    right.update('document', kept.id, { name: 'B' });
    const first = right.collections.document.all().find(({ name }) => name === 'a')!;
    right.remove('document', first.id);
    await until(() => !right.isPending(first.id) && right.collections.document.get(first.id) === undefined);
    await right.outbox.retry(right.outbox.failed.get()[0]!.id);
    await until(() => left.collections.document.get(kept.id)?.name === 'B' && !left.isPending(kept.id));
    await until(() =>
      [left, right].every((tab) => {
        const { pending, failed } = tab.outbox.status.get();
        return pending + failed === 0;
      }),
    );
    await Promise.all([left.close(), right.close()]);
  });

  it('retry and discard a transaction of several batches as one, of which one was refused', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    const hub = tabHub();
    const left = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const right = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const project = createProject(left, { name: 'P' });
    await left.outbox.sent();
    let refused = new Set<string>();
    server.onApply = ({ changes }) => {
      if (changes.some(({ args }) => 'id' in args && refused.has(args.id)))
        throw new ServerError('PERMISSION_DENIED');
    };
    const count = 1_200;
    const createMany = (): string[] => {
      const ids: string[] = [];
      left.transaction(() => {
        for (let i = 0; i < count; i++) ids.push(left.create('task', project.id, { title: `${i}` }).id);
      });
      return ids;
    };
    /** Waits until both tabs tell of so many refused transactions and of nothing that is pending. */
    const rest = (failed: number) =>
      until(() =>
        [left, right].every(({ outbox }) => {
          const status = outbox.status.get();
          return status.pending === 0 && status.failed === failed;
        }),
      );
    const sent = () => [...server.rows.values()].filter(({ entity }) => entity === 'task').length;

    refused = new Set(createMany().slice(0, 1));
    await rest(1);
    expect([sent(), right.outbox.failed.get()[0]!.records.length]).toEqual([0, count]);
    await right.outbox.retry(right.outbox.failed.get()[0]!.id);
    await rest(1);
    refused.clear();
    await right.outbox.retry(right.outbox.failed.get()[0]!.id);
    await rest(0);
    expect(sent()).toBe(count);

    // What went before the refused batch stays; what was to come after it falls away with it.
    refused = new Set([createMany()[count / 2]!]);
    await rest(1);
    const { records } = right.outbox.failed.get()[0]!;
    expect(records.length).toBeGreaterThan(count / 2);
    expect(sent()).toBe(2 * count - records.length);
    await right.outbox.discard(right.outbox.failed.get()[0]!.id);
    await rest(0);
    expect([left, right].map(({ collections }) => collections.task.size)).toEqual([sent(), sent()]);
    await Promise.all([left.close(), right.close()]);
  });

  it('hold what one of them keeps while another one opens, whatever that has read by then', async () => {
    const title = 'made while the other one opens';
    let nth = 0;
    for (let isAsked = true; isAsked; ) {
      nth++;
      isAsked = false;
      const server = new ProtocolServer();
      const device = createDevice();
      const hub = tabHub();
      const left = await openOn(device, server, { hints: server.hints, tabs: hub() });
      const project = createProject(left, { name: 'P' });
      await left.outbox.sent();
      await left.pull();
      const store = interrupted(device.store, nth, async () => {
        isAsked = true;
        left.create('task', project.id, { title });
        await left.outbox.stored();
        // It leaves the outbox once its page is kept.
        while ((await device.store.keys('outbox', '')).length > 0) await pause();
      });
      const right = await openOn({ ...device, store }, server, { hints: server.hints, tabs: hub() });
      await right.pull();
      await until(() => right.loaded.get().isComplete);
      const titles = right.collections.task.all().map((task) => task.title);
      expect([nth, titles]).toEqual([nth, isAsked ? [title] : []]);
      await Promise.all([left.close(), right.close()]);
    }
    expect(nth).toBeGreaterThan(5);
  });

  it('remember beyond the session what the one that comes to lead read while another one led', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    const hub = tabHub();
    const writer = await openOn(createDevice(), server);
    const project = createProject(writer, { name: 'P' });
    await writer.outbox.sent();
    const left = await openOn(device, server, { tabs: hub() });
    await left.pull();
    const right = await openOn(device, server, { tabs: hub() });
    writer.create('task', project.id, { title: 'kept by the left' });
    await writer.outbox.sent();
    await left.pull();
    writer.create('task', project.id, { title: 'read by the right alone' });
    await writer.outbox.sent();
    await right.pull();
    await left.close();
    await right.pull();
    await right.dismissLost();
    await right.close();
    // The server ends the session.
    await device.store.clear(['account', 'outbox', 'memory']);
    const again = await openOn(device, server);
    await again.pull();
    expect(again.faults.get()).toEqual([]);
    expect(again.collections.task.size).toBe(2);
    await Promise.all([again.close(), writer.close()]);
  });

  it('list nothing that another one sends and erases while it is being opened', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    const hub = tabHub();
    const left = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const project = createProject(left, { name: 'P' });
    const { id } = left.create('task', project.id, { title: 'first' });
    await left.outbox.sent();
    device.connection.isOffline = true;
    left.update('task', id, { title: 'second' });
    await left.outbox.stored();
    const held = Promise.withResolvers<void>();
    let isOpening = false;
    const opening = openOn(device, server, {
      hints: server.hints,
      tabs: hub(),
      vault: (vault) => ({
        ...vault,
        openLocal: async (store, ...piece) => {
          if (store === 'outbox') {
            isOpening = true;
            await held.promise;
          }
          return vault.openLocal(store, ...piece);
        },
      }),
    });
    await until(() => isOpening);
    device.connection.isOffline = false;
    await left.outbox.sent();
    while ((await device.store.keys('outbox', '')).length > 0) await pause();
    // The message that says so is there by then.
    await pause();
    held.resolve();
    const right = await opening;
    await right.pull();
    expect([right.isPending(id), right.outbox.status.get().pending]).toEqual([false, 0]);
    left.update('task', id, { title: 'third' });
    await left.outbox.sent();
    await right.pull();
    const task = right.collections.task.get(id)!;
    expect([task.title, right.conflictsOf(task)]).toEqual(['third', []]);
    await Promise.all([left.close(), right.close()]);
  });

  it('erase what is on the server once one of them leads, where the one that sent it ended before it could', async () => {
    const server = new ProtocolServer();
    const device = createDevice();
    const hub = tabHub();
    const store = interrupted(device.store, 0, async () => {});
    store.write = async (writes) => {
      // Its last words: nothing of the page, and nothing behind that.
      if (isEnding && writes.some(({ table }) => table !== 'outbox')) await new Promise(() => {});
      await device.store.write(writes);
    };
    let isEnding = false;
    const ending = hub();
    const left = await openOn({ ...device, store }, server, { hints: server.hints, tabs: ending });
    const right = await openOn(device, server, { hints: server.hints, tabs: hub() });
    const project = createProject(left, { name: 'P' });
    await left.outbox.sent();
    await right.pull();
    while ((await device.store.keys('outbox', '')).length > 0) await pause();
    const batches: string[] = [];
    server.onApply = ({ id }) => batches.push(id);
    isEnding = true;
    const { id } = left.create('task', project.id, { title: 'sent' });
    await until(() => right.collections.task.get(id) !== undefined && !right.isPending(id));
    await right.pull();
    ending.close();
    while ((await device.store.keys('outbox', '')).length > 0) await pause();
    await right.close();
    expect(batches).toHaveLength(1);
    device.connection.isOffline = true;
    const later = await openOn(device, server);
    expect(later.collections.task.get(id)?.title).toBe('sent');
    await later.close();
  });
});
