/** A hint brings its scope alone, for as long as nothing is in doubt. */
import type { Scope } from '@kontor/contract/wire/scope';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceStore } from '../device/deviceStore.ts';
import type { RevisionHints } from '../http/transport.ts';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import { PullQueue } from './pullQueue.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, hastyClock, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

let server: ProtocolServer;
let writer: Replica;
let reader: Replica;
let now = 0;
let projects: string[];
let device: Device;
const opened: Replica[] = [];

beforeEach(async () => {
  server = new ProtocolServer();
  now = Date.now();
  writer = await openOn(createDevice(), server);
  projects = ['P', 'Q'].map((name) => createProject(writer, { name }).id);
  await writer.outbox.sent();
  device = createDevice();
  reader = await openOn(device, server, {
    hints: server.hints,
    clock: { ...hastyClock, now: () => now },
  });
  await reader.pull();
  opened.push(writer, reader);
  device.requests.length = 0;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((workspace) => workspace.close()));
});

const asked = () => device.requests.map(({ only, cursors }) => [only, Object.keys(cursors).length]);
const write = (projectId: string) => writer.create('task', projectId, { title: 'new' }).id;

it('asks for nothing before what the device kept is open, however early the connection speaks', async () => {
  await reader.close();
  device.requests.length = 0;
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { store } = device;
  const slow: DeviceStore = {
    get: (table, key) => store.get(table, key),
    keys: (table, prefix) => store.keys(table, prefix),
    scan: async (table, prefix) => {
      await opened;
      return store.scan(table, prefix);
    },
    write: (writes) => store.write(writes),
    clear: (keep) => store.clear(keep),
    change: (change) => store.change(change),
    close: () => store.close(),
  };
  const early: RevisionHints = {
    onHint: (listener) => {
      listener({ scope: projects[0]!, revision: 99 });
      return () => {};
    },
    onConnected: (listener) => {
      listener();
      return () => {};
    },
  };
  const opening = openOn({ ...device, store: slow }, server, { hints: early });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(device.requests).toEqual([]);
  open();
  reader = await opening;
  await reader.pull();
  expect(device.requests[0]!.cursors).toHaveProperty(projects[0]!);
  await reader.close();
});

describe('a pull behind a hint', () => {
  it('asks for the hinted scope, with its cursor alone', async () => {
    const id = write(projects[0]!);
    await until(() => reader.collections.task.get(id) !== undefined);
    expect(asked()).toEqual([[[projects[0]], 1]]);
  });

  it('asks for nothing that came meanwhile', async () => {
    const cursors = new Map([
      ['a', 1],
      ['b', 1],
    ]);
    const runs: (string[] | undefined)[] = [];
    const scope = (id: string): Scope => ({ id, kind: 'project', access: 'open' });
    const state = { scope, cursor: (id: string) => cursors.get(id)!, log: [] };
    const queue = new PullQueue(state, async (only) => {
      runs.push(only);
      await Promise.resolve();
      cursors.set('a', 2);
    });
    const hint = (scopeId: string, revision: number) =>
      void queue.ask({ revisions: new Map([[scopeId, revision]]), log: 0 });
    const whole = queue.ask(undefined);
    hint('a', 2);
    await whole;
    hint('a', 2);
    await Promise.resolve();
    expect(runs).toEqual([undefined]);
    // Several hints behind one that runs share a pull; one of everything takes them in.
    hint('a', 3);
    hint('b', 2);
    hint('a', 4);
    await until(() => runs.length === 3);
    expect(runs.slice(1)).toEqual([['a'], ['b', 'a']]);
    hint('b', 3);
    hint('a', 5);
    await queue.ask(undefined);
    expect(runs.slice(3)).toEqual([['b'], undefined]);
  });

  it('asks for everything where the scope is new, and now and then', async () => {
    const { id } = createProject(writer, { name: 'R' });
    await until(() => reader.collections.project.get(id) !== undefined);
    expect(asked()[0]).toEqual([undefined, 2]);
    device.requests.length = 0;
    now += 61_000;
    const later = write(projects[0]!);
    await until(() => reader.collections.task.get(later) !== undefined);
    await until(() => asked().length === 2);
    expect(asked(), 'the hinted scope first, and everything behind it').toEqual([
      [[projects[0]], 1],
      [undefined, 3],
    ]);
    await reader.pull();
    device.requests.length = 0;
    const last = write(projects[1]!);
    await until(() => reader.collections.task.get(last) !== undefined);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(asked(), 'once').toEqual([[[projects[1]], 1]]);
  });

  it('becomes one of everything where it shows one end of a move, without a fault in between', async () => {
    const id = write(projects[0]!);
    await until(() => reader.collections.task.get(id) !== undefined);
    device.requests.length = 0;
    const seen: number[] = [];
    reader.faults.subscribe(() => seen.push(reader.faults.get().length));
    moveTasks(writer, [id], projects[1]!);
    await until(() => reader.collections.task.get(id)?.scopeId === projects[1]);
    expect(seen.every((count) => count === 0)).toBe(true);
    expect(asked().length).toBeLessThanOrEqual(2);
  });

  it('becomes one of everything where the scope is gone', async () => {
    server.hidden.add(projects[0]!);
    const { scope, revision } = server.scopes.get(projects[0]!)!;
    server.tell({ scope: scope.id, revision: revision + 1 });
    await until(() => reader.collections.project.get(projects[0]!) === undefined);
    expect(asked().map(([only]) => only)).toEqual([[projects[0]], undefined]);
  });

  it('takes nothing from an answer about scopes that it did not ask for', async () => {
    const other = server.scopes.get(projects[1]!)!.scope;
    server.onSync = (answer) => ({
      ...answer,
      scopes: [...answer.scopes, { ...other, cursor: 900, keys: [], rows: [], isWhole: true }],
      gone: [other.id],
    });
    const id = write(projects[0]!);
    await until(() => reader.collections.task.get(id) !== undefined);
    server.onSync = (answer) => answer;
    const later = write(projects[1]!);
    await until(() => reader.collections.task.get(later) !== undefined);
    expect(reader.faults.get()).toEqual([]);
  });
});
