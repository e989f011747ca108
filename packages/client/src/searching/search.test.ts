import { scan } from '@kontor/search/testing/scan';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceStore } from '../device/deviceStore.ts';
import { createProject } from '../nouns/project.ts';
import { createRoom } from '../nouns/room.ts';
import type { Replica } from '../replica/replica.ts';
import type { Row } from '../replica/row.ts';
import {
  createDevice,
  type Device,
  fetchAll,
  hastyClock,
  openOn,
  until,
  workspaceId,
} from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { tabHub } from '../replica/testing/tabHub.ts';
import { searchedDocument, searchedNouns, tagOf } from './searchedDocument.ts';
import { createIndexer, paragraph, sealing, startIndexer } from './testing/indexed.ts';

let server: ProtocolServer;
let device: Device;
let openTabs: ReturnType<typeof tabHub>;
let replica: Replica;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  openTabs = tabHub();
  replica = await openOn(device, server);
});
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  await replica.close();
});

async function start(replicaOfTab = replica, { on = device, keeps = true } = {}) {
  const started = await startIndexer({ replica: replicaOfTab, device: on, openTabs, keeps });
  open.push(started);
  return started;
}

/** Waits until everything written so far is on the server, and here. */
async function settle(): Promise<void> {
  await replica.outbox.sent();
  await replica.pull();
}

const pieces = async (store: DeviceStore) =>
  (await store.scan<Uint8Array>('page', `${workspaceId}/search/`)).map(([key, value]) => ({ key, value }));

