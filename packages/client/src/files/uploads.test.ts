/** Uploads that are never lost: the queue through breaks of the connection, reloads, full storage, other tabs. */
import { createHash, randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '../http/callError.ts';
import { replaceContent } from '../nouns/fileVersion.ts';
import type { Tabs } from '../replica/tabs.ts';
import { until } from '../replica/testing/client.ts';
import { ServerError } from '../replica/testing/protocolServer.ts';
import { tabHub } from '../replica/testing/tabHub.ts';
import { Page } from './testing/page.ts';
import type { UploadEntry } from './transfer.ts';

const mebibyte = 1_048_576;

let page: Page;
beforeEach(async () => {
  page = new Page();
  await page.open();
});
afterEach(() => page.close());

const fileOf = (size: number, name: string) =>
  new File([new Uint8Array(randomBytes(size))], name, { lastModified: 1_700_000_000_000 });
const add = (...files: File[]) => page.uploads.add(files, { scopeId: page.scopeId });
const entry = (name: string) => page.uploads.entries.get().find((each) => each.name === name) as UploadEntry;
const names = () => page.uploads.entries.get().map(({ name, status }) => `${name} ${status}`);
const hashOf = async (blob: Blob) =>
  createHash('sha256')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex');
const never = () => new Promise<void>(() => {});
const offline = () => {
  throw new ServerError('OFFLINE');
};
const passes = () => {};

const searchable = (name: string) =>
  page.workspace.collections.document.all().find((each) => each.name === name)?.searchable;

/** Expects that the server has a file of that name with exactly this content. */
async function expectStored(file: File, name = file.name): Promise<void> {
  const document = page.workspace.collections.document.all().find((each) => each.name === name)!;
  expect(await hashOf(await page.downloads.blob(document))).toBe(await hashOf(file));
}

/** Uploads a file of 13 MiB, four parts, of which `count` get through and the others hang. */
async function hangAfter(count: number, file: File): Promise<void> {
  let puts = 0;
  page.blobs.onPut = () => (++puts > count ? never() : undefined);
  void add(file);
  await until(() => page.blobs.stored.size === count && page.blobs.inFlight > 0);
  await page.uploads.stored();
}

describe('a connection that breaks', () => {
  it('pauses everything, loses nothing, and goes on by itself without sending a part twice', async () => {
    const [large, small] = [fileOf(13 * mebibyte, 'large'), fileOf(5, 'small')];
    const stored: string[] = [];
    let isCut = false;
    page.blobs.onPut = (url) => {
      if (stored.length === 2) isCut = true;
      if (isCut) offline();
      stored.push(url);
    };
    const adding = add(large, small);
    await until(() => entry('large').status === 'paused');
    expect(entry('large')).toMatchObject({ cause: 'OFFLINE' });
    page.blobs.onPresign = offline;
    await until(() => isCut);
    const before = entry('large').sent;
    expect(before).toBeGreaterThan(0);
    page.blobs.onPut = (url) => {
      expect(stored).not.toContain(url);
      stored.push(url);
    };
    page.blobs.onPresign = passes;
    await adding;
    expect(names().sort()).toEqual(['large success', 'small success']);
    expect(stored).toHaveLength(5);
    for (const file of [large, small]) await expectStored(file);
  });

  it('sends the very same bytes to a url again: what was lost on the way may still arrive', async () => {
    const sent = new Map<string, Set<string>>();
    const { put } = page.blobs;
    page.blobs.put = async (url, body, signal) => {
      const hashes = sent.get(url) ?? new Set();
      sent.set(url, hashes.add(await hashOf(body)));
      if (sent.size < 3) offline();
      await put.call(page.blobs, url, body, signal);
    };
    await add(fileOf(13 * mebibyte, 'large'));
    expect(entry('large').status).toBe('success');
    expect([...sent.values()].map(({ size }) => size)).toEqual(sent.size === 4 ? [1, 1, 1, 1] : []);
  });

  it('seals anew what the browser has lost the bytes of, for another url', async () => {
    // What is kept on the device is sent again as it is.
    await page.reload({ room: async () => 0 });
    const file = fileOf(13 * mebibyte, 'large');
    const sent = new Map<string, Set<string>>();
    const lost = new WeakSet<Blob>();
    const { put } = page.blobs;
    page.blobs.put = async (url, body, signal) => {
      expect(lost.has(body)).toBe(false);
      sent.set(url, (sent.get(url) ?? new Set()).add(await hashOf(body)));
      if (sent.size <= 2) {
        lost.add(body);
        body.slice = () => ({ arrayBuffer: async () => offline() }) as unknown as Blob;
        offline();
      }
      await put.call(page.blobs, url, body, signal);
    };
    await add(file);
    expect(entry('large').status).toBe('success');
    expect([...sent.values()].map(({ size }) => size)).toEqual([1, 1, 1, 1, 1, 1]);
    await expectStored(file);
  });
});

it('sends small files first, also before what is left of one under way, and shows that one on top', async () => {
  const order: number[] = [];
  let release = passes;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { presign } = page.blobs;
  page.blobs.presign = async (sizes) => {
    order.push(sizes.length);
    return presign.call(page.blobs, sizes);
  };
  page.blobs.onPut = () => gate;
  const adding = add(fileOf(50 * mebibyte, 'huge'));
  await until(() => page.blobs.inFlight === 3);
  const more = add(fileOf(9 * mebibyte, 'middle'), fileOf(7, 'small'));
  await until(() => names().length === 3);
  expect(names()).toEqual(['huge running', 'small waiting', 'middle waiting']);
  const ended: string[] = [];
  page.uploads.entries.subscribe(() => {
    for (const { name, status } of page.uploads.entries.get())
      if (status === 'success' && !ended.includes(name)) ended.push(name);
  });
  release();
  await Promise.all([adding, more]);
  expect(ended).toEqual(['small', 'middle', 'huge']);
});

describe('a reload', () => {
  it('goes on by itself with what was chosen; parts that arrived are not sent again', async () => {
    const file = fileOf(13 * mebibyte, 'Statik.pdf');
    await hangAfter(1, file);
    page.blobs.onPut = passes;
    const puts = page.blobs.puts;
    await page.reload();
    await until(() => names()[0] === 'Statik.pdf success');
    expect(page.blobs.puts - puts).toBe(3);
    await expectStored(file);
    expect(await page.device.store.scan('part', '')).toEqual([]);
    expect(await page.device.store.scan('outbox', 'upload/')).toEqual([]);
  });

  it('keeps nothing of the content as it is on the device', async () => {
    const needle = 'a sentence that nobody else may read';
    const bytes = Buffer.alloc(6 * mebibyte, `${needle}. `);
    await hangAfter(0, new File([bytes], 'Plan.txt'));
    const kept = await page.device.store.scan<{ body: Blob }>('part', '');
    expect(kept).toHaveLength(2);
    for (const [, { body }] of kept)
      expect(Buffer.from(await body.arrayBuffer()).includes(needle)).toBe(false);
  });

  it('asks for a file that was too large to be kept, and goes on where it stopped', async () => {
    const file = fileOf(13 * mebibyte, 'Film.mov');
    await page.reload({ room: async () => 0 });
    await hangAfter(1, file);
    page.blobs.onPut = passes;
    await page.reload();
    await until(() => names().length === 1);
    expect(entry('Film.mov')).toMatchObject({ status: 'failed', cause: 'FILE_NEEDED', sent: 4 * mebibyte });
    const { id } = entry('Film.mov');
    await page.uploads.retry(id);
    expect(await page.uploads.supply(id, fileOf(3, 'Other.mov'))).toBe(false);
    const unreadable = new File([file], 'Moved.mov', { lastModified: file.lastModified });
    unreadable.slice = () => {
      throw new DOMException('the disk is gone', 'NotReadableError');
    };
    expect(await page.uploads.supply(id, unreadable)).toBe(false);
    expect(names()).toEqual(['Film.mov failed']);
    const puts = page.blobs.puts;
    const again = new File([file], 'Film.mov', { lastModified: file.lastModified });
    expect(await page.uploads.supply(id, again)).toBe(true);
    await until(() => names()[0] === 'Film.mov success');
    expect(page.blobs.puts - puts).toBe(3);
    await expectStored(file);
  });

  it('takes many files again, each for the row that waits for it, and reads them', async () => {
    // Only so much fits on this device: the two smallest.
    const kept = [fileOf(5, 'small'), fileOf(9, 'smaller')];
    const folder = [fileOf(13 * mebibyte, 'IMG_1.jpg'), fileOf(9 * mebibyte, 'IMG_2.jpg')];
    await page.reload({ room: async () => mebibyte });
    page.blobs.onPut = never;
    void add(...kept, ...folder);
    await until(() => page.blobs.inFlight > 0);
    await page.uploads.stored();
    page.blobs.onPut = passes;
    await page.reload({ room: async () => mebibyte });
    await until(() => names().filter((name) => / success$/.test(name)).length === 2);
    expect(names().filter((name) => / failed$/.test(name))).toHaveLength(2);

    const stranger = fileOf(3, 'IMG_3.jpg');
    const otherContent = fileOf(4, 'IMG_1.jpg');
    const elsewhere = { scopeId: page.scopeId, parentId: 'another folder' };
    expect(await page.uploads.claim(folder, elsewhere)).toEqual(folder);
    const read = async (file: Blob) => ({ words: `words of ${file.size}`, searchable: 'yes' as const });
    const chosen = [stranger, otherContent, ...folder.toReversed()];
    const left = await page.uploads.claim(chosen, { scopeId: page.scopeId }, read);
    expect(left.map(({ name, size }) => [name, size])).toEqual([
      ['IMG_3.jpg', 3],
      ['IMG_1.jpg', 4],
    ]);
    await until(() => names().every((name) => / success$/.test(name)));
    for (const file of [...kept, ...folder]) await expectStored(file);
    for (const { name } of folder) expect(searchable(name)).toBe('yes');
    expect(await page.uploads.claim(folder)).toEqual(folder);
  });

  it('of the workspace alone loses nothing that was read of a file', async () => {
    const chosen = new Map();
    await page.reload({ chosen });
    page.blobs.onPut = never;
    const read = async () => ({ words: 'Slates, 400', searchable: 'yes' as const });
    void page.uploads.add([fileOf(9, 'Offer.txt')], { scopeId: page.scopeId }, read);
    await until(() => page.blobs.inFlight > 0);
    await page.uploads.stored();
    page.blobs.onPut = passes;
    await page.reload({ chosen });
    await until(() => names()[0] === 'Offer.txt success');
    expect(searchable('Offer.txt')).toBe('yes');
    expect(chosen.size).toBe(0);
  });

  it('keeps what was read of a file, sealed; what was not read to its end is read of what arrived', async () => {
    page.blobs.onPut = never;
    const contents = { thumbnail: new Uint8Array([1, 2, 3]), words: 'Slates', searchable: 'yes' as const };
    const read = async (_: Blob, name: string) => (name === 'slow' ? new Promise<never>(() => {}) : contents);
    void page.uploads.add([fileOf(9, 'read'), fileOf(5 * mebibyte, 'slow')], { scopeId: page.scopeId }, read);
    await until(() => page.blobs.inFlight > 0);
    await page.uploads.stored();
    page.blobs.onPut = passes;
    await page.reload();
    const opened: string[] = [];
    let isCut = true;
    page.uploads.readLeft(async ({ name }, open) => {
      if (isCut) {
        isCut = false;
        offline();
      }
      const { size } = await open();
      opened.push(`${name} ${size}`);
      return { ...contents, words: 'Later' };
    });
    await until(() => names().filter((name) => / success$/.test(name)).length === 2);
    await until(() => opened.length > 0 && searchable('slow') === 'yes');
    expect(opened).toEqual([`slow ${5 * mebibyte}`]);
    for (const name of ['read', 'slow']) {
      const document = page.workspace.collections.document.all().find((each) => each.name === name)!;
      expect(document.searchable).toBe('yes');
      for (const [side, bytes] of [
        [document.thumbnail!, contents.thumbnail],
        [document.words!, new TextEncoder().encode(name === 'read' ? 'Slates' : 'Later')],
      ] as const) {
        const content = await page.downloads.blob({ ...document, ...side });
        expect(new Uint8Array(await content.arrayBuffer())).toEqual(new Uint8Array(bytes));
      }
    }
  });

  it.each(['replaced', 'deleted'] as const)(
    'asks for no file of an upload that was written and not read yet, though its document was %s since',
    async (fate) => {
      page.blobs.onPut = never;
      const read = () => new Promise<never>(() => {});
      void page.uploads.add([fileOf(9, 'Offer.txt')], { scopeId: page.scopeId }, read);
      await until(() => page.blobs.inFlight > 0);
      await page.uploads.stored();
      page.blobs.onPut = passes;
      await page.reload();
      page.uploads.readLeft(read);
      await until(() => names()[0] === 'Offer.txt success');
      await page.uploads.stored();
      await page.workspace.outbox.sent();
      const [document] = page.workspace.collections.document.all();
      if (fate === 'deleted') page.workspace.remove('document', document!.id);
      else replaceContent(page.workspace, document!.id, { blobId: uuidv7(), parts: [] });
      await page.workspace.outbox.sent();
      const opened: string[] = [];
      await page.reload();
      page.uploads.readLeft(async ({ name }) => {
        opened.push(name);
        return {};
      });
      await until(() => names().length > 0);
      expect(names()).toEqual(['Offer.txt success']);
      await expect.poll(() => page.device.store.keys('outbox', 'upload/')).toEqual([]);
      expect(opened).toEqual([]);
    },
  );

  it('begins anew with another content of that name: the two are never mixed', async () => {
    const [first, second] = [fileOf(13 * mebibyte, 'Film.mov'), fileOf(13 * mebibyte, 'Film.mov')];
    await page.reload({ room: async () => 0 });
    await hangAfter(1, first);
    page.blobs.onPut = passes;
    await page.reload();
    await until(() => names().length === 1);
    const puts = page.blobs.puts;
    expect(await page.uploads.supply(entry('Film.mov').id, second)).toBe(true);
    await until(() => names()[0] === 'Film.mov success');
    expect(page.blobs.puts - puts).toBe(4);
    await expectStored(second);
    expect(page.blobs.stored.size).toBe(4);
  });

  it('shows what keys of before a password reset sealed, and lets it be removed', async () => {
    await hangAfter(0, fileOf(5, 'a'));
    const openLocal = async () => {
      throw new Error('sealed under another key');
    };
    const { vault } = page;
    await page.reload({ vault: { ...vault, openLocal } });
    await until(() => page.uploads.entries.get().length === 1);
    const [{ id, cause, name }] = page.uploads.entries.get() as [UploadEntry];
    expect([cause, name]).toEqual(['UNREADABLE', '']);
    page.uploads.cancel(id);
    expect(page.uploads.entries.get()).toEqual([]);
    await page.uploads.close();
    expect(await page.device.store.scan('part', '')).toEqual([]);
    expect(await page.device.store.scan('outbox', '')).toEqual([]);
  });

  /** Loads the page anew while the record of an upload waits for the connection. */
  async function reloadBeforeRecord(file: File): Promise<void> {
    page.device.connection.isOffline = true;
    void add(file);
    await until(() => page.workspace.outbox.status.get().pending === 1);
    await page.workspace.outbox.stored();
    await page.reload();
    await until(() => names().length > 0);
    expect(names()).toEqual([`${file.name} running`]);
    page.device.connection.isOffline = false;
  }

  it('after the record was written makes no second one, and ends once the server has that', async () => {
    const file = fileOf(9, 'Brief.txt');
    await reloadBeforeRecord(file);
    await page.workspace.pull();
    await until(() => names()[0] === 'Brief.txt success');
    expect(page.workspace.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    expect(page.workspace.collections.document.all().map(({ name }) => name)).toEqual(['Brief.txt']);
    await expectStored(file);
  });

  it('after the record was written fails where the server refuses that, and can be tried again', async () => {
    const file = fileOf(9, 'Brief.txt');
    await reloadBeforeRecord(file);
    page.server.onApply = () => {
      throw new ServerError('PERMISSION_DENIED');
    };
    await page.workspace.pull();
    await until(() => names()[0] !== 'Brief.txt running');
    expect(entry('Brief.txt')).toMatchObject({ status: 'failed', cause: 'PERMISSION_DENIED' });
    expect(page.workspace.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    page.server.onApply = passes;
    await page.uploads.retry(entry('Brief.txt').id);
    expect(names()).toEqual(['Brief.txt success']);
    await expectStored(file);
  });
});

describe('two tabs', () => {
  const hubs = new Map<string, () => Tabs>();
  const openTabs = (name: string) => {
    const hub = hubs.get(name) ?? tabHub();
    hubs.set(name, hub);
    return hub();
  };

  it('make one upload once; when the one that makes it goes, the other goes on', async () => {
    await page.reload({ openTabs });
    const other = await page.another({ openTabs });
    const file = fileOf(13 * mebibyte, 'Statik.pdf');
    await hangAfter(1, file);
    expect(other.uploads.entries.get()).toEqual([]);
    const puts = page.blobs.puts;
    page.blobs.onPut = passes;
    await page.uploads.close();
    await until(() => other.uploads.entries.get()[0]?.status === 'success');
    expect(page.blobs.puts - puts).toBe(3);
    await page.workspace.pull();
    await expectStored(file);
    await other.close();
  });
});

describe('an upload that fails', () => {
  it('for want of room says how much, lets others through, and goes on once there is some', async () => {
    let missing = 900;
    const { presign } = page.blobs;
    page.blobs.presign = async (sizes) => {
      if (missing > 0 && sizes.length > 1) throw new ServerError('OVER_QUOTA', { missing });
      return presign.call(page.blobs, sizes);
    };
    await add(fileOf(45 * mebibyte, 'large'), fileOf(5, 'small'));
    expect(names()).toEqual(['large failed', 'small success']);
    expect(entry('large').cause).toBe('OVER_QUOTA');
    // Eight of twelve parts were asked for: the four others are missing, too.
    expect(entry('large').missing! - 900).toBeGreaterThan(13 * mebibyte);
    expect(entry('large').missing! - 900).toBeLessThan(16 * mebibyte);
    missing = 0;
    await page.uploads.retry(entry('large').id);
    expect(names()).toEqual(['large success', 'small success']);
  });

  it('because the storage refuses its parts stays in the list, and goes through later', async () => {
    page.blobs.onPut = () => {
      throw new CallError('INTERNAL', 403, 'refused');
    };
    await add(fileOf(5, 'a'));
    expect(entry('a')).toMatchObject({ status: 'failed', cause: 'REFUSED' });
    expect(page.blobs.puts).toBe(3);
    page.blobs.onPut = passes;
    await page.uploads.retry(entry('a').id);
    expect(names()).toEqual(['a success']);
    page.uploads.clear();
    expect(page.uploads.entries.get()).toEqual([]);
  });

  it('because a proxy before the server refuses its parts says so, and goes through later', async () => {
    // As nginx answers: with a page of its own.
    page.blobs.onPut = () => {
      throw new CallError('INTERNAL', 413, '<html>413 Request Entity Too Large</html>');
    };
    await add(fileOf(5, 'a'));
    expect(entry('a')).toMatchObject({ status: 'failed', cause: 'PROXY_LIMIT' });
    page.blobs.onPut = passes;
    await page.uploads.retry(entry('a').id);
    expect(names()).toEqual(['a success']);
  });

  it('because the file is gone from the disk takes it again', async () => {
    const file = fileOf(5, 'a');
    const gone = new File([file], 'a', { lastModified: file.lastModified });
    gone.slice = () => {
      throw new DOMException('gone', 'NotReadableError');
    };
    await add(gone);
    expect(entry('a')).toMatchObject({ status: 'failed', cause: 'FILE_CHANGED' });
    expect(await page.uploads.supply(entry('a').id, file)).toBe(true);
    await until(() => names()[0] === 'a success');
    await expectStored(file);
  });

  it('because it is too large says so at once', async () => {
    const file = Object.defineProperty(fileOf(5, 'a'), 'size', { value: 20 * 1024 ** 3 });
    await add(file);
    expect(entry('a')).toMatchObject({ status: 'failed', cause: 'TOO_LARGE' });
    page.uploads.cancel(entry('a').id);
    expect(names()).toEqual([]);
  });

  it('for its name keeps its parts, and gets another name without being sent again', async () => {
    const other = await page.another();
    other.workspace.create('document', page.scopeId, { kind: 'folder', name: 'STRASSE' });
    await other.workspace.outbox.sent();
    const file = fileOf(5, 'Stra\u00dfe');
    await add(file);
    expect(entry('Stra\u00dfe')).toMatchObject({ status: 'failed', cause: 'NAME_TAKEN' });
    expect(page.workspace.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    const puts = page.blobs.puts;
    await page.uploads.retry(entry('Stra\u00dfe').id, 'Stra\u00dfe (2)');
    expect(names()).toEqual(['Stra\u00dfe (2) success']);
    expect(page.blobs.puts).toBe(puts);
    await expectStored(file, 'Stra\u00dfe (2)');

    await page.workspace.pull();
    await add(fileOf(5, 'strasse'));
    expect(entry('strasse')).toMatchObject({ status: 'failed', cause: 'NAME_TAKEN' });
    expect(page.blobs.puts).toBe(puts);
    await other.close();
  });

  it('and is removed leaves nothing behind', async () => {
    await hangAfter(1, fileOf(13 * mebibyte, 'a'));
    page.blobs.onPresign = passes;
    page.uploads.cancel(entry('a').id);
    expect(names()).toEqual(['a cancelled']);
    await until(() => page.blobs.stored.size === 0);
    await page.reload();
    expect(await page.device.store.scan('part', '')).toEqual([]);
    expect(page.uploads.entries.get()).toEqual([]);
  });

  it('and is removed is not taken up by the next page, however long deleting its parts takes', async () => {
    await hangAfter(1, fileOf(13 * mebibyte, 'a'));
    page.blobs.remove = never;
    page.uploads.cancel(entry('a').id);
    await page.reload();
    expect(await page.device.store.keys('outbox', 'upload/')).toEqual([]);
    expect(await page.device.store.keys('part', '')).toEqual([]);
    expect(page.uploads.entries.get()).toEqual([]);
  });

  /** Has the server sweep the parts of a document before so many of its records. */
  function sweep(refusals: number): void {
    let left = refusals;
    page.server.onApply = ({ changes }) => {
      if (changes.some(({ name }) => name === 'document.create') && left-- > 0) {
        page.blobs.stored.clear();
        throw new ServerError('BLOB_MISSING');
      }
    };
  }

  it('because the server swept its parts meanwhile sends them once more', async () => {
    sweep(1);
    const file = fileOf(5 * mebibyte, 'a');
    await add(file);
    expect(names()).toEqual(['a success']);
    expect(page.blobs.puts).toBe(4);
    await expectStored(file);
  });

  it('because its parts were swept twice sends them once more whenever somebody tries again', async () => {
    sweep(3);
    const file = fileOf(5 * mebibyte, 'a');
    await add(file);
    expect(entry('a')).toMatchObject({ status: 'failed', cause: 'BLOB_MISSING' });
    await page.uploads.retry(entry('a').id);
    expect(names()).toEqual(['a success']);
    await expectStored(file);
  });
});

describe('an upload that is cancelled while its record is on its way', () => {
  /** Cancels an upload at a moment of its record's way to the server. Resolves once the answer is here. */
  async function cancelAt(moment: 'before' | 'after'): Promise<void> {
    let cancelled: UploadEntry | undefined;
    const cancel = () => {
      page.uploads.cancel(entry('a').id);
      cancelled = entry('a');
    };
    page.server.onApply = ({ changes }) => {
      if (!changes.some(({ name }) => name === 'document.create')) return;
      if (moment === 'after') queueMicrotask(cancel);
      else {
        cancel();
        throw new ServerError('BLOB_MISSING');
      }
    };
    void add(fileOf(9, 'a'));
    await until(() => cancelled !== undefined);
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    await until(() => !page.workspace.outbox.status.get().sending);
  }

  it('is gone where the server did not take that', async () => {
    await cancelAt('before');
    await page.workspace.pull();
    expect(names()).toEqual(['a cancelled']);
    expect(page.workspace.collections.document.size).toBe(0);
  });

  it('says that it is there where the server has that', async () => {
    await cancelAt('after');
    await until(() => page.workspace.collections.document.size > 0);
    await until(() => names()[0] === 'a success');
  });

  it('is gone also where the device keeps nothing more', async () => {
    const { store } = page.device;
    const write = store.write.bind(store);
    store.write = async (changes) => {
      if (changes.some(({ table, key }) => table === 'outbox' && !key.startsWith('upload/')))
        throw new DOMException('no room', 'QuotaExceededError');
      await write(changes);
    };
    await cancelAt('before');
    expect(names()).toEqual(['a cancelled']);
    await until(() => page.blobs.stored.size === 0);
  });
});
