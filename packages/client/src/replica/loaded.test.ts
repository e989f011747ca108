/** Tells that everything is here of no stream of which a scope is here in part, and has nobody wait for what does not come. */
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { headsGroup } from './keptRecord.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, type OpenOptions, openOn, until } from './testing/client.ts';
import { holdBack } from './testing/holdBack.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { roomWriter } from './testing/room.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const count = 6;
let server: ProtocolServer;
let device: Device;
let writer: Replica;
let reader: Replica | undefined;
let [first, second]: string[] = [];

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  writer = await openOn(createDevice(), server);
  [first, second] = ['first', 'second'].map((name) => {
    const { id } = createProject(writer, { name });
    for (let i = 0; i < count; i++) writer.create('task', id, { title: `${i}` });
    return id;
  });
  await writer.outbox.sent();
});
afterEach(async () => {
  device.connection.isOffline = false;
  await Promise.all([writer.close(), reader?.close()]);
});

async function open(options: OpenOptions = {}): Promise<Replica> {
  await reader?.close();
  reader = await openOn(device, server, options);
  return reader;
}

const isComplete = () => reader!.loaded.get().isComplete;
const tasksIn = (scopeId: string) => reader!.collections.task.where('container', scopeId).length;

/** Opens the workspace with one scope, and has the server show the other, of which one page comes. */
async function withPartOfSecond(): Promise<void> {
  server.hidden.add(second!);
  await open();
  await reader!.pull();
  expect(isComplete()).toBe(true);
  server.hidden.clear();
  server.pageSize = 2;
  let answers = 0;
  server.onSync = (answer) => {
    device.connection.isOffline = ++answers > 1;
    return answer;
  };
  await reader!.pull();
  server.onSync = (answer) => answer;
  expect(tasksIn(second!)).toBeGreaterThan(0);
  expect(tasksIn(second!)).toBeLessThan(count);
}

/** Damages the pages of a group on the device. */
async function damage(group: string): Promise<void> {
  const keys = (await device.store.scan('page', ''))
    .map(([key]) => key)
    .filter((key) => key.includes(`/${group}/`));
  expect(keys.length).toBeGreaterThan(0);
  await device.store.write(keys.map((key) => ({ table: 'page', key, value: new Uint8Array(40) })));
}

it('counts a scope that comes after the first pull once all of it is here, also after a restart', async () => {
  await withPartOfSecond();
  expect([isComplete(), reader!.loaded.get().scopes]).toEqual([false, new Set([first])]);
  await open();
  await until(() => reader!.loaded.get().scopes.size > 0);
  expect([isComplete(), reader!.loaded.get().scopes]).toEqual([false, new Set([first])]);
  device.connection.isOffline = false;
  const early: number[] = [];
  reader!.loaded.subscribe(() => {
    if (isComplete()) early.push(tasksIn(second!));
  });
  await reader!.pull();
  expect([isComplete(), early]).toEqual([true, [count]]);
});

it('misses what a damaged page held, also after a restart, until it has come again', async () => {
  await open();
  await reader!.pull();
  await reader!.close();
  await damage(second!);
  device.connection.isOffline = true;
  for (let start = 0; start < 2; start++) {
    await open();
    await until(() => reader!.loaded.get().scopes.size > 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reader!.loaded.get()).toEqual({ scopes: new Set([first]), heads: true, isComplete: false });
  }
  device.connection.isOffline = false;
  await reader!.pull();
  expect([isComplete(), tasksIn(second!)]).toEqual([true, count]);
});

it('misses the heads of scopes where the page that held them is damaged', async () => {
  await open();
  await reader!.pull();
  await reader!.close();
  await damage(headsGroup);
  device.connection.isOffline = true;
  await open();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reader!.loaded.get()).toMatchObject({ heads: false, isComplete: false });
  device.connection.isOffline = false;
  await reader!.pull();
  expect(reader!.loaded.get()).toMatchObject({ heads: true, isComplete: true });
});