describe('the index', () => {
  it('has titles and texts, however they are set, and follows each change', async () => {
    const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
    const { id } = replica.create('task', projectId, {
      title: 'Schlussrechnung',
      description: paragraph('an Lindemann'),
    });
    const { found } = await start();
    expect(await found('dach')).toEqual([projectId]);
    for (const text of ['rechnugn', 'lindemann', 'wasserwaage']) expect(await found(text)).toEqual([id]);
    await settle();
    replica.update('task', id, { title: 'Mahnung' });
    expect([await found('mahn'), await found('schlussrechnung')]).toEqual([[id], []]);
    replica.update('task', id, { title: 'Erinnerung' });
    expect([await found('erinn'), await found('mahnung')]).toEqual([[id], []]);
    await settle();
    expect(await found('erinn')).toEqual([id]);
    replica.remove('task', id);
    expect(await found('erinn')).toEqual([]);
    await settle();
    expect(await found('')).toEqual([projectId]);
  });

  it('has every message of a room that came to the device, in memory or not', async () => {
    const by = { userId: replica.scopeOf('personal'), at: 1 };
    const roomId = createRoom(replica, { name: 'Baustelle', memberIds: [] }, 'open', by);
    const count = 600;
    for (let from = 0; from < count; from += 100)
      replica.transaction(() => {
        for (let i = from; i < from + 100; i++)
          replica.create('message', roomId, {
            userId: by.userId,
            notifyIds: [],
            createdAt: 1,
            content: paragraph(`Dachlatte ${i}`),
          });
      });
    await settle();
    const other = await openOn(createDevice(), server, { mostOpen: 300 });
    open.push(other);
    await other.pull();
    const { engine, indexer, close } = await start(other);
    await fetchAll(other, roomId);
    await until(() => other.collections.message.size <= 300);
    await indexer.settled();
    const { groups } = await engine.query({ text: 'dachlatte', limit: count });
    expect(groups[0]!.count).toBe(count);
    const { message } = other.collections;
    const closed = groups[0]!.hits.find(({ key }) => !message.get(key))!.key;
    await other.windows.bring([closed]);
    expect(message.get(closed)).toBeDefined();
    await close();
  });

  it('has what came to the device just before it was closed, though memory holds a part of it at the next start', async () => {
    const by = { userId: replica.scopeOf('personal'), at: 1 };
    const roomId = createRoom(replica, { name: 'Baustelle', memberIds: [] }, 'open', by);
    const said = (i: number) =>
      replica.create('message', roomId, {
        userId: by.userId,
        notifyIds: [],
        createdAt: 1,
        content: paragraph(`Dachlatte ${i}`),
      }).id;
    const count = 600;
    let first = '';
    for (let from = 0; from < count; from += 100)
      replica.transaction(() => {
        for (let i = from; i < from + 100; i++) {
          const id = said(i);
          first ||= id;
        }
      });
    await settle();
    const here = createDevice();
    const openHere = () => openOn(here, server, { mostOpen: 100 });
    let other = await openHere();
    await other.pull();
    await fetchAll(other, roomId);
    await other.close();
    /** Starts anew, lets `meanwhile` happen, and counts what is found of each text and what was indexed for it. */
    const restart = async (texts: string[], keeps: boolean, meanwhile = async () => {}) => {
      other = await openHere();
      const { engine, indexer, close } = await start(other, { on: here, keeps });
      await until(() => indexer.progress.get().isComplete);
      await meanwhile();
      await indexer.settled();
      const found = [];
      for (const text of texts) found.push((await engine.query({ text, limit: 0 })).count);
      await indexer.kept();
      await close();
      await other.close();
      return { found, indexed: engine.indexed };
    };
    // Nothing is kept of the index, so what is on the device is read; then all of it is.
    const anew = await restart(['dachlatte'], true);
    expect(anew.found).toEqual([count]);
    expect(anew.indexed).toBeGreaterThan(count);
    expect(await restart(['dachlatte'], true)).toEqual({ found: [count], indexed: 0 });
    const change = async () => {
      replica.update('message', first, { content: paragraph('Schiefer') });
      await settle();
      await other.pull();
    };
    await restart([], false, change);
    expect(await restart(['schiefer', 'dachlatte'], true)).toEqual({ found: [1, count - 1], indexed: 1 });
    expect((await restart(['schiefer'], true)).indexed).toBe(0);
  });

  it('finds what people said by the moment that it shows, and says that something changed', async () => {
    const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
    const { id: taskId } = replica.create('task', projectId, { title: 'Dach' });
    const said = { taskId, userId: replica.scopeOf('personal'), notifyIds: [], createdAt: 1 };
    const { id } = replica.create('comment', projectId, { ...said, content: paragraph('Schiefer') });
    await settle();
    const { engine, indexer, found } = await start();
    expect(await found('schiefer')).toEqual([id]);
    const times = async () => {
      const { groups } = await engine.query({ text: '', tagged: [[tagOf('noun', 'comment')]] });
      return groups[0]!.hits.map(({ time }) => time);
    };
    expect(await times()).toEqual([1]);
    const before = indexer.changes.get();
    replica.update('comment', id, { content: paragraph('Ziegel') });
    await settle();
    expect(await found('ziegel')).toEqual([id]);
    expect(await times()).toEqual([1]);
    expect(indexer.changes.get()).toBeGreaterThan(before);
    const after = indexer.changes.get();
    await indexer.settled();
    expect(indexer.changes.get()).toBe(after);
  });

  it('has what is not sent yet, and what becomes of it', async () => {
    const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
    await settle();
    const { found, close } = await start();
    device.connection.isOffline = true;
    replica.update('project', projectId, { name: 'Keller' });
    expect(await found('keller')).toEqual([projectId]);
    replica.update('project', projectId, { name: 'Garage' });
    expect([await found('garage'), await found('keller')]).toEqual([[projectId], []]);
    await close();
    const again = await start();
    expect(await again.found('garage')).toEqual([projectId]);
    device.connection.isOffline = false;
    await settle();
    expect(await again.found('garage')).toEqual([projectId]);
  });

  it('says that records are on their way until all of them came, and then how many of them it has', async () => {
    createProject(replica, { name: 'Dachausbau' });
    await settle();
    const there = createDevice();
    there.connection.isOffline = true;
    const newcomer = await openOn(there, server);
    open.push(newcomer);
    let now = 0;
    // Each look at the clock is a second later than the one before, so that the index tells of each piece of work.
    const clock = { ...hastyClock, now: () => (now += 1_000) };
    const started = createIndexer({ replica: newcomer, device: there, openTabs, clock });
    open.unshift(started);
    const { indexer } = started;
    await indexer.begin();
    await indexer.settled();
    expect(indexer.progress.get()).toMatchObject({ isLoading: true, isComplete: false, total: 0 });
    there.connection.isOffline = false;
    await newcomer.pull();
    await until(() => newcomer.loaded.get().isComplete);
    await indexer.settled();
    expect(indexer.progress.get()).toMatchObject({ isLoading: false, isComplete: true, done: 1, total: 1 });
    const told: number[] = [];
    indexer.progress.subscribe(() => told.push(indexer.progress.get().total - indexer.progress.get().done));
    const { id } = newcomer.collections.project.all()[0]!;
    newcomer.transaction(() => {
      for (let i = 0; i < 600; i++) newcomer.create('task', id, { title: `Dachlatte ${i}` });
    });
    await indexer.settled();
    expect([told[0], told.at(-1)]).toEqual([600 - 256, 0]);
  });

  it('says what records name: nouns, scopes, authors, people, choices', () => {
    const row = {
      id: 'a',
      scopeId: 'p',
      version: 1,
      updatedAt: 5,
      authorId: 'u',
      parentId: 't',
      assigneeIds: ['v', 'w'],
    };
    const { tags } = searchedDocument('task', { ...row, title: '', status: 'DONE', createdBy: 'x' } as Row);
    expect([...tags].sort()).toEqual(
      [
        'noun:task',
        'scopeId:p',
        'authorId:u',
        'parentId:t',
        'assigneeIds:v',
        'assigneeIds:w',
        'status:DONE',
        'createdBy:x',
        'from:x',
        'from:u',
      ].sort(),
    );
    expect(searchedNouns).toContain('task');
    expect(searchedNouns).not.toContain('profile');
  });

  it('begins with what the device kept, and indexes only what has changed since', async () => {
    const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
    const tasks = ['Angebot', 'Abnahme', 'Mahnung'].map(
      (title) => replica.create('task', projectId, { title }).id,
    );
    await settle();
    const first = await start();
    expect(first.engine.indexed).toBe(4);
    await first.close();
    replica.update('task', tasks[0]!, { title: 'Vertrag' });
    replica.remove('task', tasks[1]!);
    await settle();
    const second = await start();
    expect(second.engine.indexed).toBe(1);
    expect(await second.found('vertrag')).toEqual([tasks[0]]);
    expect([...(await second.found('angebot')), ...(await second.found('abnahme'))]).toEqual([]);
    await second.close();
    const third = await start();
    expect(third.engine.indexed).toBe(0);
    expect(await third.found('mahnung')).toEqual([tasks[2]]);
  });

  it('lies on the device sealed, by scope, in keys that say nothing', async () => {
    const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
    await settle();
    await start();
    const kept = await pieces(device.store);
    expect(kept.map(({ key }) => key)).toEqual([`${workspaceId}/search/${projectId}/000000000`]);
    const text = kept.map(({ value }) => Buffer.from(value).toString('latin1')).join();
    expect(text).not.toMatch(/d\0?a\0?c\0?h\0?a\0?u\0?s/i);
    // Control: what the seal holds has the word.
    const plain = await sealing.openLocal('page', kept[0]!.key, kept[0]!.value);
    expect(Buffer.from(plain).toString('latin1')).toMatch(/d\0a\0c\0h\0a\0u\0s/);
  });

  it('goes with its scope, from memory and device', async () => {
    const [kept, gone] = ['Dachausbau', 'Dachboden'].map((name) => createProject(replica, { name }).id);
    const { id } = replica.create('task', gone!, { title: 'Dachlatten' });
    await settle();
    const { found, indexer } = await start();
    expect((await found('dach')).sort()).toEqual([kept, gone, id].sort());
    server.hidden.add(gone!);
    await replica.pull();
    expect(await found('dach')).toEqual([kept]);
    await indexer.kept();
    expect((await pieces(device.store)).some(({ key }) => key.includes(gone!))).toBe(false);
  });
});

