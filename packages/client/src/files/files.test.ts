import { randomBytes } from 'node:crypto';
import type { Document } from '@kontor/contract/nouns/document';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../replica/testing/client.ts';
import { Page } from './testing/page.ts';
import { DamagedFileError } from './transfer.ts';

const mebibyte = 1_048_576;

let page: Page;
beforeEach(async () => {
  page = new Page();
  await page.open();
});
afterEach(() => page.close());

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  new File([bytes], name, { type: 'application/pdf' });

async function uploaded(size: number, name = `${size}.pdf`) {
  const bytes = new Uint8Array(randomBytes(size));
  await page.uploads.add([fileOf(bytes, name)], { scopeId: page.scopeId });
  const document = page.workspace.collections.document.all().find((each) => each.name === name) as Document;
  return { bytes, document };
}

const never = new AbortController().signal;
const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.buffer, a.byteOffset, a.length).equals(b);
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const streamed = (document: Document) => new Response(page.downloads.stream(document) as BodyInit).bytes();
const statusOf = (name: string) => page.uploads.entries.get().find((entry) => entry.name === name);

describe('uploads and downloads', () => {
  it.each([0, 1, 4 * mebibyte, 4 * mebibyte + 1, 13 * mebibyte + 7])('bring %i bytes back', async (size) => {
    const { bytes, document } = await uploaded(size);
    expect(statusOf(document.name)).toMatchObject({ status: 'success', sent: size, total: size });
    expect(document).toMatchObject({ kind: 'file', size, mimeType: 'application/pdf' });
    expect(document.blobs).toEqual(document.parts.map((part) => part.fileKey));
    expect(isSame(bytes, await bytesOf(await page.downloads.blob(document)))).toBe(true);
    expect(isSame(await streamed(document), bytes)).toBe(true);
    const reader = page.reader(document);
    expect(reader.size).toBe(size);
    for (const [from, to] of [
      [0, 3],
      [size - 5, size + 5],
      [mebibyte / 4 - 2, mebibyte + 2],
      [4 * mebibyte - 2, 4 * mebibyte + 2],
      [7, 7],
    ] as const)
      expect(await reader.read(from, to, never)).toEqual(bytes.subarray(Math.max(0, from), Math.max(0, to)));
    expect(page.blobs.mostInFlight).toBeLessThanOrEqual(3);
  });

  it('leave nothing behind when cancelled', async () => {
    const adding = page.uploads.add([fileOf(new Uint8Array(20 * mebibyte), 'a')], { scopeId: page.scopeId });
    await new Promise<void>((resolve) => {
      page.blobs.onPut = () => resolve();
    });
    page.uploads.cancel(statusOf('a')!.id);
    await adding;
    expect(statusOf('a')?.status).toBe('cancelled');
    await until(() => page.blobs.stored.size === 0);
    expect(page.workspace.collections.document.size).toBe(0);
  });

  it('replace the content of a document under new keys', async () => {
    const { document } = await uploaded(5, 'a.pdf');
    const bytes = new Uint8Array(randomBytes(9));
    await page.uploads.add([fileOf(bytes, 'b.pdf')], { scopeId: page.scopeId, documentId: document.id });
    const after = page.workspace.collections.document.get(document.id) as Document;
    expect(after.name).toBe('a.pdf');
    expect(after.fileKey).not.toBe(document.fileKey);
    expect(after.blobId).not.toBe(document.blobId);
    expect(isSame(bytes, await bytesOf(await page.downloads.blob(after)))).toBe(true);
  });

  it('refuse everything but what was uploaded', async () => {
    const { document } = await uploaded(13 * mebibyte);
    const other = (await uploaded(13 * mebibyte + 1)).document;
    const damaged = async (change: () => void, from = document) => {
      const kept = new Map(page.blobs.stored);
      change();
      await expect(page.downloads.blob(from)).rejects.toBeInstanceOf(DamagedFileError);
      await expect(streamed(from)).rejects.toBeInstanceOf(DamagedFileError);
      for (const [key, bytes] of kept) page.blobs.stored.set(key, bytes);
    };
    const [a, b, c] = document.parts.map((part) => part.fileKey) as [string, string, string];
    const stored = (key: string) => page.blobs.stored.get(key)!;
    await damaged(() => page.blobs.stored.set(a, stored(b)));
    await damaged(() => page.blobs.stored.set(c, stored(c).subarray(0, -1)));
    await damaged(() => page.blobs.stored.delete(b));
    await damaged(() => {
      const flipped = stored(b).slice();
      flipped[1_000] = flipped[1_000]! ^ 1;
      page.blobs.stored.set(b, flipped);
    });
    await damaged(() => page.blobs.stored.set(a, stored(other.parts[0]!.fileKey)));
    const nothing = () => {};
    await damaged(nothing, { ...document, parts: document.parts.slice(0, 2) });
    await damaged(nothing, { ...document, parts: [...document.parts].reverse() });
    await damaged(nothing, { ...document, size: document.size! - mebibyte });
    await damaged(nothing, { ...document, fileKey: other.fileKey! });
    await damaged(nothing, { ...document, id: other.id });
    expect((await page.downloads.blob(document)).size).toBe(13 * mebibyte);
  });
});

