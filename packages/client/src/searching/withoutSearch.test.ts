/** Messages that come, change and go while no index listens: it has them all the same, at the next start or once it begins. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRoom } from '../nouns/room.ts';
import type { Clock } from '../replica/clock.ts';
import type { Replica } from '../replica/replica.ts';
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
import { indexingFlag, indexingFlags } from '../replica/window/indexingFlag.ts';
import { pageRevisions } from '../replica/windowPages.ts';
import { createIndexer, paragraph, startIndexer } from './testing/indexed.ts';
import { WriteBacklog } from './writeBacklog.ts';

const [many, mostOpen] = [60, 20];

let server: ProtocolServer;
let writer: Replica;
let roomId: string;
let device: Device;
let openTabs: ReturnType<typeof tabHub>;
const open: { close(): Promise<void> }[] = [];

beforeEach(begin);
afterEach(end);

async function begin(): Promise<void> {
  server = new ProtocolServer();
  writer = await openOn(createDevice(), server);
  device = createDevice();
  openTabs = tabHub();
  const by = { userId: writer.scopeOf('personal'), at: 1 };
  roomId = createRoom(writer, { name: 'Baustelle', memberIds: [] }, 'open', by);
  await sent();
}

async function end(): Promise<void> {
  for (const each of open.splice(0).reverse()) await each.close();
  await writer.close();
}

const say = (text: string): string =>
  writer.create('message', roomId, {
    userId: writer.scopeOf('personal'),
    notifyIds: [],
    createdAt: 1,
    content: paragraph(text),
  }).id;

/** Says something so often, on a page of the device of its own: these go by revisions. */
async function sayOnNewPage(text: string, count: number): Promise<string[]> {
  server.scopes.get(roomId)!.revision += pageRevisions;
  const ids: string[] = [];
  writer.transaction(() => {
    for (let i = 0; i < count; i++) ids.push(say(text));
  });
  await sent();
  return ids;
}

async function sent(): Promise<void> {
  await writer.outbox.sent();
  await writer.pull();
}

/** Opens the workspace on the device, as a page does before it has a search. */
async function openPage() {
  const replica = await openOn(device, server, { mostOpen });
  const backlog = new WriteBacklog(replica);
  open.push(replica);
  return { replica, backlog };
}

/** Begins the search of a page, and lets it keep what it has. */
async function search({ replica, backlog }: Awaited<ReturnType<typeof openPage>>) {
  const started = await startIndexer({ replica, device, openTabs, backlog });
  await until(() => started.indexer.progress.get().isComplete);
  await started.indexer.kept();
  open.push(started);
  const count = async (text: string) => (await started.engine.query({ text, limit: 0 })).count;
  return { ...started, count };
}

async function close(...all: { close(): Promise<void> }[]): Promise<void> {
  for (const each of all) {
    open.splice(open.indexOf(each), 1);
    await each.close();
  }
}

describe('an index that did not listen', () => {
  let ids: string[];
  beforeEach(async () => {
    ids = [...(await sayOnNewPage('Dachlatte', many / 2)), ...(await sayOnNewPage('Dachlatte', many / 2))];
    const page = await openPage();
    await page.replica.pull();
    await fetchAll(page.replica, roomId);
    const found = await search(page);
    expect(await found.count('dachlatte')).toBe(many);
    await close(found, page.replica);
  });

  const change = async () => {
    await sayOnNewPage('Schiefer', 5);
    writer.update('message', ids[3]!, { content: paragraph('Ziegel') });
    writer.remove('message', ids[4]!);
    await sent();
  };
  const answers = async ({ count }: Awaited<ReturnType<typeof search>>) => [
    await count('schiefer'),
    await count('ziegel'),
    await count('dachlatte'),
  ];
  const right = [5, 1, many - 2];
  /** Says so many that those before leave the memory. */
  const sayMore = () => sayOnNewPage('Traufe', 2 * mostOpen);

  it('has at the next start what came, changed and went in a session that ended without a search', async () => {
    await change();
    const without = await openPage();
    await without.replica.pull();
    await close(without.replica);
    await sayMore();
    const page = await openPage();
    await page.replica.pull();
    expect(await answers(await search(page))).toEqual(right);
  });

  it('has what came, changed and went since the workspace was opened, and looks through nothing for it', async () => {
    const page = await openPage();
    await change();
    await page.replica.pull();
    await sayMore();
    await page.replica.pull();
    await until(() => page.replica.collections.message.size <= mostOpen);
    const walked: string[] = [];
    const { windows } = page.replica;
    const { closedRecords } = windows;
    windows.closedRecords = (scopeId) => {
      walked.push(scopeId);
      return closedRecords(scopeId);
    };
    const found = await search(page);
    expect(await answers(found)).toEqual(right);
    expect(walked).toEqual([]);
    await close(found, page.replica);
    const next = await search(await openPage());
    expect([await answers(next), next.engine.indexed]).toEqual([right, 0]);
  });

  it('has at the next start what the device could not keep once', async () => {
    const page = await openPage();
    await page.replica.pull();
    const found = await search(page);
    await sayOnNewPage('Schiefer', 5);
    await page.replica.pull();
    const { engine, indexer } = found;
    const { write } = engine;
    engine.write = () => {
      engine.write = write;
      return Promise.reject(new Error('the device is full'));
    };
    await indexer.kept();
    // So many that those before leave the memory, and too few for all of the room to be written anew.
    await sayOnNewPage('Traufe', mostOpen + 1);
    await page.replica.pull();
    await indexer.kept();
    await close(found, page.replica);
    const next = await search(await openPage());
    expect(await next.count('schiefer')).toBe(5);
  });
});

