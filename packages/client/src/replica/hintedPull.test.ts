/** A hint brings its scope alone, for as long as nothing is in doubt. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { concat, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { RevisionHint } from '@kontor/contract/wire/channel';
import type { Scope } from '@kontor/contract/wire/scope';
import { decodeSync, encodeSync, type SyncScope } from '@kontor/contract/wire/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceStore } from '../device/deviceStore.ts';
import type { RevisionHints } from '../http/transport.ts';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import { HintedPages } from './hintedPages.ts';
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

  it('asks for everything, too, where the clock was set back since it last was', async () => {
    now -= 3_600_000;
    const id = write(projects[0]!);
    await until(() => reader.collections.task.get(id) !== undefined);
    await until(() => asked().length === 2);
    expect(asked()).toEqual([
      [[projects[0]], 1],
      [undefined, 2],
    ]);
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

describe('a hint that brings along what it tells of', () => {
  const titles = () =>
    reader.collections.task
      .all()
      .map(({ title }) => title)
      .sort();
  const writeTitled = async (title: string) => {
    const { id } = writer.create('task', projects[0]!, { title });
    await writer.outbox.sent();
    return id;
  };

  it('is asked for nothing, and shows what was written last', async () => {
    server.onPage = (page) => page;
    const id = await writeTitled('one');
    await until(() => reader.collections.task.get(id) !== undefined);
    writer.update('task', id, { title: 'two' });
    await until(() => titles()[0] === 'two');
    writer.remove('task', id);
    await until(() => titles().length === 0);
    expect(asked()).toEqual([]);
    await reader.pull();
    expect(asked(), 'and the next of everything finds it all there').toHaveLength(1);
    expect(reader.faults.get()).toEqual([]);
  });

  it('is taken with those that came while another was, in whatever order', async () => {
    const held: RevisionHint[] = [];
    server.onPage = (page, revision) => {
      held.push({ scope: projects[0]!, revision, page });
      return undefined;
    };
    const silenced = server.tell;
    server.tell = () => {};
    const id = await writeTitled('one');
    writer.update('task', id, { title: 'two' });
    await writeTitled('three');
    await writer.outbox.sent();
    server.tell = silenced;
    expect(held).toHaveLength(3);
    for (const at of [0, 2, 1]) server.tell(held[at]!);
    await until(() => titles().length === 2);
    expect(titles()).toEqual(['three', 'two']);
    expect(asked()).toEqual([]);
    expect(reader.faults.get()).toEqual([]);
  });

  it.each<[string, (page: string) => string | undefined]>([
    ['is missing from', () => undefined],
    ['is cut short in', (page) => page.slice(0, -4)],
    ['is no base64 in', () => '!'],
    ['speaks of another scope in', (page) => changed(page, (scope) => ({ ...scope, id: projects[1]! }))],
    ['ends elsewhere in', (page) => changed(page, (scope) => ({ ...scope, cursor: scope.cursor + 5 }))],
    ['is not whole in', (page) => changed(page, (scope) => ({ ...scope, isWhole: false }))],
    ['says that something is gone in', (page) => changed(page, (scope) => scope, [projects[1]!])],
  ])('is asked about where what it tells of %s it', async (_, forge) => {
    server.onPage = forge;
    const id = await writeTitled('one');
    await until(() => reader.collections.task.get(id) !== undefined);
    expect(asked()).toEqual([[[projects[0]], 1]]);
    expect(reader.faults.get()).toEqual([]);
    expect(reader.collections.project.get(projects[1]!)).toBeDefined();
  });

  it('is asked about as long as an earlier one told of more, whatever an answer of before brought', () => {
    const pages = new HintedPages();
    const [scope, page] = [projects[0]!, 'AAAA'];
    pages.add({ scope, revision: 3, page }, 1);
    const request = { cursors: { [scope]: 1 }, logLength: 0 };
    expect(pages.take(request)).toBeUndefined();
    pages.add({ scope, revision: 2, page: pageOf(scope, 2) }, 1);
    expect(pages.take({ ...request, only: [scope] })).toBeUndefined();
    pages.add({ scope, revision: 4, page: pageOf(scope, 4) }, 3);
    expect(pages.take({ cursors: { [scope]: 3 }, logLength: 0, only: [scope] })?.scopes).toMatchObject([
      { id: scope, cursor: 4 },
    ]);
  });

  it('is asked about where what it brings does not open', async () => {
    server.onPage = (page) =>
      changed(page, (scope) => ({
        ...scope,
        rows: scope.rows.map((row) => ({
          ...row,
          sealed: row.sealed.map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
        })),
      }));
    const seen: number[] = [];
    reader.faults.subscribe(() => seen.push(reader.faults.get().length));
    await writeTitled('one');
    await until(() => titles()[0] === 'one');
    expect(asked()).toEqual([[[projects[0]], 1]]);
    expect(seen.every((count) => count === 0)).toBe(true);
  });
});

/** Returns a page without rows. */
const pageOf = (id: string, cursor: number): string => {
  const scope: SyncScope<SealedRecord> = {
    id,
    kind: 'project',
    access: 'open',
    cursor,
    keys: [],
    rows: [],
    isWhole: true,
  };
  return toBase64Url(concat(...encodeSync({ scopes: [scope], log: [], gone: [], more: false })));
};

/** Returns a page with another scope in it, and what else it says to be gone. */
function changed(
  page: string,
  change: (scope: SyncScope<SealedRecord>) => SyncScope<SealedRecord>,
  gone: string[] = [],
): string {
  const answer = decodeSync(fromBase64Url(page));
  return toBase64Url(concat(...encodeSync({ ...answer, gone, scopes: answer.scopes.map(change) })));
}
