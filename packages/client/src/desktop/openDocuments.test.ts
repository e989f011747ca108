/** Open documents where something fails, over uploads in memory; on the real server: `testkit/openDocuments.pg.test.ts`. */
import type { Document } from '@kontor/contract/nouns/document';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Page } from '../files/testing/page.ts';
import { observable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';
import type { Loaded } from '../replica/status.ts';
import { ServerError } from '../replica/testing/protocolServer.ts';
import { OpenDocuments } from './openDocuments.ts';
import { FakeFiles } from './testing/fakeFiles.ts';

let page: Page;
let files: FakeFiles;
let open: OpenDocuments;
let news: string[];
let discarded: Set<string>;
const attach = (userId = 'ada') => {
  const { workspace: records, uploads, downloads } = page;
  open.attach({ records, uploads, downloads, userId });
};
const follow = () =>
  new OpenDocuments({
    files,
    server: 'https://kontor.example',
    copyName: (name) => `copy of ${name}`,
    typed: (file) => new File([file], file.name, { type: 'text/plain' }),
    discarded,
    onSaveEvent: ({ kind, name }) => news.push(`${kind} ${name}`),
    log: () => {},
  });
const plan = () => page.workspace.collections.document.all()[0]!;
const textOf = async (document: Document) => (await page.downloads.blob(document)).text();
const only = () => open.files.get()[0];
const status = () => only()?.status;

beforeEach(async () => {
  page = new Page();
  await page.open();
  await page.uploads.add([new File(['first'], 'Plan.txt')], { scopeId: page.scopeId });
  files = new FakeFiles();
  news = [];
  discarded = new Set();
  open = follow();
  attach();
});
afterEach(() => page.close());

it('leaves nothing of a document that arrives after everything was wiped', async () => {
  const opening = open.open(plan());
  await open.wipe();
  await opening;
  expect([files.disk.size, open.files.get()]).toEqual([0, []]);
});

/** Opens a document whose content does not end until `signal` stops it; `end` settles then. */
async function beginEndless(): Promise<{ end: Promise<void>; signal: AbortSignal }> {
  const begun = Promise.withResolvers<AbortSignal>();
  const endless = (_: unknown, signal = new AbortController().signal) =>
    new ReadableStream<Uint8Array>({
      pull: () => {
        begun.resolve(signal);
        return new Promise((_, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
      },
    });
  Object.assign(page.downloads, { stream: endless });
  const end = open.open(plan());
  return { end, signal: await begun.promise };
}

it('stops what arrives before it wipes everything', async () => {
  const { end, signal } = await beginEndless();
  let wasStopped = false;
  files.wipe = async () => {
    wasStopped = signal.aborted;
  };
  await open.wipe({ userId: 'ada' });
  expect(wasStopped).toBe(true);
  await end;
  expect([files.disk.size, open.files.get()]).toEqual([0, []]);
});

it('says nothing of what was wiped as it arrived', async () => {
  const openFile = files.open.bind(files);
  files.open = async (checkout, content) => {
    await openFile(checkout, content);
    await open.wipe();
  };
  files.discard = () => Promise.reject(Object.assign(new Error('unknown'), { code: 'unknown' }));
  await open.open(plan());
  expect([files.disk.size, open.files.get()]).toEqual([0, []]);
});

it('stops what is closed while it arrives', async () => {
  const stored = page.downloads.stream;
  const opening = await beginEndless();
  expect(status()).toBe('opening');
  expect(await open.close(only()!.id)).toBe(true);
  expect(open.files.get()).toEqual([]);
  await opening.end;
  expect(files.disk.size).toBe(0);
  Object.assign(page.downloads, { stream: stored });
  await open.open(plan());
  expect(status()).toBe('opened');
});

it('takes up what was left at its own server alone, and wipes no more', async () => {
  await open.open(plan());
  const { checkout } = files.disk.get(only()!.id)!;
  const others = { ...checkout, id: 'other', server: 'https://trial.example' };
  files.disk.set('other', { checkout: others, content: new Uint8Array(1), uploaded: '', beside: new Map() });
  files = files.restarted();
  files.programs.add(checkout.id);
  open = follow();
  await open.takeLeft('ada');
  expect(open.files.get().map(({ id }) => id)).toEqual([checkout.id]);
  expect(await open.wipe({ userId: 'ada' })).toEqual([]);
  expect([...files.disk.keys()]).toEqual(['other']);
  await open.wipe({ discards: true });
  expect([...files.disk.keys()]).toEqual(['other']);
});

it('shows nobody what was left to whoever was there before', async () => {
  await open.open(plan());
  files.programs.add(only()!.id);
  const { checkout } = files.disk.get(only()!.id)!;
  Object.assign(checkout, { userId: 'ada' });
  await open.wipe();
  files.disk.set(checkout.id, { checkout, content: new Uint8Array(1), uploaded: '', beside: new Map() });
  const taking = open.takeLeft('ada');
  attach('ben');
  await taking;
  expect(open.files.get()).toEqual([]);
});

it('takes a save for saved though the computer failed to note that', async () => {
  await open.open(plan());
  const { id } = only()!;
  const { uploaded } = files;
  files.uploaded = () => Promise.reject(new Error('io'));
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  expect(await open.unsent()).toHaveLength(1);
  files.uploaded = uploaded;
  files.save(id, 'third');
  await expect.poll(() => news.length).toBe(2);
  expect([await textOf(plan()), await open.unsent()]).toEqual(['third', []]);
  expect(news).toEqual(['saved Plan.txt', 'saved Plan.txt']);
});

it('says that a save failed whose upload is gone, and takes the same content again', async () => {
  await open.open(plan());
  const { id } = only()!;
  page.blobs.onPut = () => new Promise(() => {});
  files.save(id, 'second');
  await expect.poll(() => page.blobs.inFlight).toBe(1);
  for (const { id } of page.uploads.entries.get()) page.uploads.cancel(id);
  await expect.poll(status).toBe('failed');
  page.blobs.onPut = () => {};
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  expect(await textOf(plan())).toBe('second');
});

it('goes on with an upload after the page was loaded anew', async () => {
  await open.open(plan());
  page.blobs.onPut = () => new Promise(() => {});
  files.save(only()!.id, 'second');
  await expect.poll(() => page.blobs.inFlight).toBe(1);
  await page.uploads.stored();
  page.blobs.onPut = () => {};
  await page.reload();
  attach();
  await expect.poll(status).toBe('saved');
  expect([await textOf(plan()), news]).toEqual(['second', ['saved Plan.txt']]);
});

it('keeps a file that was opened again in its program while its last save was on its way', async () => {
  await open.open(plan());
  const { id } = only()!;
  const stored = Promise.withResolvers<void>();
  page.blobs.onPut = () => stored.promise;
  files.save(id, 'second');
  files.release(id);
  files.programs.add(id);
  stored.resolve();
  await expect.poll(() => only()?.isReleased).toBe(false);
  expect([status(), files.textOf(id)]).toEqual(['saved', 'second']);
  files.release(id);
  await expect.poll(() => files.disk.size).toBe(0);
});

it('follows what is open after the page was loaded anew', async () => {
  await open.open(plan());
  const { id } = only()!;
  open.attach(undefined);
  await page.reload();
  open = follow();
  attach();
  await open.takeLeft('ada');
  await open.takeLeft('ada');
  expect(open.files.get()).toHaveLength(1);
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  expect([await textOf(plan()), files.disk.size]).toEqual(['second', 1]);
});

it('makes no copy of a save that follows one equal to what somebody else had uploaded', async () => {
  await open.open(plan());
  const { id } = only()!;
  const { scopeId, id: documentId } = plan();
  await page.uploads.add([new File(['second'], 'Plan.txt')], { scopeId, documentId });
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  expect(files.disk.get(id)!.checkout.base).toBe(plan().blobId);
  files.save(id, 'third');
  await expect.poll(() => news).toHaveLength(2);
  expect([news, await textOf(plan())]).toEqual([['saved Plan.txt', 'saved Plan.txt'], 'third']);
});

it.each(['discarded', 'wiped with what it held'])(
  'uploads nothing later of a file that was %s',
  async (how) => {
    await open.open(plan());
    const { id } = only()!;
    page.blobs.onPut = () => new Promise(() => {});
    files.save(id, 'second');
    await expect.poll(() => page.blobs.inFlight).toBe(1);
    await page.uploads.stored();
    attachOther();
    if (how === 'discarded') await open.discard(id);
    else await open.wipe({ discards: true });
    page.blobs.onPut = () => {};
    await page.reload();
    files = files.restarted();
    open = follow();
    attach();
    await expect.poll(() => page.uploads.entries.get().map((entry) => entry.status)).toEqual(['cancelled']);
    expect([await textOf(plan()), news]).toEqual(['first', []]);
  },
);

it('uploads what was wiped for another reason once its person is back', async () => {
  await open.open(plan());
  page.blobs.onPut = () => new Promise(() => {});
  files.save(only()!.id, 'second');
  await expect.poll(() => page.blobs.inFlight).toBe(1);
  await page.uploads.stored();
  open.attach(undefined);
  await open.wipe();
  page.blobs.onPut = () => {};
  await page.reload();
  attach();
  await expect.poll(() => textOf(plan())).toBe('second');
});

it('opens the newest version, and says so where an older one is in use', async () => {
  await open.open(plan());
  const { id } = only()!;
  const { scopeId, id: documentId } = plan();
  await page.uploads.add([new File(['second'], 'Plan.txt')], { scopeId, documentId });
  files.programs.add(id);
  await open.open(plan());
  expect([only()!.id, status(), news, files.launches]).toEqual([id, 'opened', ['newer Plan.txt'], 2]);
  files.programs.delete(id);
  files.saveUnseen(id, 'mine');
  await open.open(plan());
  expect([only()!.id, status(), news.length]).toEqual([id, 'opened', 2]);
  files.saveUnseen(id, 'first');
  await Promise.all([open.open(plan()), open.open(plan())]);
  expect([open.files.get().length, files.disk.size, files.textOf(only()!.id)]).toEqual([1, 1, 'second']);
  files.save(only()!.id, 'third');
  await expect.poll(status).toBe('saved');
  await open.open(plan());
  expect(news).toEqual(['newer Plan.txt', 'newer Plan.txt', 'saved Plan.txt']);
});

/** Attaches another workspace than the one that the files are of. */
function attachOther(): void {
  const uploads = { entries: observable([]), add: async () => [], cancel: () => {} };
  const { workspace, downloads } = page;
  const { collections, loaded, need } = workspace;
  open.attach({ records: { id: 'other', collections, loaded, need }, uploads, downloads, userId: 'ada' });
}

it('wipes a file that its program lets go of while another workspace is open', async () => {
  await open.open(plan());
  attachOther();
  files.release(only()!.id);
  await expect.poll(() => files.disk.size).toBe(0);
  expect(open.files.get()).toEqual([]);
});

it('wipes what another account opened once its program lets go of it, unless it is not uploaded', async () => {
  await page.uploads.add([new File(['other'], 'Other.txt')], { scopeId: page.scopeId });
  for (const each of page.workspace.collections.document.all()) await open.open(each);
  const [sent, unsent] = [...files.disk.keys()];
  for (const id of [sent!, unsent!]) files.programs.add(id);
  // The page of somebody else, who has signed in meanwhile.
  files = files.restarted();
  open = follow();
  attach('ben');
  await open.takeLeft('ben');
  files.saveUnseen(unsent!, 'second');
  for (const id of [sent!, unsent!]) files.release(id);
  await expect.poll(() => [...files.disk.keys()]).toEqual([unsent]);
});

it('uploads by itself what is saved again in a file that an earlier run left, and not what lies beside one', async () => {
  await open.open(plan());
  const { id } = only()!;
  files.saveUnseen(id, 'left');
  files.saveBeside(id, 'Copy.txt', 'mine');
  files.programs.add(id);
  files = files.restarted();
  open = follow();
  attach();
  await open.takeLeft('ada');
  expect(status()).toBe('left');
  files.save(id, 'left');
  expect(status()).toBe('left');
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  expect(await textOf(plan())).toBe('second');
  await open.close(id);
  expect(status()).toBe('beside');
  files.save(only()!.id, 'still mine');
  expect(status()).toBe('beside');
});

it('calls no save failed because the disk refused to wipe its file', async () => {
  await open.open(plan());
  const { id } = only()!;
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  const close = files.close.bind(files);
  files.close = () => Promise.reject(Object.assign(new Error('busy'), { code: 'disk' }));
  files.release(id);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect([status(), news.filter((each) => each.startsWith('failed'))]).toEqual(['saved', []]);
  files.close = close;
  files.release(id);
  await expect.poll(() => open.files.get()).toEqual([]);
});

it('sends nothing before it is known whether the document is there', async () => {
  await open.open(plan());
  const { workspace, uploads, downloads } = page;
  const document = plan();
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  const needed: string[] = [];
  const get = () => (loaded.get().isComplete ? document : undefined);
  const collections = { ...workspace.collections, document: { ...workspace.collections.document, get } };
  const records = {
    ...workspace,
    id: workspace.id,
    collections,
    loaded,
    need: (ids: readonly string[]) => needed.push(...ids),
  };
  open.attach({ records: records as unknown as Replica, uploads, downloads, userId: 'ada' });
  files.save(only()!.id, 'second');
  await expect.poll(() => needed).toContain(document.scopeId);
  expect([page.uploads.entries.get().length, only()!.isDirty]).toEqual([1, true]);
  loaded.set({ scopes: new Set(), heads: true, isComplete: true });
  await expect.poll(status).toBe('saved');
  expect([await textOf(plan()), news]).toEqual(['second', ['saved Plan.txt']]);
});

it('makes a copy of what was left of a document that is gone, where it was and with the type of its name', async () => {
  await open.open(plan());
  const { id } = only()!;
  files.save(id, 'second');
  await expect.poll(status).toBe('saved');
  files.saveUnseen(id, 'third');
  page.workspace.remove('document', plan().id);
  await page.workspace.outbox.sent();
  files = files.restarted();
  open = follow();
  attach();
  await open.takeLeft('ada');
  open.retry(id);
  await expect.poll(() => news).toContain('deleted copy of Plan.txt');
  const { scopeId, name, mimeType } = plan();
  expect([scopeId, name, mimeType]).toEqual([page.scopeId, 'copy of Plan.txt', 'text/plain']);
});

it('says why an upload failed', async () => {
  await open.open(plan());
  page.blobs.onPresign = () => {
    throw new ServerError('BAD_INPUT');
  };
  files.save(only()!.id, 'second');
  await expect.poll(status).toBe('failed');
  expect(only()!.failure).toMatchObject({ cause: 'BAD_INPUT' });
  page.blobs.onPresign = () => {};
  open.retry(only()!.id);
  await expect.poll(status).toBe('saved');
  expect(only()!.failure).toBeUndefined();
});

it('says that a disk is full, and uploads the file all the same when somebody says so, or it has room', async () => {
  await open.open(plan());
  const { id } = only()!;
  const stored = Promise.withResolvers<void>();
  page.blobs.onPut = () => stored.promise;
  files.save(id, 'second');
  await expect.poll(() => page.blobs.inFlight).toBe(1);
  files.saveOnFullDisk(id, 'third');
  stored.resolve();
  await expect.poll(() => textOf(plan())).toBe('second');
  await expect.poll(() => news).toContain('saved Plan.txt');
  expect([status(), only()!.failure]).toEqual(['failed', 'disk']);
  open.retry(id);
  await expect.poll(status).toBe('saved');
  files.saveOnFullDisk(id, 'fourth');
  expect(status()).toBe('failed');
  files.save(id, 'fourth');
  await expect.poll(status).toBe('saved');
  expect(await textOf(plan())).toBe('fourth');
});

it('takes no failure for one where the file is what was uploaded again', async () => {
  await open.open(plan());
  const { id } = only()!;
  files.saveOnFullDisk(id, 'second');
  expect(status()).toBe('failed');
  files.read = () => Promise.reject(Object.assign(new Error('nothing'), { code: 'unsaved' }));
  open.retry(id);
  await expect.poll(status).toBe('saved');
  expect([only()!.failure, only()!.isDirty]).toEqual([undefined, false]);
});

it('sends again what was aborted', async () => {
  await open.open(plan());
  const { id } = only()!;
  page.blobs.onPresign = () => {
    throw new ServerError('OFFLINE');
  };
  files.save(id, 'second');
  await expect.poll(status).toBe('waiting');
  const reading = Promise.withResolvers<void>();
  const { read } = files;
  files.read = async (id) => {
    await reading.promise;
    return read.call(files, id);
  };
  files.save(id, 'third');
  await expect.poll(() => page.uploads.entries.get().map((entry) => entry.status)).toContain('cancelled');
  files.saveUnseen(id, 'second');
  reading.resolve();
  page.blobs.onPresign = () => {};
  await expect.poll(() => textOf(plan())).toBe('second');
});