it.each([
  ['looked, and before it kept the index', false],
  ['read the pages, and before it kept the index for all tabs', true],
])('has at the next start what another tab kept after this one had %s', async (_, isLate) => {
  const pageTabs = tabHub();
  const openTab = async () => {
    const replica = await openOn(device, server, { mostOpen, tabs: pageTabs() });
    open.push(replica);
    await replica.pull();
    return { replica, backlog: new WriteBacklog(replica) };
  };
  await sayOnNewPage('Dachlatte', mostOpen);
  const writing = await openTab();
  await fetchAll(writing.replica, roomId);
  const indexing = await openTab();
  // The pause before the index is kept does not end by itself.
  const clock: Clock = {
    ...hastyClock,
    wait: (ms, signal) => (ms < 1_000 ? hastyClock.wait(ms, signal) : new Promise(() => {})),
  };
  const leading = openTabs();
  if (isLate) await leading.lead();
  const started = createIndexer({ ...indexing, device, openTabs, clock });
  open.push(started);
  const kept = async () => (await device.store.keys('page', `${workspaceId}/window/${roomId}/`)).length;
  const before = await kept();
  const writeMore = async () => {
    await sayOnNewPage('Schiefer', 5);
    await writing.replica.pull();
    await expect.poll(kept).toBe(before + 1);
  };
  const { windows } = indexing.replica;
  const { closedRecords } = windows;
  if (isLate)
    windows.closedRecords = async function* (scopeId) {
      windows.closedRecords = closedRecords;
      yield* closedRecords(scopeId);
      await writeMore();
      leading.close();
      const flags = () => device.store.keys('state', indexingFlags(workspaceId));
      await expect.poll(flags).toEqual([indexingFlag(workspaceId, roomId, windows.session)]);
    };
  await started.indexer.begin();
  await until(() => started.indexer.progress.get().isComplete);
  if (!isLate) await writeMore();
  await started.indexer.kept();
  await close(started, indexing.replica, writing.replica);
  // So many that those before leave the memory.
  await sayOnNewPage('Traufe', 2 * mostOpen);
  const page = await openPage();
  await page.replica.pull();
  const next = await search(page);
  expect([await next.count('dachlatte'), await next.count('schiefer')]).toEqual([mostOpen, 5]);
});

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('say', 'page', 'change', 'remove', 'pull', 'search', 'close', 'kill'),
    at: fc.nat(100),
    word: fc.constantFrom('Dach', 'Rechnung', 'Müller'),
  }),
  { maxLength: 30 },
);

it('answers as a scan over the messages does, after any sequence of changes, and of starts with a search and without', async () => {
  await fc.assert(
    fc
      .asyncProperty(steps, async (list) => {
        let page = await openPage();
        let found: Awaited<ReturnType<typeof search>> | undefined;
        const said: string[] = [];
        for (const { kind, at, word } of list) {
          const id = said[at % Math.max(1, said.length)];
          if (kind === 'say') said.push(say(word));
          else if (kind === 'page') said.push(...(await sayOnNewPage(word, 15)));
          else if (kind === 'change' && id) writer.update('message', id, { content: paragraph(word) });
          else if (kind === 'remove' && id) {
            writer.remove('message', id);
            said.splice(said.indexOf(id), 1);
          } else if (kind === 'pull') {
            await sent();
            await page.replica.pull();
          } else if (kind === 'search') found ??= await search(page);
          else if (kind === 'close' || kind === 'kill') {
            if (kind === 'close') await found?.indexer.kept();
            await close(...(found ? [found] : []), page.replica);
            found = undefined;
            page = await openPage();
          }
        }
        await sent();
        await page.replica.pull();
        found ??= await search(page);
        await found.indexer.settled();
        for (const text of ['dach', 'rechnung', 'mueller']) {
          const expected = writer.collections.message.all().filter(({ content }) =>
            JSON.stringify(content ?? '')
              .toLowerCase()
              .replace('ü', 'ue')
              .includes(text),
          );
          expect(await found.count(text), text).toBe(expected.length);
        }
      })
      .beforeEach(async () => {
        await end();
        await begin();
      }),
    { numRuns: 40 },
  );
});
