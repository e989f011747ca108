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

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.buffer, a.byteOffset, a.length).equals(b);
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const statusOf = (name: string) => page.uploads.entries.get().find((entry) => entry.name === name);

describe('uploads and downloads', () => {
  it.each([0, 1, 4 * mebibyte, 4 * mebibyte + 1, 13 * mebibyte + 7])('bring %i bytes back', async (size) => {
    const { bytes, document } = await uploaded(size);
    expect(statusOf(document.name)).toMatchObject({ status: 'success', sent: size, total: size });
    expect(document).toMatchObject({ kind: 'file', size, mimeType: 'application/pdf' });
    expect(document.blobs).toEqual(document.parts.map((part) => part.fileKey));
    expect(isSame(bytes, await bytesOf(await page.downloads.blob(document)))).toBe(true);
    const streamed = await new Response(page.downloads.stream(document) as BodyInit).bytes();
    expect(isSame(streamed, bytes)).toBe(true);
    for (const [from, to] of [
      [0, 3],
      [size - 5, size + 5],
      [4 * mebibyte - 2, 4 * mebibyte + 2],
      [7, 7],
    ] as const)
      expect(await page.downloads.range(document, from, to)).toEqual(
        bytes.subarray(Math.max(0, from), Math.max(0, to)),
      );
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
      await expect(new Response(page.downloads.stream(from) as BodyInit).bytes()).rejects.toBeInstanceOf(
        DamagedFileError,
      );
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
