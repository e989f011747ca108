/** The questions before the record of an upload is written. */
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it, vi } from 'vitest';
import { moveDocuments } from '../nouns/document.ts';
import { createProject } from '../nouns/project.ts';
import { shareDocuments } from '../nouns/share.ts';
import { restoreFromTrash, trashDocuments } from '../nouns/trash.ts';
import { observable } from '../observable.ts';
import type { Loaded } from '../replica/status.ts';
import { copyOf } from './overtaken.ts';
import { register } from './register.ts';
import { Page } from './testing/page.ts';

/** Returns a save of a document in a scope that is not open yet. */
function saved(document: object | undefined) {
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  const needed: string[] = [];
  const records = {
    pull: async () => {},
    status: observable({ connection: 'current' }),
    loaded,
    need: (ids: readonly string[]) => needed.push(...ids),
    collections: {
      document: { get: () => (loaded.get().scopes.has('project') ? document : undefined) },
      project: { get: () => undefined },
    },
  };
  const target = { scopeId: 'project', documentId: 'plan', save: { bases: ['first'] } };
  const outcome = register(
    { records } as never,
    { target } as never,
    () => Promise.reject(new Error('no connection to read it by')),
    new AbortController().signal,
  );
  return {
    outcome,
    needed,
    show: () => loaded.set({ scopes: new Set(['project']), heads: false, isComplete: false }),
  };
}

it.each([
  [{ scopeId: 'project', blobId: 'first' }, 'OFFLINE'],
  [{ scopeId: 'project', blobId: 'other' }, 'OVERTAKEN'],
  [undefined, 'OVERTAKEN'],
])('looks for what a save replaces once its pages are open: %o', async (document, expected) => {
  const { outcome, needed, show } = saved(document);
  await expect.poll(() => needed).toEqual(['project']);
  show();
  expect(await outcome).toBe(expected);
});

it.each([
  ['is where it was', 'project', ['project', 'customer']],
  ['moved meanwhile', 'other', ['project', 'other', 'customer']],
])('writes a record once it is known with whom its folder is shared: it %s', async (_, scopeId, all) => {
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const needed: string[] = [];
  let isWritten = false;
  const records = {
    loaded,
    need: (ids: readonly string[]) => needed.push(...ids),
    collections: {
      project: {
        get: (id: string) =>
          id === scopeId && loaded.get().scopes.has(id) ? { customerId: 'customer' } : undefined,
      },
      document: { get: () => (loaded.get().scopes.has('project') ? { scopeId } : undefined) },
    },
    scopes: observable(new Map([['customer', {}]])),
    scopeOf: () => 'personal',
    transaction: (write: (transaction: object) => void) => {
      // Of the folder nothing is known: it need not be in the trash.
      write({ after: () => undefined });
      return 'written';
    },
    create: () => {
      isWritten = true;
    },
    outbox: { outcome: async () => 'done' },
  };
  const item = {
    target: { scopeId: 'project', parentId: 'folder' },
    entry: { documentId: 'file', name: 'plan.pdf' },
    plan: {},
    upload: { isComplete: true, uploaded: {} },
    beside: {},
  };
  const outcome = register(
    { records } as never,
    item as never,
    () => Promise.resolve({}),
    new AbortController().signal,
  );
  for (const i of all.keys()) {
    await expect.poll(() => needed).toEqual(all.slice(0, i + 1));
    expect(isWritten).toBe(false);
    loaded.set({ scopes: new Set(all.slice(0, i + 1)), heads: true, isComplete: false });
  }
  expect([await outcome, isWritten]).toEqual(['done', true]);
});

it('reads nothing more for the copy of a save once its upload is cancelled', async () => {
  const [cancelled, read] = [new AbortController(), vi.fn(async () => new Blob(['abc']))];
  const document = { get: () => ({ id: 'plan', size: 3 }) };
  const records = { collections: { document } };
  const item = { entry: { documentId: 'plan' }, target: {}, plan: {}, arrived: { id: 'plan' } };
  await copyOf({ records, downloads: { blob: read } } as never, item as never, undefined, cancelled.signal);
  expect(read.mock.calls).toEqual([
    [item.arrived, cancelled.signal],
    [{ id: 'plan', size: 3 }, cancelled.signal],
  ]);
});

let page: Page | undefined;
afterEach(() => page?.close());

it('writes nothing into what lies in the trash, be it deep inside, and goes on once that is taken out', async () => {
  page = new Page();
  await page.open();
  const { workspace, uploads, scopeId } = page;
  const { document } = workspace.collections;
  const add = (name: string, to: object) =>
    uploads.add([new File([name], name)], { scopeId, parentId: inner.id, ...to });
  const outer = workspace.create('document', scopeId, { kind: 'folder', name: 'Plans' });
  const inner = workspace.create('document', scopeId, { kind: 'folder', name: 'Cellar', parentId: outer.id });
  await add('first.pdf', {});
  const [first] = document.where('container', inner.id);
  const entries = trashDocuments(workspace, [outer.id]);
  await add('second.pdf', {});
  await add('first.pdf', { documentId: first!.id });
  const ended = () => uploads.entries.get().map(({ name, status, cause }) => [name, status, cause]);
  expect(ended()).toEqual([
    ['second.pdf', 'failed', 'IN_TRASH'],
    ['first.pdf', 'failed', 'IN_TRASH'],
    ['first.pdf', 'success', undefined],
  ]);
  // Where the first one was something else may come by now.
  expect(await uploads.claim([new File([''], 'first.pdf')], { scopeId, parentId: inner.id })).toHaveLength(1);
  restoreFromTrash(workspace, entries);
  for (const { id, status } of uploads.entries.get()) if (status === 'failed') await uploads.retry(id);
  expect(ended().map(([, status]) => status)).toEqual(['success', 'success', 'success']);
  const names = document.where('container', inner.id).map(({ name }) => name);
  expect(names.sort()).toEqual(['first.pdf', 'second.pdf']);
  expect(workspace.collections.fileVersion.where('documentId', first!.id)).toHaveLength(1);
});

it('comes to where its folder is by then, and into the sight of whose that is', async () => {
  page = new Page();
  await page.open();
  const { workspace, uploads, scopeId, blobs } = page;
  const { document, share } = workspace.collections;
  const customerId = uuidv7();
  workspace.transaction((transaction) => {
    transaction.createScope({ id: customerId, kind: 'customer', access: 'open' });
    workspace.create('customer', customerId, { id: customerId, name: 'Alder AG', type: 'COMPANY' });
  });
  const other = createProject(workspace, { name: 'Roof', type: 'CUSTOMER_PROJECT', customerId }).id;
  const folder = (at: string, name: string) => workspace.create('document', at, { kind: 'folder', name }).id;
  const [plans, seen] = [folder(scopeId, 'Plans'), folder(other, 'Seen')];
  shareDocuments(workspace, [seen], customerId);
  await workspace.outbox.sent();
  blobs.onPut = () => moveDocuments(workspace, [plans], { scopeId: other, parentId: seen });
  await uploads.add([new File(['a'], 'a.pdf')], { scopeId, parentId: plans });
  expect(document.where('container', plans)).toMatchObject([{ name: 'a.pdf', scopeId: other }]);
  expect(share.where('scopeId', customerId).find(({ name }) => name === 'a.pdf')?.projectId).toBe(other);
});
