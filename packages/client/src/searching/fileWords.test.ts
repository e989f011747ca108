/** Words of files in the index: as soon as they can be had, through renames and moves, and damaged ones. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveDocuments } from '../nouns/document.ts';
import { createProject } from '../nouns/project.ts';
import { createRoom } from '../nouns/room.ts';
import { trashDocuments } from '../nouns/trash.ts';
import type { Replica } from '../replica/replica.ts';
import { createDevice, type Device, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { tabHub } from '../replica/testing/tabHub.ts';
import { damagedWords } from './searchedDocument.ts';
import { besideWords, startIndexer } from './testing/indexed.ts';

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
  besideWords.clear();
  for (const each of open.splice(0)) await each.close();
  await replica.close();
});

async function start() {
  const started = await startIndexer({ replica, device, openTabs });
  open.push(started);
  return started;
}

/** Waits until everything written so far is on the server, and here. */
async function settle(): Promise<void> {
  await replica.outbox.sent();
  await replica.pull();
}

it('has the words of files as soon as they can be had, and their names before', async () => {
  const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
  const side = { blobId: 'b', size: 3, parts: [] };
  const { id } = replica.create('document', projectId, {
    kind: 'file',
    name: 'Angebot.pdf',
    fileKey: 'k',
    words: side,
  });
  await settle();
  const first = await start();
  expect([await first.found('angebot'), await first.found('schiefer')]).toEqual([[id], []]);
  expect(first.indexer.progress.get()).toMatchObject({ isComplete: false, textsMissing: 1 });
  // They are asked for again by themselves.
  besideWords.set('Angebot.pdf', 'Eindeckung in Schiefer');
  await expect.poll(() => first.found('schiefer')).toEqual([id]);
  expect(first.indexer.progress.get()).toMatchObject({ isComplete: true, textsMissing: 0 });
  await first.close();
  const second = await start();
  expect([await second.found('angebot'), await second.found('schiefer')]).toEqual([[id], [id]]);
  await second.close();
  besideWords.clear();
  // Kept on the device, nobody asks for them again.
  const third = await start();
  expect(await third.found('schiefer')).toEqual([id]);
  expect(third.engine.indexed).toBe(0);
  trashDocuments(replica, [id]);
  expect(await third.found('schiefer')).toEqual([]);
});

it('keeps the words of a file that is renamed or moved, and asks for those of another content', async () => {
  const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
  const { id: otherId } = createProject(replica, { name: 'Umbau' });
  const side = (blobId: string) => ({ blobId, size: 3, parts: [] });
  const { id } = replica.create('document', projectId, {
    kind: 'file',
    name: 'Angebot Schiefer.pdf',
    fileKey: 'k',
    words: side('b'),
  });
  await settle();
  besideWords.set('Angebot Schiefer.pdf', 'Eindeckung in Schiefer');
  const first = await start();
  await expect.poll(() => first.found('eindeckung')).toEqual([id]);
  // From here on none can be had.
  besideWords.clear();
  const other = await openOn(createDevice(), server);
  await other.pull();
  /** Lets one of two people change the file, and finds what is found then. */
  const expectKept = async (by: Replica, change: () => void) => {
    change();
    if (by === replica) expect(await first.found('schiefer')).toEqual([id]);
    await by.outbox.sent();
    await settle();
    await other.pull();
    expect(await first.found('schiefer')).toEqual([id]);
    expect(await first.found('angebot')).toEqual([]);
    expect(first.indexer.progress.get()).toMatchObject({ isComplete: true, textsMissing: 0 });
  };
  for (const by of [replica, other]) {
    await expectKept(by, () => by.update('document', id, { name: 'Auftrag.pdf' }));
    await expectKept(by, () => moveDocuments(by, [id], { scopeId: by === replica ? otherId : projectId }));
  }
  await first.indexer.kept();
  await first.close();
  // Renamed while nothing follows.
  replica.update('document', id, { name: 'Vertrag.pdf' });
  await settle();
  const second = await start();
  expect([await second.found('schiefer'), await second.found('vertrag')]).toEqual([[id], [id]]);
  replica.update('document', id, { words: side('c') });
  await settle();
  expect(await second.found('schiefer')).toEqual([]);
  besideWords.set('Vertrag.pdf', 'Ziegel');
  await expect.poll(() => second.found('ziegel')).toEqual([id]);
  await other.close();
});

it('says whose words are damaged, until others are kept of the file', async () => {
  const { id: projectId } = createProject(replica, { name: 'Dachausbau' });
  const side = (blobId: string) => ({ blobId, size: 3, parts: [] });
  const { id } = replica.create('document', projectId, {
    kind: 'file',
    name: 'Angebot.pdf',
    fileKey: 'k',
    words: side('b'),
  });
  await settle();
  besideWords.set('Angebot.pdf', '').set('Auftrag.pdf', '');
  const first = await start();
  const damaged = async ({ engine, indexer }: typeof first) => {
    await indexer.settled();
    const { groups } = await engine.query({ text: '', tagged: [[damagedWords]] });
    return groups[0]!.hits.map(({ key }) => key);
  };
  await expect.poll(() => damaged(first)).toEqual([id]);
  expect(await first.found('angebot')).toEqual([id]);
  replica.update('document', id, { name: 'Auftrag.pdf' });
  await settle();
  await expect.poll(() => damaged(first)).toEqual([id]);
  await first.indexer.kept();
  await first.close();
  const second = await start();
  expect(await damaged(second)).toEqual([id]);
  besideWords.set('Auftrag.pdf', 'Eindeckung in Schiefer');
  replica.update('document', id, { words: side('c') });
  await settle();
  await expect.poll(() => second.found('schiefer')).toEqual([id]);
  expect(await damaged(second)).toEqual([]);
});

it('finds a message by the words of each of its files, and by their names before', async () => {
  const by = { userId: replica.scopeOf('personal'), at: 1 };
  const roomId = createRoom(replica, { name: 'Baustelle', memberIds: [] }, 'open', by);
  const file = { size: 3, parts: [], fileKey: 'k', words: { blobId: 'b', size: 3, parts: [] } };
  const names = ['Angebot.pdf', 'Massen.csv', 'Skizze.png'];
  const files = names.map((name) => ({ ...file, id: name, name, words: undefined }));
  const { id } = replica.create('message', roomId, {
    userId: by.userId,
    notifyIds: [],
    createdAt: 1,
    files,
  });
  await settle();
  const { found } = await start();
  expect([await found('massen'), await found('schiefer')]).toEqual([[id], []]);
  besideWords.set('Angebot.pdf', 'Eindeckung in Schiefer').set('Massen.csv', 'Latten;40');
  // Their uploads have ended; the picture has no words.
  replica.update('message', id, {
    files: files.map((each, i) => (i < 2 ? { ...each, words: file.words } : each)),
  });
  await settle();
  for (const text of ['schiefer', 'latten', 'skizze']) expect(await found(text), text).toEqual([id]);
});
