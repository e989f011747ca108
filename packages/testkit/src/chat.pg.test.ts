/** Rooms among real people: who reads what under which key, direct rooms, drafts, and a connection that breaks. */
import { randomBytes } from 'node:crypto';
import { DamagedFileError } from '@kontor/client/files/transfer';
import { namedFile, removeFile } from '@kontor/client/nouns/messageFile';
import { createProject } from '@kontor/client/nouns/project';
import {
  continueRoom,
  createDirectRoom,
  createRoom,
  joinRoom,
  keepRoomMark,
  leaveRoom,
  markIn,
  setRoomMembers,
  unseenIn,
} from '@kontor/client/nouns/room';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { RichText } from '@kontor/contract/entity/field';
import { projectRoomId } from '@kontor/contract/nouns/room';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { startBreakingProxy } from './breakingProxy.ts';
import { takeIn } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
let cora: Actor;
let id: string;

const idOf = (actor: Actor) => actor.session.user!.id;
const at = (actor: Actor): Promise<Workspace> => actor.open(id);
const by = (actor: Actor) => ({ userId: idOf(actor), at: Date.now() });
const doc = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
const textOf = (content: RichText | undefined) => content?.content?.[0]?.content?.[0]?.text;

/** Returns what a room's list shows somebody, in order: words, and who came or went. */
function shown(workspace: Workspace, roomId: string): string[] {
  return workspace.windows
    .view('message', roomId)
    .get()
    .map((item) => {
      if (item.kind === 'gap') return '…';
      const { event, aboutIds, content } = item.record;
      return event ? `${event} ${aboutIds.length}` : (textOf(content) ?? '');
    });
}

async function sent(workspace: Workspace): Promise<string[]> {
  await workspace.outbox.sent();
  return workspace.outbox.failed.get().map(({ code }) => code);
}

const write = (workspace: Workspace, roomId: string, userId: string, text: string) =>
  workspace.create('message', roomId, { userId, notifyIds: [], content: doc(text), createdAt: Date.now() });

/** Says something; none of it may be refused. */
async function say(who: Actor, roomId: string, text: string): Promise<void> {
  const workspace = await at(who);
  write(workspace, roomId, idOf(who), text);
  expect(await sent(workspace)).toEqual([]);
}

async function read(who: Actor, roomId: string): Promise<string[]> {
  const workspace = await at(who);
  await workspace.windows.open(roomId);
  return shown(workspace, roomId);
}

beforeAll(async () => {
  [ada, ben, cora] = (await Promise.all(
    ['Ada', 'Ben', 'Cora'].map((firstName) => createActor(server.url, { firstName })),
  )) as [Actor, Actor, Actor];
  id = await ada.createWorkspace();
  for (const who of [ben, cora]) await takeIn(ada, id, who, { role: 'EMPLOYEE' });
});
afterAll(async () => {
  await Promise.all([ada, ben, cora].map((actor) => actor.session.signOut({ discard: true })));
});

describe('an open room', () => {
  it('is everybody’s who works here, with its past; joining and leaving are said in it', async () => {
    const asBen = await at(ben);
    const room = createRoom(asBen, { name: 'Canteen', memberIds: [] }, 'open', by(ben));
    await say(ben, room, 'Lunch?');
    const asCora = await at(cora);
    expect(asCora.collections.room.get(room)).toMatchObject({ name: 'Canteen', memberIds: [idOf(ben)] });
    expect(await read(cora, room)).toEqual(['JOIN 1', 'Lunch?']);
    joinRoom(asCora, room, by(cora));
    await say(cora, room, 'Yes');
    expect(await read(ben, room)).toEqual(['JOIN 1', 'Lunch?', 'JOIN 1', 'Yes']);
    expect(unseenIn((await at(ben)).collections, room, idOf(ben))).toHaveLength(1);
    // Nor is it forgotten by a browser that starts again, which has no room open.
    const again = ben.device.restarted();
    await again.session.refresh();
    const { collections } = await again.session.workspaces.open(id);
    await expect.poll(() => unseenIn(collections, room, idOf(ben)).length).toBe(1);
    await again.session.workspaces.close();
    // What she joined behind is not news to her.
    expect(unseenIn(asCora.collections, room, idOf(cora))).toEqual([]);
    leaveRoom(asCora, room, by(cora));
    expect(await sent(asCora)).toEqual([]);
    expect((await read(ada, room)).at(-1)).toBe('LEAVE 1');
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
  });
});

