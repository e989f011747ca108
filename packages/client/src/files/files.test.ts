import { randomBytes } from 'node:crypto';
import type { Document } from '@kontor/contract/nouns/document';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BlobTransport } from '../http/blobTransport.ts';
import { createProject } from '../nouns/project.ts';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn, workspaceId } from '../replica/testing/client.ts';
import { ProtocolServer, ServerError } from '../replica/testing/protocolServer.ts';
import { LocalVault } from '../vault/localVault.ts';
import { openFiles } from './openFiles.ts';
import { DamagedFileError, type Downloads, type Uploads } from './transfer.ts';

const mebibyte = 1_048_576;

/** A blob store that counts, and fails when told. */
class Blobs implements BlobTransport {
  readonly stored = new Map<string, Uint8Array>();
  readonly #sizes = new Map<string, number>();
  puts = 0;
  inFlight = 0;
  mostInFlight = 0;
  onPut: (fileKey: string) => void = () => {};
  onPresign: () => void = () => {};

  async presign(sizes: number[]) {
    this.onPresign();
    return sizes.map((size) => {
      const fileKey = `blob-${String(this.#sizes.size).padStart(12, '0')}`;
      this.#sizes.set(fileKey, size);
      return { url: fileKey, fileKey };
    });
  }

  async put(url: string, body: Blob, signal: AbortSignal) {
    expect(body).toBeInstanceOf(Blob);
    this.puts++;
    this.mostInFlight = Math.max(this.mostInFlight, ++this.inFlight);
    try {
      const bytes = new Uint8Array(await body.arrayBuffer());
      signal.throwIfAborted();
      this.onPut(url);
      if (bytes.length !== this.#sizes.get(url)) throw new ServerError('BAD_INPUT');
      this.stored.set(url, bytes);
    } finally {
      this.inFlight--;
    }
  }

  async downloadUrls(fileKeys: string[]) {
    return fileKeys.map((fileKey) => ({ url: fileKey, fileKey }));
  }

  async get(url: string) {
    const bytes = this.stored.get(url);
    if (!bytes) throw new ServerError('NOT_FOUND');
    return bytes.slice();
  }

  async remove(fileKey: string) {
    this.stored.delete(fileKey);
  }
}

let server: ProtocolServer;
let blobs: Blobs;
let workspace: Replica;
let uploads: Uploads;
let downloads: Downloads;
let scopeId: string;

beforeEach(async () => {
  server = new ProtocolServer();
  blobs = new Blobs();
  workspace = await openOn(createDevice(), server);
  ({ uploads, downloads } = openFiles({ workspaceId, vault: new LocalVault(), blobs }, workspace));
  scopeId = createProject(workspace, { name: 'P' }).id;
});
afterEach(() => workspace.close());

const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string) =>
  new File([bytes], name, { type: 'application/pdf' });

