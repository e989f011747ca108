/** Files of messages on their way up: through a reload, and beside each other. */
import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { wordedFiles } from '../nouns/document.ts';
import { namedFile } from '../nouns/messageFile.ts';
import { createRoom } from '../nouns/room.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { ServerError } from '../replica/testing/protocolServer.ts';
import { Page } from './testing/page.ts';

let page: Page;
let roomId: string;
beforeEach(async () => {
  page = new Page();
  await page.open();
  const by = { userId: page.workspace.scopeOf('personal'), at: 1 };
  roomId = createRoom(page.workspace, { name: 'Site', memberIds: [] }, 'open', by);
  await page.workspace.outbox.sent();
});
afterEach(() => page.close());

const fileOf = (name: string) => new File([new Uint8Array(randomBytes(5_000))], name);

/** Says something with files. Returns the message's id, and what resolves once they are uploaded. */
function say(...files: File[]): { id: string; uploaded: Promise<unknown> } {
  return sayAt(undefined, ...files);
}

/** Says it at a time (ms), which its id tells; now by default. */
function sayAt(msecs: number | undefined, ...files: File[]): { id: string; uploaded: Promise<unknown> } {
  const message = page.workspace.create('message', roomId, {
    id: uuidv7(msecs === undefined ? undefined : { msecs }),
    userId: page.workspace.scopeOf('personal'),
    notifyIds: [],
    files: files.map((file) => namedFile({ file })),
    createdAt: Date.now(),
  });
  const uploaded = message.files.map(({ id: documentId }, i) =>
    page.uploads.add([files[i]!], { scopeId: roomId, messageId: message.id, documentId }),
  );
  return { id: message.id, uploaded: Promise.all(uploaded) };
}

const contentsOf = async (messageId: string) => {
  const { files } = page.workspace.collections.message.get(messageId)!;
  return Promise.all(files.map(async (file) => (await page.downloads.blob(file)).size));
};

it('fill in beside each other what one message names', async () => {
  const { id, uploaded } = say(fileOf('a'), fileOf('b'), fileOf('c'));
  await uploaded;
  await page.workspace.outbox.sent();
  expect(await contentsOf(id)).toEqual([5_000, 5_000, 5_000]);
  expect(page.workspace.collections.message.get(id)!.blobs).toHaveLength(3);
});

it('have their words beside them, which go with the message as they do', async () => {
  const message = page.workspace.create('message', roomId, {
    userId: page.workspace.scopeOf('personal'),
    notifyIds: [],
    createdAt: Date.now(),
    files: [namedFile({ file: fileOf('a') })],
  });
  const target = { scopeId: roomId, messageId: message.id, documentId: message.files[0]!.id };
  await page.uploads.add([fileOf('a')], target, async () => ({ words: 'Slates, 400', searchable: 'yes' }));
  const told = page.workspace.collections.message.get(message.id)!;
  const [file] = wordedFiles(told as never);
  expect(await page.downloads.text(file!, file!.words)).toBe('Slates, 400');
  const named = [...file!.parts, ...file!.words.parts].map(({ fileKey }) => fileKey);
  expect(told.blobs).toEqual(named);
});

it('go on after a reload, though the message lies beyond what is open then', async () => {
  page.blobs.onPut = () => new Promise(() => {});
  const { id } = say(fileOf('a'));
  await page.workspace.outbox.sent();
  await page.uploads.stored();
  page.blobs.onPut = () => {};
  await page.reload();
  expect(page.workspace.collections.message.get(id)).toBeUndefined();
  await until(() => page.uploads.entries.get()[0]?.status === 'success');
  expect(await contentsOf(id)).toEqual([5_000]);
});

it('go on after a reload though the message waited for days, while others wrote, and lies where its id does not say', async () => {
  page.device.connection.isOffline = true;
  page.blobs.onPut = () => new Promise(() => {});
  const { id } = sayAt(Date.now() - 2 * 86_400_000, fileOf('a'));
  const other = await openOn(createDevice(), page.server);
  await other.pull();
  const words = { userId: other.scopeOf('personal'), notifyIds: [], files: [], createdAt: 1 };
  for (let i = 0; i < 300; i++) other.create('message', roomId, words);
  await other.outbox.sent();
  await other.close();
  page.device.connection.isOffline = false;
  await page.workspace.outbox.sent();
  await page.uploads.stored();
  page.blobs.onPut = () => {};
  await page.reload();
  expect(page.workspace.collections.message.get(id)).toBeUndefined();
  const ended = () =>
    page.uploads.entries.get().find(({ status }) => status === 'success' || status === 'failed');
  await until(() => ended() !== undefined);
  expect(ended()).toMatchObject({ status: 'success' });
  expect(await contentsOf(id)).toEqual([5_000]);
});

it('go on after a reload before the message itself is on the server, and follow it', async () => {
  page.server.onApply = () => {
    throw new ServerError('OFFLINE');
  };
  page.blobs.onPut = () => new Promise(() => {});
  const { id } = say(fileOf('a'));
  await page.uploads.stored();
  await page.workspace.outbox.stored();
  page.server.onApply = () => {};
  page.blobs.onPut = () => {};
  await page.reload();
  await until(() => page.uploads.entries.get()[0]?.status === 'success');
  await page.workspace.outbox.sent();
  expect(await contentsOf(id)).toEqual([5_000]);
});
