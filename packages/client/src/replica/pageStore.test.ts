import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../device/memoryStore.ts';
import type { KeptRecord } from './keptRecord.ts';
import { PageOpener } from './pageOpener.ts';
import { PageStore, pageSize } from './pageStore.ts';
import { sealWrites } from './plannedWrites.ts';
import { clearVault } from './testing/clearVault.ts';
import { WindowPages } from './windowPages.ts';

/** Returns a page store over a plain map, and what another one reads back. */
function scene() {
  const store = new MemoryStore();
  const records = new Map<string, KeptRecord>();
  const open = () =>
    new PageStore({
      workspaceId: 'w',
      store,
      vault: clearVault(),
      kept: (id) => [records.get(id)].filter((record) => record !== undefined),
      ids: () => [...records.keys()],
      count: () => records.size,
    });
  const pages = open();
  const put = (n: number, version: number): string => {
    const row = { id: `t${n}`, scopeId: 'p', version, updatedAt: 0 };
    records.set(row.id, { entity: 'task', row, proof: '' });
    return row.id;
  };
  const write = async (ids: string[]) => store.write(await sealWrites(clearVault(), pages.writesFor(ids)));
  const readBack = async () => {
    const found = new Map<string, KeptRecord>();
    const lost: string[] = [];
    const again = open();
    await again.load();
    const opener = new PageOpener({
      pages: again,
      take: (page) => {
        for (const record of page) found.set('row' in record ? record.row.id : record.id, record);
      },
      onOpened: (group, isDamaged) => {
        if (isDamaged) lost.push(group);
      },
    });
    opener.begin();
    await opener.all();
    return { found, lost };
  };
  return { store, records, pages, put, write, readBack };
}

describe('pages on the device', () => {
  it('hold what was written, in pages and small pieces, gathered when there are many', async () => {
    const { records, pages, put, write, readBack, store } = scene();
    await write(Array.from({ length: 2 * pageSize + 10 }, (_, n) => put(n, 1)));
    for (let n = 0; n < 40; n++) await write([put(n, 2)]);
    expect((await readBack()).found).toEqual(records);
    expect(pages.isUntidy).toBe(true);
    await pages.tidy();
    expect(pages.isUntidy).toBe(false);
    expect((await readBack()).found).toEqual(records);
    expect((await store.scan('page', '')).length).toBe(3);
  });

  it('are written anew once more where that is asked for while they are', async () => {
    const { pages, put, write, readBack } = scene();
    await write([put(0, 1), put(1, 2)]);
    pages.rewriteSoon(['p']);
    const tidied = pages.tidy();
    // What is being written was refused.
    put(1, 1);
    pages.rewriteSoon(['p']);
    await tidied;
    expect(pages.isUntidy).toBe(true);
    await pages.tidy();
    expect(pages.isUntidy).toBe(false);
    expect((await readBack()).found.get('t1')).toMatchObject({ row: { version: 1 } });
  });

  it('do not grow with what is outdated', async () => {
    const { records, pages, put, write, readBack, store } = scene();
    for (let version = 1; version <= 6; version++)
      await write(Array.from({ length: pageSize }, (_, n) => put(n, version)));
    expect(pages.isUntidy).toBe(true);
    await pages.tidy();
    expect((await store.scan('page', '')).length).toBe(1);
    expect((await readBack()).found).toEqual(records);
  });

  it('lie apart from what a window keeps of the same scope', async () => {
    const { store, put, write, readBack } = scene();
    const windows = new WindowPages({ workspaceId: 'w', store, vault: clearVault(), session: 's' });
    const row = { id: 'm1', scopeId: 'p', version: 1, updatedAt: 0, createdRevision: 3 };
    const message: KeptRecord = { entity: 'message', row, proof: '' };
    await store.write(await sealWrites(clearVault(), await windows.writesFor([message])));
    await write([put(0, 1)]);
    expect(await windows.read('p', 0)).toEqual([message]);
    expect([...(await readBack()).found.keys()]).toEqual(['t0']);
  });

  it('open though the device cannot be read for a while: what was there has to be pulled again', async () => {
    const { put, write, readBack, store } = scene();
    await write([put(0, 1)]);
    store.get = async () => {
      throw new DOMException('connection lost', 'UnknownError');
    };
    expect((await readBack()).lost).toEqual(['p']);
  });

  it('say what was lost, and go on with the rest', async () => {
    const { records, put, write, readBack, store } = scene();
    await write(Array.from({ length: pageSize }, (_, n) => put(n, 1)));
    await write([put(pageSize, 1)]);
    const [[key, sealed]] = (await store.scan<Uint8Array>('page', '')) as [[string, Uint8Array]];
    await store.write([{ table: 'page', key, value: sealed.map((byte, i) => (i === 5 ? byte ^ 1 : byte)) }]);
    const { found, lost } = await readBack();
    expect(lost).toEqual(['p']);
    expect([...found.keys()]).toEqual([`t${pageSize}`]);
    expect(records.size).toBe(pageSize + 1);
  });
});
