/** The questions before the record of an upload is written. */
import { expect, it } from 'vitest';
import { observable } from '../observable.ts';
import type { Loaded } from '../replica/status.ts';
import { register } from './register.ts';

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
  [{ blobId: 'first' }, 'OFFLINE'],
  [{ blobId: 'other' }, 'OVERTAKEN'],
  [undefined, 'OVERTAKEN'],
])('looks for what a save replaces once its pages are open: %o', async (document, expected) => {
  const { outcome, needed, show } = saved(document);
  await expect.poll(() => needed).toEqual(['project']);
  show();
  expect(await outcome).toBe(expected);
});

it('writes the record of a file where it is known with whom its folder is shared', async () => {
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const needed: string[] = [];
  let isWritten = false;
  const records = {
    loaded,
    need: (ids: readonly string[]) => needed.push(...ids),
    collections: {
      project: { get: () => (loaded.get().scopes.has('project') ? { customerId: 'customer' } : undefined) },
    },
    scopes: observable(new Map([['customer', {}]])),
    scopeOf: () => 'personal',
    transaction: (write: () => void) => {
      write();
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
    upload: { uploaded: {} },
    beside: {},
  };
  const outcome = register(
    { records } as never,
    item as never,
    () => Promise.resolve({}),
    new AbortController().signal,
  );
  await expect.poll(() => needed).toEqual(['project']);
  const show = (...ids: string[]) => loaded.set({ scopes: new Set(ids), heads: true, isComplete: false });
  show('project');
  await expect.poll(() => needed).toEqual(['project', 'customer']);
  expect(isWritten).toBe(false);
  show('project', 'customer');
  expect([await outcome, isWritten]).toEqual(['done', true]);
});