describe('the room of a project', () => {
  it('is one where two people begin it at once, and takes what both write', async () => {
    const [asAda, asBen] = await Promise.all([at(ada), at(ben)]);
    const memberIds = [idOf(ada), idOf(ben)];
    const { id: projectId } = createProject(asAda, { name: 'Villa', memberIds }, 'private');
    expect(await sent(asAda)).toEqual([]);
    await asBen.pull();
    for (const who of [ada, ben])
      createRoom(await at(who), { name: 'Villa', memberIds, projectId }, 'private', by(who));
    const room = projectRoomId(projectId);
    await Promise.all([ada, ben].map((who) => say(who, room, idOf(who))));
    await asAda.pull();
    for (const who of memberIds) expect(await read(ada, room)).toContain(who);
  });

  it('has all in it who are said to have joined, where two begin that of an open one at once', async () => {
    const [asAda, asBen, asCora] = await Promise.all([at(ada), at(ben), at(cora)]);
    const { id: projectId } = createProject(asCora, { name: 'Hall', memberIds: [] }, 'open');
    expect(await sent(asCora)).toEqual([]);
    await Promise.all([asAda.pull(), asBen.pull()]);
    ben.device.connection.isOff = true;
    const values = { name: 'Hall', memberIds: [], projectId };
    const room = createRoom(asAda, values, 'open', by(ada));
    createRoom(asBen, values, 'open', by(ben));
    await say(ada, room, 'Roof');
    ben.device.connection.isOff = false;
    await say(ben, room, 'Floor');
    expect(await read(cora, room)).toEqual(['JOIN 1', 'Roof', 'JOIN 1', 'Floor']);
    await Promise.all([asAda, asBen, asCora].map((workspace) => workspace.pull()));
    for (const workspace of [asAda, asBen, asCora]) {
      expect(workspace.collections.room.get(room)?.memberIds.toSorted()).toEqual(
        [idOf(ada), idOf(ben)].toSorted(),
      );
      expect(workspace.faults.get()).toEqual([]);
    }
  });
});

describe('a private room', () => {
  it('is its members’ alone: no admin’s, a newcomer’s with its past, and nobody’s who was taken out', async () => {
    const asBen = await at(ben);
    const room = createRoom(asBen, { name: 'Surprise', memberIds: [] }, 'private', by(ben));
    await say(ben, room, 'For Ada');
    expect((await at(ada)).scopes.get().has(room)).toBe(false);
    expect((await at(cora)).scopes.get().has(room)).toBe(false);

    setRoomMembers(asBen, room, [idOf(ben), idOf(cora)], by(ben));
    await say(ben, room, 'Hush');
    expect(await read(cora, room)).toEqual(['JOIN 1', 'For Ada', 'JOIN 1', 'Hush']);
    setRoomMembers(await at(ben), room, [idOf(ben)], by(ben));
    await say(ben, room, 'Between us');
    expect((await at(cora)).scopes.get().has(room)).toBe(false);
    expect((await read(ben, room)).slice(-2)).toEqual(['LEAVE 1', 'Between us']);
    expect((await at(ben)).faults.get()).toEqual([]);
  });

  it('goes on in a new one with somebody who is not to read what was written before', async () => {
    const asBen = await at(ben);
    const room = createRoom(asBen, { name: 'Gift', memberIds: [idOf(ada)] }, 'private', by(ben));
    await say(ben, room, 'Not for Cora');
    const next = continueRoom(asBen, room, { name: 'Gift', memberIds: [idOf(ada), idOf(cora)] }, by(ben));
    await say(ben, next, 'Welcome');
    expect(asBen.collections.room.get(room)).toMatchObject({
      continuedById: next,
      archivedAt: expect.any(Number),
    });
    // Said without a connection before she knew: nobody else reads it, and nobody misses it.
    await say(ada, room, 'Late');
    expect(await read(ben, room)).toEqual(['JOIN 2', 'Not for Cora', 'Late']);
    expect(unseenIn((await at(ben)).collections, room, idOf(ben))).toHaveLength(1);
    const asCora = await at(cora);
    expect(asCora.scopes.get().has(room)).toBe(false);
    expect(asCora.collections.room.get(next)).toMatchObject({ continuesId: room });
    for (const who of [ada, ben, cora]) {
      expect(await read(who, next)).toEqual(['JOIN 3', 'Welcome']);
      expect((await at(who)).faults.get()).toEqual([]);
    }
  });

  it('is shut to somebody who left it by themselves as soon as another writes', async () => {
    const asBen = await at(ben);
    const room = createRoom(asBen, { name: 'Trip', memberIds: [idOf(cora)] }, 'private', by(ben));
    await say(ben, room, 'Where to?');
    const asCora = await at(cora);
    await asCora.windows.open(room);
    leaveRoom(asCora, room, by(cora));
    expect(await sent(asCora)).toEqual([]);
    await say(ben, room, 'Without Cora');
    expect((await at(cora)).scopes.get().has(room)).toBe(false);
    expect(await read(ben, room)).toEqual(['JOIN 2', 'Where to?', 'LEAVE 1', 'Without Cora']);
    // Who was shut out can be let in again.
    setRoomMembers(await at(ben), room, [idOf(ben), idOf(cora)], by(ben));
    expect(await sent(await at(ben))).toEqual([]);
    expect((await read(cora, room)).at(-1)).toBe('JOIN 1');
  });
});