describe('what the device kept is no more than a help:', () => {
  let ids: string[];
  let all: { key: string; value: Uint8Array }[];
  beforeEach(async () => {
    const projects = ['Dachausbau', 'Dachboden'].map((name) => createProject(replica, { name }).id);
    ids = [...projects, replica.create('task', projects[0]!, { title: 'Dachlatten' }).id].sort();
    await settle();
    const first = await start();
    await first.close();
    all = await pieces(device.store);
  });

  const write = (key: string, value: Uint8Array | undefined) =>
    device.store.write([{ table: 'page', key, value }]);

  it.each([
    [
      'flipped',
      () =>
        write(
          all[0]!.key,
          all[0]!.value.map((byte, i) => (i === 40 ? byte ^ 1 : byte)),
        ),
    ],
    ['cut', () => write(all[0]!.key, all[0]!.value.subarray(0, 30))],
    ['swapped', () => write(all[0]!.key, all[1]!.value)],
    ['lost', () => write(all[0]!.key, undefined)],
  ])('a piece that is %s is made anew', async (_, damage) => {
    await damage();
    const { found, engine, close } = await start();
    expect((await found('dach')).sort()).toEqual(ids);
    expect(engine.indexed).toBeGreaterThan(0);
    await close();
    const again = await start();
    expect(again.engine.indexed).toBe(0);
  });

  it('says that it is made anew, until it is', async () => {
    await write(all[0]!.key, new Uint8Array(50));
    const started = createIndexer({ replica, device, openTabs });
    const { indexer } = started;
    open.push(started);
    await indexer.begin();
    expect(indexer.progress.get()).toMatchObject({ isRebuilding: true, isComplete: false });
    await indexer.settled();
    expect(indexer.progress.get()).toEqual({
      isRebuilding: false,
      isComplete: true,
      isLoading: false,
      done: 3,
      total: 3,
      textsMissing: 0,
    });
  });

  it('an old one hides nothing that is newer, and shows nothing that is gone', async () => {
    const task = replica.collections.task.all()[0]!;
    replica.update('task', task.id, { title: 'Ziegel' });
    await settle();
    const second = await start();
    await second.close();
    replica.remove('task', task.id);
    await settle();
    for (const { key } of await pieces(device.store)) await write(key, undefined);
    for (const { key, value } of all) await write(key, value);
    const { found } = await start();
    expect((await found('dach')).sort()).toEqual(ids.filter((id) => id !== task.id));
    expect(await found('ziegel')).toEqual([]);
  });
});

