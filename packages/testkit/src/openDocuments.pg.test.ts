/** Documents that are open in other programs, on the real server: whatever happens, every save is a version or a copy. */
import { conflictName } from '@kontor/client/desktop/conflictName';
import { holdersOf, keepLeases } from '@kontor/client/desktop/leases';
import { OpenDocuments } from '@kontor/client/desktop/openDocuments';
import { FakeFiles } from '@kontor/client/desktop/testing/fakeFiles';
import { restoreVersion, versionsOf } from '@kontor/client/nouns/fileVersion';
import { createProject } from '@kontor/client/nouns/project';
import { trashDocuments } from '@kontor/client/nouns/trash';
import type { Clock } from '@kontor/client/replica/clock';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Document } from '@kontor/contract/nouns/document';
import { leaseLasts } from '@kontor/contract/nouns/lease';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { takeIn } from './team.ts';

const server = inject('server');
let anna: Actor;
let workspace: Workspace;
let scopeId: string;
/** The second device: what everybody else sees. */
let phone: Actor;
let onPhone: Workspace;

beforeAll(async () => {
  anna = await createActor(server.url);
  workspace = await anna.open(await anna.createWorkspace());
  scopeId = createProject(workspace, { name: 'Akten' }).id;
  await workspace.outbox.sent();
  phone = await anna.onAnotherDevice();
  onPhone = await phone.open(workspace.id);
});
afterAll(async () => {
  await phone.session.signOut({ discard: true });
  await anna.session.signOut({ discard: true });
});