it('counts no page as here that turns out to be damaged while a pull comes to its end', async () => {
  await open();
  await reader!.pull();
  await reader!.close();
  await damage(second!);
  const { held, release } = holdBack(device.store, second!);
  device.store = held;
  await open({ first: [first!] });
  // It asks for what is new, of which there is nothing, and hears of the damage before it has ended.
  server.onSync = (answer) => {
    release();
    return answer;
  };
  const early: number[] = [];
  reader!.loaded.subscribe(() => {
    if (isComplete()) early.push(tasksIn(second!));
  });
  await reader!.pull();
  await until(isComplete);
  expect(early).toEqual([count]);
});

it.each<[string, () => OpenOptions | undefined]>([
  [
    'is never called whole',
    () => {
      server.onSync = (answer) => ({
        ...answer,
        scopes: answer.scopes.map((scope) => ({ ...scope, isWhole: false })),
      });
      return undefined;
    },
  ],
  [
    'opens to nobody',
    () => ({
      vault: (inner) => ({
        ...inner,
        openPage: async (id, page) => {
          const rows = page.rows.filter(({ scopeId }) => scopeId !== second);
          const locked = page.rows.filter(({ scopeId }) => scopeId === second);
          const opened = await inner.openPage(id, { ...page, rows });
          const faulty = locked.map(({ sealed: _, deleted: __, ...record }) => ({
            ...record,
            fault: 'unknown-key' as const,
          }));
          return { ...opened, faulty };
        },
      }),
    }),
  ],
  [
    'has keys that nobody confirmed',
    () => ({
      vault: (inner) => ({
        ...inner,
        openPage: async (id, page) => ({
          ...(await inner.openPage(id, page)),
          faults: [{ scopeId: second!, fault: 'unconfirmed-grant' as never, detail: '' }],
        }),
      }),
    }),
  ],
  [
    'the member log does not name',
    () => ({
      vault: (inner) => ({
        ...inner,
        openPage: async (id, page) => ({
          ...(await inner.openPage(id, page)),
          faults: [{ scopeId: second!, fault: 'unknown-scope' as const, detail: '' }],
        }),
      }),
    }),
  ],
])('waits for no scope that %s', async (_, prepare) => {
  await open(prepare());
  await reader!.pull();
  expect([reader!.status.get().connection, isComplete(), tasksIn(first!)]).toEqual(['current', true, count]);
});

it('waits for no room beyond the newest that comes of it', async () => {
  const room = uuidv7();
  server.addScope({ id: room, kind: 'room', access: 'open' });
  await roomWriter(server, room).write('cem', ['a', 'b', 'c', 'd', 'e']);
  server.headRows = 2;
  await open();
  await reader!.pull();
  expect(reader!.loaded.get().scopes).toEqual(new Set([first, second, room]));
  expect(isComplete()).toBe(true);
});

it('waits for no scope that is gone at the server and stays here, nor for one of a device of before', async () => {
  await withPartOfSecond();
  await reader!.close();
  server.hidden.add(second!);
  device.connection.isOffline = false;
  await open({ role: 'ADMIN' });
  await reader!.pull();
  expect([isComplete(), reader!.faults.get().map(({ kind }) => kind)]).toEqual([true, ['rolled-back']]);

  await reader!.close();
  const known = await device.store.scan<{ isWhole?: boolean }>('state', '');
  const scopes = known.filter(([key]) => key.includes('/scope/'));
  await device.store.write(
    scopes.map(([key, { isWhole: __, ...rest }]) => ({ table: 'state', key, value: rest })),
  );
  await open({ role: 'ADMIN' });
  await reader!.pull();
  expect([scopes.length, isComplete()]).toEqual([2, true]);
  // And is so at the next start, without a connection.
  device.connection.isOffline = true;
  await open({ role: 'ADMIN' });
  await until(isComplete);
});