describe('a large file on its way down', () => {
  const unkept = 8 * mebibyte;
  const size = 21 * mebibyte;
  const kept = async () =>
    (await page.device.store.scan<Uint8Array | number>('download', '')).filter(
      (row): row is [string, Uint8Array] => typeof row[1] !== 'number',
    );

  /** Uploads it, and reads it until the connection breaks at its last part. */
  async function broken() {
    await page.reload({ unkept });
    const { bytes, document } = await uploaded(size);
    page.blobs.onGet = (fileKey) => {
      if (fileKey === document.parts.at(-1)!.fileKey) throw new Error('no connection');
    };
    await expect(streamed(document)).rejects.toThrow('no connection');
    page.blobs.onGet = () => {};
    page.blobs.gets = [];
    return { bytes, document };
  }

  it('goes on after a reload where it stopped, and leaves nothing behind', async () => {
    const { bytes, document } = await broken();
    const before = await kept();
    expect(before).toHaveLength(5);
    for (const [, part] of before) expect(isSame(part, bytes.subarray(0, part.length))).toBe(false);
    await page.reload({ unkept });
    expect(isSame(await streamed(document), bytes)).toBe(true);
    expect(page.blobs.gets).toHaveLength(1);
    expect(await page.device.store.keys('download', '')).toEqual([]);
  });

  it('fetches again what does not verify', async () => {
    const { bytes, document } = await broken();
    const [[key, part]] = (await kept()) as [[string, Uint8Array]];
    part[9]! ^= 1;
    await page.device.store.write([{ table: 'download', key, value: part }]);
    expect(isSame(await streamed(document), bytes)).toBe(true);
    expect(page.blobs.gets).toHaveLength(2);
  });

  it('is forgotten after a day, and not kept where there is no room', async () => {
    await broken();
    const { store } = page.device;
    const cameAt = (key: string, at: number) => store.write([{ table: 'download', key, value: at }]);
    const [key] = (await store.keys('download', '')) as [string];
    await cameAt(key, Date.now() - 86_300_000);
    const room = async () => 1_024 ** 3 - 1;
    await page.reload({ unkept, room });
    await page.reload({ unkept, room });
    expect(await kept()).toHaveLength(5);
    await cameAt(key, Date.now() - 86_400_001);
    await page.reload({ unkept, room });
    await expect.poll(() => store.keys('download', '')).toEqual([]);
    await streamed((await uploaded(size, 'other.pdf')).document);
    expect(await kept()).toEqual([]);
  });
});

