/**
 * Plays what becomes of what a person had before they forgot their password: private projects and rooms, and changes that were not
 * sent.
 */
import { randomUUID } from 'node:crypto';
import { createProject } from '@kontor/client/nouns/project';
import { createDirectRoom, createRoom } from '@kontor/client/nouns/room';
import type { RichText } from '@kontor/contract/entity/field';
import { headers as headerNames } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Actor, createActor, type DeviceOptions } from './actor.ts';
import { resetPassword } from './recovery.ts';
import { compareWords, takeIn } from './team.ts';

const server = inject('server');
/** An admin, and two employees of whom Ben forgets his password. */
let [ada, ben, cora]: Actor[] = [];
let id: string;
let kit: string;
let projectId: string;
/** Private rooms: of Ben and the admin alone, and of Ben and Cora, which no admin reads. */
let [directId, roomId]: string[] = [];
const people: Actor[] = [];
let count = 0;

beforeAll(async () => {
  [ada, ben, cora] = await Promise.all(
    ['Ada', 'Ben', 'Cora'].map((firstName) => createActor(server.url, { firstName })),
  );
  people.push(ada!, ben!, cora!);
  id = await ada!.createWorkspace();
  for (const who of [ben!, cora!]) await takeIn(ada!, id, who, { role: 'EMPLOYEE' });
  await ben!.session.workspaces.reload();
  kit = (await ben!.session.account.createKit(ben!.person.password)).words.join(' ');
  await ben!.session.account.confirmKit();
  const workspace = await cora!.open(id);
  const memberIds = [ben!, cora!].map(idOf);
  projectId = createProject(workspace, { name: 'Geheim', memberIds }, 'private').id;
  await workspace.outbox.sent();
  await write(cora!, 'of before');
  const by = { userId: idOf(ben!), at: Date.now() };
  const asBen = await ben!.open(id);
  directId = await createDirectRoom(asBen, [idOf(ada!)], by);
  roomId = createRoom(asBen, { name: 'Attic', memberIds: [idOf(cora!)] }, 'private', by);
  for (const room of [directId, roomId]) await say(ben!, room, 'of before');
});
afterAll(async () => {
  await Promise.all(people.map((actor) => actor.session.signOut({ discard: true }).catch(() => {})));
});

async function forget(actor: Actor, options?: DeviceOptions): Promise<Actor> {
  const next = await resetPassword(actor, server.url, `New password! ${count++}`, options);
  people.push(next);
  return next;
}

/** Writes a task into the private project. */
async function write(actor: Actor, title: string): Promise<void> {
  const workspace = await actor.open(id);
  workspace.create('task', projectId, { title });
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
  expect(workspace.outbox.status.get()).toMatchObject({ waiting: 0 });
}

const idOf = (actor: Actor) => actor.session.user!.id;

/** Says something in a room. */
async function say(actor: Actor, room: string, text: string): Promise<void> {
  const workspace = await actor.open(id);
  const content: RichText = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
  };
  workspace.create('message', room, { userId: idOf(actor), notifyIds: [], content, createdAt: Date.now() });
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
  expect(workspace.outbox.status.get()).toMatchObject({ waiting: 0 });
}

/** Returns what was said in a room, as somebody reads it. */
async function heard(actor: Actor, room: string): Promise<(string | undefined)[]> {
  const workspace = await actor.open(id);
  await workspace.windows.open(room);
  return workspace.windows
    .view('message', room)
    .get()
    .flatMap((item) =>
      item.kind === 'gap' || item.record.event ? [] : [item.record.content?.content?.[0]?.content?.[0]?.text],
    );
}

const titles = async (actor: Actor) => {
  const workspace = await actor.open(id);
  expect(workspace.faults.get()).toEqual([]);
  return workspace.collections.task
    .all()
    .map(({ title }) => title)
    .sort();
};

/** Expects that Ben is back: what was there, and what each writes from here on, all three read. */
async function isWholeAgain(mark: string): Promise<void> {
  await ben!.session.workspaces.reload();
  const before = await titles(ben!);
  expect(before).toContain('of before');
  await write(ben!, `${mark}, by Ben`);
  await write(cora!, `${mark}, by Cora`);
  for (const actor of [ada!, ben!, cora!])
    expect(await titles(actor)).toEqual([...before, `${mark}, by Ben`, `${mark}, by Cora`].sort());
  // Of the other of a room first: who unlocked Ben need not have its key.
  for (const [room, other] of [
    [directId!, ada!],
    [roomId!, cora!],
  ] as const) {
    await say(other, room, `${mark}, by the other`);
    await say(ben!, room, `${mark}, by Ben`);
    for (const actor of [other, ben!])
      expect((await heard(actor, room)).slice(-2)).toEqual([`${mark}, by the other`, `${mark}, by Ben`]);
    expect(await heard(ben!, room)).toContain('of before');
  }
}