describe('a direct room', () => {
  it('is one for the same people, though both begin it without a connection', async () => {
    const [asBen, asCora] = [await at(ben), await at(cora)];
    for (const { device } of [ben, cora]) device.connection.isOff = true;
    const rooms = await Promise.all([
      createDirectRoom(asBen, [idOf(cora)], by(ben)),
      createDirectRoom(asCora, [idOf(ben)], by(cora)),
    ]);
    expect(rooms[0]).toBe(rooms[1]);
    const [room] = rooms;
    write(asBen, room, idOf(ben), 'Hello Cora');
    write(asCora, room, idOf(cora), 'Hello Ben');
    for (const [{ device }, workspace] of [
      [ben, asBen],
      [cora, asCora],
    ] as const) {
      device.connection.isOff = false;
      await workspace.pull();
      expect(await sent(workspace)).toEqual([]);
    }
    for (const who of [ben, cora]) expect(await read(who, room)).toEqual(['Hello Cora', 'Hello Ben']);
    await expect(createDirectRoom(asBen, [idOf(cora)], by(ben))).rejects.toMatchObject({
      fault: 'direct-exists',
      roomId: room,
    });
    await expect(createDirectRoom(asBen, [], by(ben))).rejects.toMatchObject({ fault: 'direct-people' });
    expect((await at(ada)).scopes.get().has(room)).toBe(false);
    for (const who of [ada, ben, cora]) expect((await at(who)).faults.get()).toEqual([]);
  });

  it('takes nobody else in, whatever its people want', async () => {
    const asBen = await at(ben);
    const room = await createDirectRoom(asBen, [idOf(ada)], by(ben));
    await say(ben, room, 'Hello Ada');
    asBen.update('room', room, { memberIds: [idOf(ada), idOf(ben), idOf(cora)] });
    expect(await sent(asBen)).toEqual(['BAD_INPUT']);
    for (const { id: failed } of asBen.outbox.failed.get()) await asBen.outbox.discard(failed);
    expect((await at(cora)).scopes.get().has(room)).toBe(false);
  });
});