it('one tab writes, the others read; when it closes another one goes on', async () => {
  const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
  await settle();
  const first = await start();
  const before = await pieces(device.store);
  const second = await start();
  expect(second.engine.indexed).toBe(0);
  const { id } = replica.create('task', projectId, { title: 'Dachlatten' });
  await settle();
  await second.indexer.kept();
  expect(await pieces(device.store)).toEqual(before);
  await first.close();
  await new Promise((resolve) => setTimeout(resolve));
  await second.indexer.kept();
  expect((await pieces(device.store)).length).toBeGreaterThan(before.length - 1);
  const third = await start();
  expect(third.engine.indexed).toBe(0);
  expect((await third.found('dach')).sort()).toEqual([projectId, id].sort());
});

it('a tab that goes on has what the one before indexed of messages that it never had itself', async () => {
  const by = { userId: replica.scopeOf('personal'), at: 1 };
  const roomId = createRoom(replica, { name: 'Baustelle', memberIds: [] }, 'open', by);
  const say = () =>
    replica.create('message', roomId, {
      userId: by.userId,
      notifyIds: [],
      createdAt: 1,
      content: paragraph('Dachlatte'),
    });
  // Each in a batch of its own, since pages of the device go by revisions: more than one page of them.
  const count = 270;
  server.headRows = 10;
  for (let i = 0; i < count; i++) say();
  await settle();
  const here = createDevice();
  const tabs = tabHub();
  const openTab = async () => {
    const tab = await openOn(here, server, { mostOpen: 100, tabs: tabs() });
    open.push(tab);
    await tab.pull();
    const search = await start(tab, { on: here });
    const counted = async () => (await search.engine.query({ text: 'dachlatte', limit: 0 })).count;
    return { tab, ...search, counted };
  };
  const first = await openTab();
  const second = await openTab();
  await fetchAll(first.tab, roomId);
  await first.indexer.kept();
  expect([await first.counted(), (await second.counted()) < count]).toEqual([count, true]);
  await first.close();
  await first.tab.close();
  say();
  await settle();
  await second.tab.pull();
  await until(() => second.indexer.progress.get().isComplete);
  await second.indexer.kept();
  expect(await second.counted()).toBe(count + 1);
  await second.close();
  await second.tab.close();
  const third = await openTab();
  expect(await third.counted()).toBe(count + 1);
});

const words = ['Rechnung', 'Schlussrechnung', 'Maß', 'Müller', 'an', 'Dach'];
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('project', 'task', 'rename', 'remove', 'move', 'send', 'hide', 'restart', 'kept'),
    at: fc.nat(20),
    word: fc.constantFrom(...words),
  }),
  { maxLength: 25 },
);

it('answers as a scan over the records does, after any sequence of changes, starts and scopes that go', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      server = new ProtocolServer();
      device = createDevice();
      openTabs = tabHub();
      const own = await openOn(device, server);
      let search = await start(own);
      const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)];
      for (const { kind, at, word } of list) {
        const project = pick(own.collections.project.all(), at);
        const task = pick(own.collections.task.all(), at);
        if (kind === 'project') createProject(own, { name: word });
        else if (kind === 'task' && project)
          own.create('task', project.id, { title: word, description: paragraph(word) });
        else if (kind === 'rename' && task) own.update('task', task.id, { title: word });
        else if (kind === 'rename' && project) own.update('project', project.id, { name: word });
        else if (kind === 'remove' && task) own.remove('task', task.id);
        else if (kind === 'move' && task && project)
          own.move('task', task.id, { scopeId: project.id, fields: {} });
        else if (kind === 'kept') await search.indexer.kept();
        else if (kind === 'send' || kind === 'hide') {
          await own.outbox.sent();
          if (kind === 'hide' && project) server.hidden.add(project.id);
          await own.pull();
        } else if (kind === 'restart') {
          await search.close();
          search = await start(own);
        }
      }
      const documents = searchedNouns.flatMap((entity) =>
        own.collections[entity].all().map((record) => searchedDocument(entity, record as unknown as Row)),
      );
      for (const text of ['rechnung', 'mueller', 'mass', 'dahc', '']) {
        const expected = scan(documents, { text, limit: 1_000 }).groups[0]!.hits.map(({ key }) => key);
        expect((await search.found(text)).sort(), text).toEqual(expected.sort());
      }
      await search.close();
      await own.close();
    }),
    { numRuns: 25 },
  );
});