/** Returns a clock that stands still until it is told. */
function stillClock(): Clock & { advance(ms: number): void } {
  let now = Date.now();
  const waiting: (() => void)[] = [];
  return {
    now: () => now,
    wait: (_ms, signal) =>
      new Promise((resolve) => {
        waiting.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
    advance: (ms) => {
      now += ms;
      for (const wake of waiting.splice(0)) wake();
    },
  };
}

/** Sets up a computer on which a workspace is open. */
async function desk(files = new FakeFiles(), at = workspace, userId = anna.session.user!.id) {
  const [news, logged]: string[][] = [[], []];
  const open = new OpenDocuments({
    files,
    server: 'https://kontor.example',
    copyName: (name) =>
      conflictName(name, { word: 'Konflikt', person: 'Anna', at: new Date(2026, 10, 22, 10, 31) }),
    typed: (file) => file,
    discarded: new Set(),
    onSaveEvent: ({ kind, name }) => news!.push(`${kind} ${name}`),
    log: (message) => logged!.push(message),
  });
  open.attach({ ...(await at.files()), records: at, userId });
  await open.takeLeft(userId);
  const only = () => open.files.get()[0];
  return { files, open, news: news!, logged: logged!, only, status: () => only()?.status };
}

async function uploaded(name: string): Promise<Document> {
  const { uploads } = await workspace.files();
  await uploads.add([new File(['first'], name)], { scopeId });
  return workspace.collections.document.all().find((each) => each.name === name)!;
}

/** Returns what the other device reads of a document, and of its versions. */
async function seen(id: string): Promise<string[]> {
  await onPhone.pull();
  const document = onPhone.collections.document.get(id)!;
  const { downloads } = await onPhone.files();
  const contents = [document, ...versionsOf(onPhone, id).map((each) => ({ ...document, ...each, id }))];
  return Promise.all(contents.map(async (each) => (await downloads.blob(each)).text()));
}

/** Uploads another content from the other device. */
async function overtake(id: string, text: string): Promise<void> {
  await onPhone.pull();
  const { uploads } = await onPhone.files();
  await uploads.add([new File([text], 'any')], { scopeId, documentId: id });
  expect((await seen(id))[0]).toBe(text);
}

const named = (at: Workspace, part: string) =>
  at.collections.document.all().filter(({ name }) => name.includes(part));

it('makes each save a version that everybody has, and wipes the file once its program has let go of it', async () => {
  const plan = await uploaded('Plan.txt');
  const { files, open, only, status, news } = await desk();
  await open.open(plan);
  const { id } = only()!;
  expect([files.textOf(id), status()]).toEqual(['first', 'opened']);
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  files.save(id, 'second');
  files.save(id, 'third');
  await expect.poll(() => news).toEqual(['saved Plan.txt', 'saved Plan.txt']);
  expect(await seen(plan.id)).toEqual(['third', 'second', 'first']);
  await open.open(workspace.collections.document.get(plan.id)!);
  expect(files.launches).toBe(2);
  files.release(id);
  await expect.poll(() => files.disk.size).toBe(0);
  expect(open.files.get()).toEqual([]);
});

it('uploads the last of many saves, and none half or twice', async () => {
  const log = await uploaded('Log.txt');
  const { files, open, only, status } = await desk();
  await open.open(log);
  for (let i = 0; i < 200; i++) {
    files.save(only()!.id, `save ${i}`);
    if (i % 20 === 0) await expect.poll(status).toBe('saved');
  }
  await expect.poll(status).toBe('saved');
  const contents = await seen(log.id);
  expect(contents[0]).toBe('save 199');
  expect(new Set(contents).size).toBe(contents.length);
  await open.discard(only()!.id);
});

it('keeps both where somebody else was first, and goes on with the copy', async () => {
  const letter = await uploaded('Brief.docx');
  const { files, open, only, status, news } = await desk();
  await open.open(letter);
  await overtake(letter.id, 'theirs');
  const { id } = only()!;
  files.save(id, 'mine');
  await expect.poll(status).toBe('conflict');
  expect(news).toEqual(['conflict Brief (Konflikt, Anna, 2026-11-22 10.31).docx']);
  expect(await seen(letter.id)).toEqual(['theirs', 'first']);
  const [copy] = named(onPhone, 'Konflikt');
  expect(await seen(copy!.id)).toEqual(['mine']);
  files.save(id, 'mine again');
  await expect.poll(status).toBe('saved');
  expect(await seen(copy!.id)).toEqual(['mine again', 'mine']);
  expect((await seen(letter.id))[0]).toBe('theirs');
  await open.discard(id);
});

it('follows a version that somebody restored: opens it anew, and replaces it by no save of another one', async () => {
  const price = await uploaded('Preis.txt');
  const { files, open, only, status, news } = await desk();
  const now = () => workspace.collections.document.get(price.id)!;
  await open.open(price);
  const { id } = only()!;
  for (const [i, text] of ['second', 'third'].entries()) {
    files.save(id, text);
    await expect.poll(() => news).toHaveLength(i + 1);
  }
  restoreVersion(workspace, versionsOf(workspace, price.id).at(-1)!);
  files.programs.add(id);
  await open.open(now());
  expect([only()!.id, news.at(-1)]).toEqual([id, 'newer Preis.txt']);
  files.save(id, 'mine');
  await expect.poll(() => news.at(-1)).toMatch(/^conflict Preis \(Konflikt/);
  expect(await seen(price.id)).toEqual(['first', 'third', 'second']);
  expect(await seen(named(onPhone, 'Preis (Konflikt')[0]!.id)).toEqual(['mine']);
  await open.discard(id);

  await open.open(now());
  files.save(only()!.id, 'fourth');
  await expect.poll(status).toBe('saved');
  restoreVersion(workspace, versionsOf(workspace, price.id).at(-1)!);
  await open.open(now());
  expect([open.files.get().length, files.textOf(only()!.id)]).toEqual([1, 'first']);
  await open.discard(only()!.id);
});

it('waits for the connection, sends only the newest save then, and sees what came meanwhile', async () => {
  const list = await uploaded('Liste.txt');
  const { files, open, only, status, logged } = await desk();
  await open.open(list);
  const { id } = only()!;
  anna.device.connection.isOff = true;
  files.save(id, 'offline 1');
  await expect.poll(status).toBe('waiting');
  files.save(id, 'offline 2');
  await expect.poll(() => logged.length).toBe(1);
  expect(logged[0]).not.toContain('Liste');
  await expect.poll(status).toBe('waiting');
  anna.device.connection.isOff = false;
  (await workspace.files()).uploads.wake();
  await expect.poll(status).toBe('saved');
  expect(await seen(list.id)).toEqual(['offline 2', 'first']);
  anna.device.connection.isOff = true;
  files.save(id, 'offline 3');
  await expect.poll(status).toBe('waiting');
  await overtake(list.id, 'theirs');
  anna.device.connection.isOff = false;
  (await workspace.files()).uploads.wake();
  await expect.poll(status).toBe('conflict');
  expect((await seen(list.id))[0]).toBe('theirs');
  await open.discard(id);
});

it('tells everybody who reads a document that it is open, for as long as it is', async () => {
  const ben = await createActor(server.url, { firstName: 'Ben' });
  await takeIn(anna, workspace.id, ben, { role: 'EMPLOYEE' });
  const asBen = await ben.open(workspace.id);
  const offer = await uploaded('Angebot.txt');
  const { files, open, only } = await desk();
  const clock = stillClock();
  const annaId = anna.session.user!.id;
  const parts = { records: workspace, userId: annaId, files: open.files, isConnected: () => true };
  const { giveBack, stop } = keepLeases({ ...parts, clock });
  const holders = async (now = clock.now()) => {
    await workspace.outbox.sent();
    await asBen.pull();
    return holdersOf(asBen, offer.id, { userId: ben.session.user!.id, now });
  };
  expect(await holders()).toEqual([]);
  await open.open(offer);
  expect(await holders()).toEqual([annaId]);
  expect(holdersOf(workspace, offer.id, { userId: annaId, now: clock.now() })).toEqual([]);
  expect(await holders(clock.now() + leaseLasts + 1)).toEqual([]);
  clock.advance(leaseLasts - 60_000);
  await expect.poll(() => holders(clock.now() + 120_000)).toEqual([annaId]);
  await giveBack();
  await asBen.pull();
  expect(holdersOf(asBen, offer.id, { userId: ben.session.user!.id, now: clock.now() })).toEqual([]);
  clock.advance(60_000);
  await expect.poll(() => holders()).toEqual([annaId]);
  // What was saved beside it waits for a word, and holds nothing.
  files.saveBeside(only()!.id, 'Beilage.txt', 'saved as');
  await open.discard(only()!.id);
  expect(only()!.status).toBe('beside');
  expect(await holders()).toEqual([]);
  await open.discard(only()!.id);
  stop();
  await ben.session.signOut({ discard: true });
});

it.each([
  ['deleted', (id: string) => onPhone.remove('document', id)],
  ['put into the trash', (id: string) => void trashDocuments(onPhone, [id])],
])('keeps a save of a document that was %s meanwhile, and says why it is a copy', async (_, remove) => {
  const note = await uploaded('Notiz.txt');
  const { files, open, only, status, news } = await desk();
  await open.open(note);
  await onPhone.pull();
  remove(note.id);
  await onPhone.outbox.sent();
  files.save(only()!.id, 'kept');
  await expect.poll(status).toBe('deleted');
  const [copy] = named(workspace, 'Notiz (Konflikt');
  expect(news).toEqual([`deleted ${copy!.name}`]);
  expect(await seen(copy!.id)).toEqual(['kept']);
  files.save(only()!.id, 'kept again');
  await expect.poll(status).toBe('saved');
  await open.discard(only()!.id);
  workspace.remove('document', copy!.id);
});

it('closes no file whose last save nobody was told of, and closes it once that is uploaded', async () => {
  const memo = await uploaded('Memo.txt');
  const { files, open, only, status } = await desk();
  await open.open(memo);
  const { id } = only()!;
  files.saveUnseen(id, 'too young');
  expect(await open.unsent()).toHaveLength(1);
  files.release(id);
  expect(await open.close(id)).toBe(false);
  files.save(id, 'too young');
  await expect.poll(status).toBe('saved');
  expect(await seen(memo.id)).toEqual(['too young', 'first']);
  files.release(id);
  await expect.poll(() => files.disk.size).toBe(0);
});

it('offers what was saved beside a document under another name, and makes a document of it there', async () => {
  const draft = await uploaded('Entwurf.txt');
  await uploaded('Neu.txt');
  const { files, open, only, status } = await desk();
  await open.open(draft);
  files.saveBeside(only()!.id, 'Neu.txt', 'saved as');
  expect(await open.unsent()).toHaveLength(1);
  files.release(only()!.id);
  await expect.poll(status).toBe('beside');
  const { id } = only()!;
  expect(await open.close(id)).toBe(false);
  open.retry(id);
  await expect.poll(() => files.disk.size).toBe(0);
  await onPhone.pull();
  const [fresh] = named(onPhone, 'Neu (2).txt');
  expect([await seen(fresh!.id), fresh!.scopeId]).toEqual([['saved as'], scopeId]);
  expect(await seen(draft.id)).toEqual(['first']);
});

it('loses nothing when it is killed while it uploads, nor before it began', async () => {
  const pc = await anna.onAnotherDevice();
  const before = await pc.open(workspace.id);
  const [a, b] = [await uploaded('A.txt'), await uploaded('B.txt')];
  await before.pull();
  const { files, open } = await desk(new FakeFiles(), before);
  await open.open(before.collections.document.get(a.id)!);
  await open.open(before.collections.document.get(b.id)!);
  const [first, second] = open.files.get();
  pc.device.connection.isOff = true;
  files.save(first!.id, 'A saved');
  await expect.poll(() => open.files.get()[0]?.status).toBe('waiting');
  await (await before.files()).uploads.stored();
  open.attach(undefined);
  // This one is on the disk alone when the app dies.
  files.save(second!.id, 'B saved');
  await pc.session.workspaces.close();

  pc.device.connection.isOff = false;
  const again = pc.device.restarted();
  await again.session.refresh();
  const after = await again.session.workspaces.open(workspace.id);
  const next = await desk(files.restarted(), after);
  await expect
    .poll(() => next.open.files.get().map(({ name, status }) => `${name} ${status}`))
    .toEqual(['B.txt left']);
  expect(await seen(a.id)).toEqual(['A saved', 'first']);
  next.open.retry(second!.id);
  await expect.poll(() => next.files.disk.size).toBe(0);
  expect(await seen(b.id)).toEqual(['B saved', 'first']);
  expect(named(onPhone, 'Konflikt').filter(({ name }) => /^[AB] /.test(name))).toEqual([]);
  await again.session.signOut({ discard: true });
});

it('goes on with a file that its program kept open while the app was not there', async () => {
  const plan = await uploaded('Roof.txt');
  const { files, open } = await desk();
  await open.open(plan);
  const { id } = open.files.get()[0]!;
  files.programs.add(id);
  expect((await open.held()).map(({ name }) => name)).toEqual(['Roof.txt']);
  open.attach(undefined);

  const next = await desk(files.restarted());
  expect([next.status(), await next.open.unsent()]).toEqual(['opened', []]);
  next.files.save(id, 'second');
  await expect.poll(next.status).toBe('saved');
  next.files.release(id);
  await expect.poll(() => next.files.disk.size).toBe(0);
  expect(await seen(plan.id)).toEqual(['second', 'first']);
});