describe('what somebody keeps about a room', () => {
  it('is on their other devices: the draft, and the furthest that any of them has read', async () => {
    const asBen = await at(ben);
    const room = createRoom(asBen, { name: 'Drafts', memberIds: [] }, 'open', by(ben));
    expect(await sent(asBen)).toEqual([]);
    keepRoomMark(asBen, room, idOf(ben), { seen: 3, draft: doc('Half a sent') });
    await expect
      .poll(async () =>
        (await (await ben.onAnotherDevice()).open(id)).collections.roomMark.where('roomId', room),
      )
      .toMatchObject([{ seen: 3, draft: doc('Half a sent') }]);
    const other = await ben.onAnotherDevice();
    const there = await other.open(id);
    other.device.connection.isOff = true;
    keepRoomMark(there, room, idOf(ben), { seen: 5 });
    keepRoomMark(asBen, room, idOf(ben), { seen: 9, draft: undefined });
    other.device.connection.isOff = false;
    await expect
      .poll(async () => {
        await Promise.all([there.pull(), asBen.pull()]);
        return [there, asBen].map((each) => each.collections.roomMark.where('roomId', room));
      })
      .toMatchObject([[{ seen: 9 }], [{ seen: 9 }]]);
    // Marked as unread on one, it is so on the other, once nothing of before is on its way: of two the further one counts.
    for (const each of [there, asBen]) expect(await sent(each)).toEqual([]);
    await asBen.pull();
    keepRoomMark(asBen, room, idOf(ben), { seen: 4 });
    await expect
      .poll(async () => {
        await Promise.all([there.pull(), asBen.pull()]);
        return [there, asBen].map((each) => each.collections.roomMark.where('roomId', room));
      })
      .toMatchObject([[{ seen: 4 }], [{ seen: 4 }]]);
    // Two devices begin at once: both count, and the next change leaves one.
    const second = createRoom(asBen, { name: 'Twice', memberIds: [] }, 'open', by(ben));
    await sent(asBen);
    await there.pull();
    other.device.connection.isOff = true;
    keepRoomMark(there, second, idOf(ben), { isMuted: true });
    keepRoomMark(asBen, second, idOf(ben), { seen: 2 });
    other.device.connection.isOff = false;
    const marks = (each: Workspace) => each.collections.roomMark.where('roomId', second);
    const pulled = async () => {
      await Promise.all([there.pull(), asBen.pull()]);
      return [there, asBen].map((each) => [marks(each).length, markIn(marks(each))?.isMuted]);
    };
    await expect.poll(pulled).toEqual([
      [2, true],
      [2, true],
    ]);
    keepRoomMark(asBen, second, idOf(ben), { isMuted: false });
    await expect.poll(pulled).toEqual([
      [1, false],
      [1, false],
    ]);
    expect(markIn(marks(there))!.seen).toBeGreaterThanOrEqual(2);
    await other.session.signOut({ discard: true });
  });
});

/** Of 1,000 with LONG=1; each is a batch of its own. */
const [talk, cuts] = process.env.LONG ? [1_000, 20] : [80, 4];

it(`loses nothing, doubles nothing and keeps the order of ${talk} messages over ${cuts} cuts of the connection`, async () => {
  const proxy = await startBreakingProxy(server.port);
  const writer = await createActor(proxy.url, { firstName: 'Wilma' });
  const reader = await createActor(proxy.url, { firstName: 'Rolf' });
  for (const who of [writer, reader]) await takeIn(ada, id, who, { role: 'EMPLOYEE' });
  const [asWriter, asReader] = [await writer.open(id), await reader.open(id)];
  const room = createRoom(asWriter, { name: 'Tunnel', memberIds: [idOf(reader)] }, 'open', by(writer));
  expect(await sent(asWriter)).toEqual([]);
  const words = Array.from({ length: talk }, (_, i) => `m${i}`);
  for (const text of words) write(asWriter, room, idOf(writer), text);
  for (let cut = 0; cut < cuts; cut++) {
    await proxy.cutAfter(20_000);
    proxy.mend();
    void asWriter.pull();
    void asReader.pull();
  }
  expect(await sent(asWriter)).toEqual([]);
  for (const workspace of [asWriter, asReader]) {
    await expect
      .poll(async () => {
        await workspace.pull();
        await workspace.windows.open(room);
        const view = workspace.windows.view('message', room);
        const [first] = view.get();
        if (first?.kind === 'gap') await workspace.windows.before(room, first.to + 1).catch(() => {});
        return shown(workspace, room).slice(1);
      })
      .toEqual(words);
    expect(workspace.windows.proof(room)).toEqual({ missing: 0, misplaced: 0, unchecked: 0 });
    expect(workspace.faults.get()).toEqual([]);
  }
  await Promise.all([writer, reader].map((actor) => actor.session.signOut({ discard: true })));
  await proxy.stop();
});