async function uploaded(size: number, name = `${size}.pdf`) {
  const bytes = new Uint8Array(randomBytes(size));
  await uploads.add([fileOf(bytes, name)], { scopeId });
  const document = workspace.collections.document.all().find((each) => each.name === name) as Document;
  return { bytes, document };
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.from(a.buffer, a.byteOffset, a.length).equals(b);
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const statusOf = (name: string) => uploads.entries.get().find((entry) => entry.name === name);

describe('uploads and downloads', () => {
  it.each([0, 1, 4 * mebibyte, 4 * mebibyte + 1, 13 * mebibyte + 7])('bring %i bytes back', async (size) => {
    const { bytes, document } = await uploaded(size);
    expect(statusOf(document.name)).toMatchObject({ status: 'success', sent: size, total: size });
    expect(document).toMatchObject({ kind: 'file', size, mimeType: 'application/pdf' });
    expect(document.blobs).toEqual(document.parts.map((part) => part.fileKey));
    expect(isSame(bytes, await bytesOf(await downloads.blob(document)))).toBe(true);
    const streamed = await new Response(downloads.stream(document) as BodyInit).bytes();
    expect(isSame(streamed, bytes)).toBe(true);
    for (const [from, to] of [
      [0, 3],
      [size - 5, size + 5],
      [4 * mebibyte - 2, 4 * mebibyte + 2],
      [7, 7],
    ] as const)
      expect(await downloads.range(document, from, to)).toEqual(
        bytes.subarray(Math.max(0, from), Math.max(0, to)),
      );
    expect(blobs.mostInFlight).toBeLessThanOrEqual(3);
  });

  it('mark a file with a lost part as failed, go on, and resume with what is missing', async () => {
    const bytes = new Uint8Array(randomBytes(10 * mebibyte));
    let broken = true;
    const first = new Set<string>();
    blobs.onPut = (fileKey) => {
      if (first.size === 0) first.add(fileKey);
      else if (broken) throw new ServerError('OFFLINE');
    };
    const small = fileOf(new Uint8Array(3), 'small.pdf');
    const adding = uploads.add([fileOf(bytes, 'large.pdf'), small], { scopeId });
    await adding;
    expect(statusOf('large.pdf')).toMatchObject({ status: 'failed', message: 'something-went-wrong' });
    expect(statusOf('small.pdf')).toMatchObject({ status: 'failed' });
    broken = false;
    const [before, puts] = [blobs.stored.size, blobs.puts];
    expect(before).toBe(1);
    await uploads.retry(statusOf('large.pdf')!.id);
    await uploads.retry(statusOf('small.pdf')!.id);
    expect(uploads.entries.get().map(({ status }) => status)).toEqual(['success', 'success']);
    expect(blobs.puts - puts).toBe(3);
    const document = workspace.collections.document
      .all()
      .find(({ name }) => name === 'large.pdf') as Document;
    expect(isSame(bytes, await bytesOf(await downloads.blob(document)))).toBe(true);
    uploads.clear();
    expect(uploads.entries.get()).toEqual([]);
  });

  it('say how many urls they did not get, and clear the list', async () => {
    blobs.onPresign = () => {
      throw new ServerError('OVER_QUOTA');
    };
    const adding = uploads.add([fileOf(new Uint8Array(9 * mebibyte), 'a')], { scopeId });
    expect(uploads.entries.get()).toHaveLength(1);
    await expect(adding).rejects.toMatchObject({ code: 'failed-get-pre-signed-urls', count: 3 });
    expect(uploads.entries.get()).toEqual([]);
    blobs.onPresign = () => {};
    const { document } = await uploaded(5);
    expect(document.size).toBe(5);
  });

  it('keep a file whose line broke midway for a retry, though no new urls can be had', async () => {
    const bytes = new Uint8Array(randomBytes(10 * mebibyte));
    blobs.onPut = () => {
      if (blobs.stored.size === 0) return;
      blobs.onPresign = () => {
        throw new ServerError('OFFLINE');
      };
      throw new ServerError('OFFLINE');
    };
    await uploads.add([fileOf(bytes, 'long.pdf')], { scopeId });
    expect(statusOf('long.pdf')).toMatchObject({ status: 'failed', message: 'something-went-wrong' });
    expect(blobs.stored.size).toBeGreaterThan(0);
    blobs.onPut = blobs.onPresign = () => {};
    await uploads.retry(statusOf('long.pdf')!.id);
    expect(statusOf('long.pdf')).toMatchObject({ status: 'success' });
    const [document] = workspace.collections.document.all();
    expect(isSame(bytes, await bytesOf(await downloads.blob(document!)))).toBe(true);
  });

  it('keep the files of a list that arrived before there were no more urls', async () => {
    blobs.onPut = () => {
      blobs.onPresign = () => {
        throw new ServerError('OVER_QUOTA');
      };
    };
    const files = ['first', 'second'].map((name) => fileOf(new Uint8Array(7), name));
    await expect(uploads.add(files, { scopeId })).rejects.toMatchObject({ count: 1 });
    expect(uploads.entries.get().map(({ name, status }) => [name, status])).toEqual([['first', 'success']]);
    expect(blobs.stored.size).toBe(1);
  });

  it('leave nothing behind when cancelled', async () => {
    const adding = uploads.add([fileOf(new Uint8Array(20 * mebibyte), 'a')], { scopeId });
    await new Promise<void>((resolve) => {
      blobs.onPut = () => resolve();
    });
    uploads.cancel(statusOf('a')!.id);
    await adding;
    expect(statusOf('a')?.status).toBe('cancelled');
    expect(blobs.stored.size).toBe(0);
    expect(workspace.collections.document.size).toBe(0);
  });

  it('delete the parts of a file whose record is refused', async () => {
    await workspace.outbox.sent();
    const other = await openOn(createDevice(), server);
    await other.pull();
    other.create('document', scopeId, { kind: 'folder', name: 'TAKEN' });
    await other.outbox.sent();
    await uploads.add([fileOf(new Uint8Array(5), 'taken')], { scopeId });
    expect(statusOf('taken')).toMatchObject({ status: 'failed', message: 'NAME_TAKEN' });
    expect(blobs.stored.size).toBe(0);
    expect(workspace.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    await workspace.pull();
    const puts = blobs.puts;
    await uploads.add([fileOf(new Uint8Array(5), 'Taken')], { scopeId });
    expect(statusOf('Taken')).toMatchObject({ status: 'failed', message: 'NAME_TAKEN' });
    expect(blobs.puts).toBe(puts);
    await other.close();
  });

  it('replace the content of a document under new keys', async () => {
    const { document } = await uploaded(5, 'a.pdf');
    const bytes = new Uint8Array(randomBytes(9));
    await uploads.add([fileOf(bytes, 'b.pdf')], { scopeId, documentId: document.id });
    const after = workspace.collections.document.get(document.id) as Document;
    expect(after.name).toBe('a.pdf');
    expect(after.fileKey).not.toBe(document.fileKey);
    expect(after.blobId).not.toBe(document.blobId);
    expect(isSame(bytes, await bytesOf(await downloads.blob(after)))).toBe(true);
  });

  it('refuse everything but what was uploaded', async () => {
    const { document } = await uploaded(13 * mebibyte);
    const other = (await uploaded(13 * mebibyte + 1)).document;
    const damaged = async (change: () => void, from = document) => {
      const kept = new Map(blobs.stored);
      change();
      await expect(downloads.blob(from)).rejects.toBeInstanceOf(DamagedFileError);
      await expect(new Response(downloads.stream(from) as BodyInit).bytes()).rejects.toBeInstanceOf(
        DamagedFileError,
      );
      for (const [key, bytes] of kept) blobs.stored.set(key, bytes);
    };
    const [a, b, c] = document.parts.map((part) => part.fileKey) as [string, string, string];
    const stored = (key: string) => blobs.stored.get(key)!;
    await damaged(() => blobs.stored.set(a, stored(b)));
    await damaged(() => blobs.stored.set(c, stored(c).subarray(0, -1)));
    await damaged(() => blobs.stored.delete(b));
    await damaged(() => {
      const flipped = stored(b).slice();
      flipped[1_000] = flipped[1_000]! ^ 1;
      blobs.stored.set(b, flipped);
    });
    await damaged(() => blobs.stored.set(a, stored(other.parts[0]!.fileKey)));
    const nothing = () => {};
    await damaged(nothing, { ...document, parts: document.parts.slice(0, 2) });
    await damaged(nothing, { ...document, parts: [...document.parts].reverse() });
    await damaged(nothing, { ...document, size: document.size! - mebibyte });
    await damaged(nothing, { ...document, fileKey: other.fileKey! });
    await damaged(nothing, { ...document, id: other.id });
    expect((await downloads.blob(document)).size).toBe(13 * mebibyte);
  });
});