describe('a private project, a direct room and one that no admin reads', () => {
  it('open again with the phrase, at another try where the first was cut off at what is the person’s alone', async () => {
    const before = await ben!.open(id);
    const star = before.create('star', before.scopeOf('personal'), { documentId: randomUUID() });
    await before.outbox.sent();
    let [asked, isCut] = [0, false];
    ben = await forget(ben!, {
      wrap: (inner) => async (input, init) => {
        const path = new URL(String(input)).pathname;
        if (path === '/api/users/unlock') asked++;
        const isOwn = !new Headers(init?.headers).has(headerNames.workspace);
        if (path === '/api/changes' && isOwn && asked === 1) isCut = true;
        if (isCut) throw new TypeError('fetch failed');
        return inner(input, init);
      },
    });
    const { session } = ben;
    await expect(session.recovery.unlockByPhrase(kit)).rejects.toMatchObject({ code: 'OFFLINE' });
    expect([asked, isCut]).toEqual([1, true]);
    isCut = false;
    await session.workspaces.reload();
    expect(session.workspaces.list).toMatchObject([{ status: 'LOCKED' }]);
    expect(session.user?.former).toMatchObject({ hasKit: true, hasVoidKit: false });
    expect((await session.recovery.unlockByPhrase(kit)).failed).toEqual([]);
    await isWholeAgain('phrase');
    const { collections } = await ben.open(id);
    expect(collections.star.get(star.id)).toBeDefined();
    expect(session.user?.hasKit).toBe(true);
  });

  it('open again when another device answers', async () => {
    const laptop = ben!;
    ben = await forget(laptop);
    await laptop.session.refresh();
    await laptop.session.recovery.openFormer();
    await laptop.session.recovery.answer((await ben.session.recovery.sixWords()).join(' '));
    await isWholeAgain('device');
  });

  it('stay open where somebody signed in beside a page that then forgets what was before', async () => {
    const page = ben!;
    ben = await forget(page);
    await page.session.refresh();
    await page.session.recovery.openFormer();
    const { email, password } = ben.person;
    const window = page.device.restarted();
    await window.session.signIn(email, password);
    await page.session.recovery.forgetFormer();
    expect(page.session.status).toBe('authenticated');
    // What was kept is there at the next start, and the server's session has not ended.
    const next = window.restarted();
    await next.session.refresh();
    expect(next.session.status).toBe('authenticated');
    for (const { session } of [page, window, next]) await session.signOut({ discard: true });
  });

  it('open again with the admin’s act, those that they hold no key of with the next thing that somebody else writes', async () => {
    ben = await forget(ben!);
    const team = await (await ada!.open(id)).team();
    const [waiting] = await ada!.session.recovery.locked(id);
    const words = (await ben.session.recovery.sixWords()).join(' ');
    await team.confirm({ type: 'unlock', userId: waiting!.userId, cert: waiting!.publicKey }, words);
    await ben.session.workspaces.reload();
    // Nothing shows the new keys which workspace this is, until the two compare its words, too.
    await compareWords(ada!, id, ben);
    await isWholeAgain('admin');
  });
});

describe('what was not sent before the reset', () => {
  it('goes out when the phrase unlocks on the device that kept it', async () => {
    kit = (await ben!.session.account.createKit(ben!.person.password)).words.join(' ');
    await ben!.session.account.confirmKit();
    const { device } = ben!;
    const workspace = await ben!.open(id);
    device.connection.isOff = true;
    workspace.create('task', projectId, { title: 'on the train' });
    await workspace.outbox.stored();
    const own = workspace.scopeOf('personal');
    const star = workspace.create('star', own, { documentId: randomUUID() });
    const email = ben!.person.email;
    const elsewhere = await forget(ben!);
    const { password } = elsewhere.person;
    device.connection.isOff = false;
    await device.session.refresh();
    // A transaction may have been refused first.
    await vi.waitFor(() => expect(device.session.former).toBeDefined());
    expect((await device.session.recovery.openFormer()).unsent).toBe(2);
    await device.session.signIn(email, password);
    ben = new Actor(server.url, { ...ben!.person, password }, device);
    expect(device.session.workspaces.list).toMatchObject([{ status: 'LOCKED' }]);
    expect(await device.session.recovery.unsentBefore()).toBe(2);
    expect((await device.session.recovery.unlockByPhrase(kit)).failed).toEqual([]);
    expect(await device.session.recovery.unsentBefore()).toBe(0);
    const again = await ben.open(id);
    await again.outbox.sent();
    expect(again.outbox.failed.get()).toEqual([]);
    for (const actor of [ada!, ben, cora!]) expect(await titles(actor)).toContain('on the train');
    // What belongs to the person alone was open since they signed in.
    await vi.waitFor(() => expect(again.isPending(star.id)).toBe(false));
    expect(again.collections.star.get(star.id)).toBeDefined();
  });

  it('is said to be lost, and goes when somebody discards it, where an admin unlocked', async () => {
    const { device } = ben!;
    const workspace = await ben!.open(id);
    device.connection.isOff = true;
    workspace.create('task', projectId, { title: 'lost' });
    await workspace.outbox.stored();
    const { email } = ben!.person;
    const elsewhere = await forget(ben!);
    device.connection.isOff = false;
    await device.session.refresh();
    await device.session.signIn(email, elsewhere.person.password);
    const team = await (await ada!.open(id)).team();
    const [waiting] = await ada!.session.recovery.locked(id);
    const words = (await device.session.recovery.sixWords()).join(' ');
    await team.confirm({ type: 'unlock', userId: waiting!.userId, cert: waiting!.publicKey }, words);
    await device.session.workspaces.reload();
    const again = await device.session.workspaces.open(id);
    await again.pull();
    expect(again.faults.get()).toMatchObject([{ kind: 'unreadable-act' }]);
    await again.outbox.discardUnreadable();
    expect(again.faults.get()).toEqual([]);
    await again.close();
    const restarted = device.restarted();
    await restarted.session.refresh();
    const anew = await restarted.session.workspaces.open(id);
    expect(anew.faults.get()).toEqual([]);
    await anew.pull();
    expect(anew.collections.task.all().map(({ title }) => title)).not.toContain('lost');
  });
});