describe('files in a room', () => {
  const bytesOf = (size: number) => new Uint8Array(randomBytes(size));
  const sizeOnServer = async () => {
    await ada.session.workspaces.reload();
    return ada.session.workspaces.list.find((each) => each.id === id)!.storageUsed;
  };

  /** Says something with files, and no words. Returns the message's id, and what resolves once they are uploaded. */
  async function sayFiles(who: Actor, roomId: string, files: File[]) {
    const workspace = await at(who);
    const message = workspace.create('message', roomId, {
      userId: idOf(who),
      notifyIds: [],
      files: files.map((file) => namedFile({ file })),
      createdAt: Date.now(),
    });
    const { uploads } = await workspace.files();
    const uploaded = message.files.map(({ id: documentId }, i) =>
      uploads.add([files[i]!], { scopeId: roomId, messageId: message.id, documentId }),
    );
    return { messageId: message.id, uploaded: Promise.all(uploaded) };
  }

  it('are named at once and in order with the words, read by others once uploaded, and go with the message', async () => {
    const asBen = await at(ben);
    const room = createRoom(asBen, { name: 'Site', memberIds: [idOf(ada)] }, 'open', by(ben));
    expect(await sent(asBen)).toEqual([]);
    const before = await sizeOnServer();
    const contents = [bytesOf(40_000), bytesOf(5)];
    const files = contents.map((content, i) => new File([content], `plan ${i}.pdf`));
    const { messageId, uploaded } = await sayFiles(ben, room, files);
    await say(ben, room, 'There they are');
    await uploaded;
    expect(await sent(asBen)).toEqual([]);

    expect(await read(ada, room)).toEqual(['JOIN 2', '', 'There they are']);
    const asAda = await at(ada);
    await asAda.pull();
    const told = asAda.collections.message.get(messageId)!;
    expect(told.files.map(({ name, size }) => [name, size])).toEqual([
      ['plan 0.pdf', 40_000],
      ['plan 1.pdf', 5],
    ]);
    const { downloads } = await asAda.files();
    for (const [i, file] of told.files.entries())
      expect(new Uint8Array(await (await downloads.blob(file)).arrayBuffer())).toEqual(contents[i]);
    expect(asAda.faults.get()).toEqual([]);
    expect(await sizeOnServer()).toBeGreaterThan(before + 40_000);

    asBen.remove('message', messageId);
    expect(await sent(asBen)).toEqual([]);
    // Nothing names it any more: nobody is handed it, and the sweep takes it.
    await expect(downloads.blob(told.files[0]!)).rejects.toThrow(DamagedFileError);
  });

  it('that were not uploaded are taken out of the message, and leave none that says nothing', async () => {
    const asBen = await at(ben);
    const room = createRoom(asBen, { name: 'Attic', memberIds: [] }, 'open', by(ben));
    const message = (content?: RichText) =>
      asBen.create('message', room, {
        userId: idOf(ben),
        notifyIds: [],
        createdAt: Date.now(),
        ...(content && { content }),
        files: ['a', 'b'].map((name) => namedFile({ file: new File(['x'], name) })),
      });
    const [silent, worded] = [message(), message(doc('See'))];
    const { uploads } = await asBen.files();
    for (const { id: messageId, files } of [silent, worded])
      for (const { id: fileId } of files) removeFile(asBen, messageId, fileId);
    expect(asBen.collections.message.get(silent.id)).toBeUndefined();
    expect(asBen.collections.message.get(worded.id)?.files).toEqual([]);
    // What is still on its way up for them has nowhere to go.
    const documentId = worded.files[0]!.id;
    await uploads.add([new File(['x'], 'a')], { scopeId: room, messageId: worded.id, documentId });
    expect(uploads.entries.get().find((each) => each.documentId === documentId)).toMatchObject({
      status: 'failed',
      cause: 'GONE',
    });
    expect(await sent(asBen)).toEqual([]);
  });
});