describe('a reader', () => {
  const segment = 262_160;
  const read = (document: Document, from: number, to: number) => page.reader(document).read(from, to, never);

  it('fetches the segments that hold the bytes, and none that it has', async () => {
    const { bytes, document } = await uploaded(9 * mebibyte);
    const reader = page.reader(document);
    const fetched = async (from: number, to: number) => {
      page.blobs.gets = [];
      expect(isSame(await reader.read(from, to, never), bytes.slice(from, to))).toBe(true);
      return page.blobs.gets.toSorted((a, b) => a - b);
    };
    expect(await fetched(8 * mebibyte, 8 * mebibyte + 10)).toEqual([17, segment]);
    expect(await fetched(8 * mebibyte + 5, 8 * mebibyte + 300_000)).toEqual([segment]);
    expect(await fetched(8 * mebibyte, 8 * mebibyte + 300_000)).toEqual([]);
    // Across the end of a part: one answer of each.
    expect(await fetched(4 * mebibyte - 1, 4 * mebibyte + 1)).toEqual([17, 17, segment, segment]);
    expect(await fetched(0, mebibyte)).toEqual([4 * segment]);
    // 16 segments are kept: those of before are not.
    await fetched(mebibyte, 4 * mebibyte);
    expect(await fetched(8 * mebibyte, 8 * mebibyte + 10)).toEqual([segment]);
  });

  it('hands over bytes of its own, so that they can be given away', async () => {
    const { bytes, document } = await uploaded(100);
    const reader = page.reader(document);
    (await reader.read(0, 100, never)).fill(0);
    expect(isSame(await reader.read(0, 100, never), bytes)).toBe(true);
  });

  it('refuses everything but what was sealed in its place', async () => {
    const { document } = await uploaded(9 * mebibyte);
    const other = (await uploaded(9 * mebibyte + 1)).document;
    const [a, b, c] = document.parts.map((part) => part.fileKey) as [string, string, string];
    const stored = (key: string) => page.blobs.stored.get(key)!;
    const damaged = async (key: string, bytes: Uint8Array | undefined, at: number, from = document) => {
      const before = stored(key);
      if (bytes) page.blobs.stored.set(key, bytes);
      else page.blobs.stored.delete(key);
      await expect(read(from, at, at + 10)).rejects.toBeInstanceOf(DamagedFileError);
      page.blobs.stored.set(key, before);
    };
    const flipped = (key: string, at: number) => {
      const bytes = stored(key).slice();
      bytes[at]! ^= 1;
      return bytes;
    };
    const swapped = stored(a).slice();
    swapped.set(stored(a).subarray(17 + segment, 17 + 2 * segment), 17);
    await damaged(a, swapped, 0);
    await damaged(a, flipped(a, 17 + 1_000), 0);
    await damaged(a, flipped(a, 0), 0);
    await damaged(a, flipped(a, 5), 0);
    await damaged(a, stored(b), 0);
    await damaged(a, stored(other.parts[0]!.fileKey), 0);
    await damaged(a, undefined, 0);
    await damaged(c, stored(c).subarray(0, -1), 9 * mebibyte - 5);
    await damaged(c, stored(c).subarray(0, 17), 9 * mebibyte - 5);
    await damaged(a, stored(a), 0, { ...document, fileKey: other.fileKey! });
    await damaged(a, stored(a), 0, { ...document, id: other.id });
    expect(() => page.reader({ ...document, parts: document.parts.slice(1) })).toThrow(DamagedFileError);
    // What lies elsewhere is read all the same.
    page.blobs.stored.set(a, flipped(a, 17 + 1_000));
    expect(await read(document, 300_000, 300_010)).toHaveLength(10);
  });

  it('stops when it is told', async () => {
    const { document } = await uploaded(mebibyte);
    const stopping = new AbortController();
    const reading = page.reader(document).read(0, 10, stopping.signal);
    stopping.abort(new Error('seeked elsewhere'));
    await expect(reading).rejects.toThrow('seeked elsewhere');
  });
});
