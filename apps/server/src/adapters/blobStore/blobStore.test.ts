/** One suite for every blob store, each over real HTTP against a server that verifies signatures. */
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BlobStore, blobKey, isBlobKey } from './blobStore.ts';
import { parseRange, serveFiles } from './diskEndpoint.ts';
import { DiskFiles } from './diskFiles.ts';
import { openDiskStore } from './diskStore.ts';
import { openS3Store, parseListing } from './s3Store.ts';
import { presign, verifyPresigned } from './sigv4.ts';

type StoreWorld = {
  store: BlobStore;
  origin: string;
  root: string;
  advance(ms: number): void;
  close(): void;
};

const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

async function diskWorld(): Promise<StoreWorld> {
  const root = await mkdtemp(join(tmpdir(), 'kontor-blobs-'));
  let offset = 0;
  const store = await openDiskStore({
    root,
    secret: 'a secret of this test',
    basePath: '/api/blob',
    now: () => Date.now() + offset,
  });
  const server = createServer((req, res) => void store.handle(req, res));
  return {
    store,
    root,
    origin: await listen(server),
    advance: (ms) => {
      offset += ms;
    },
    close: () => server.close(),
  };
}

/** Starts the disk endpoint in S3's place: it checks what aws4fetch, an implementation that is not ours, has signed. */
async function s3World(): Promise<StoreWorld> {
  const root = await mkdtemp(join(tmpdir(), 'kontor-s3-'));
  const files = await DiskFiles.open(root);
  const credentials = { accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+test', region: 'eu-test-1' };
  let offset = 0;
  const options = {
    credentials,
    basePath: '/bucket',
    host: (req: { headers: { host?: string | undefined } }) => req.headers.host ?? '',
    now: () => Date.now() + offset,
  };
  const objects = serveFiles(files, options);
  const server = createServer(async (req, res) => {
    const [path = '', search] = (req.url ?? '').split('?', 2);
    if (path !== '/bucket') return objects(req, res);
    const query = [...new URLSearchParams(search)];
    const verdict = verifyPresigned(
      { method: 'GET', host: options.host(req), path, query, headers: {} },
      credentials,
      { now: options.now(), maxExpiresSeconds: 300 },
    );
    if (!verdict.ok) return void res.writeHead(403).end();
    const parameters = new Map(query);
    const found = await Array.fromAsync(files.list(parameters.get('prefix') ?? ''));
    found.sort((a, b) => (a.key < b.key ? -1 : 1));
    // Two keys a page, so that the client has to follow the token.
    const from = Number(parameters.get('continuation-token') ?? 0);
    const contents = found
      .slice(from, from + 2)
      .map(
        ({ key, size, modifiedAt }) =>
          `<Contents><Key>${key}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><Size>${size}</Size></Contents>`,
      );
    const next = from + 2 < found.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    res.end(`<?xml version="1.0"?><ListBucketResult>${next}${contents.join('')}</ListBucketResult>`);
  });
  const origin = await listen(server);
  return {
    store: openS3Store({ endpoint: origin, bucket: 'bucket', ...credentials }),
    root,
    origin,
    advance: (ms) => {
      offset += ms;
    },
    close: () => server.close(),
  };
}

const workspaceA = '018f0000-0000-7000-8000-00000000000a';
const workspaceB = '018f0000-0000-7000-8000-00000000000b';
let count = 0;
const freshKey = (workspaceId = workspaceA) => blobKey(workspaceId, `part-${count++}`);

describe.each([
  ['disk', diskWorld],
  ['S3', s3World],
])('blob store: %s', (_name, openWorld) => {
  let world: StoreWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(async () => {
    world.close();
    await rm(world.root, { recursive: true });
  });

  const resolve = (url: string) => new URL(url, world.origin);
  const put = async (key: string, bytes: Uint8Array<ArrayBuffer>, url?: string) =>
    fetch(resolve(url ?? (await world.store.presignPut(key, bytes.length))), { method: 'PUT', body: bytes });
  const get = async (key: string, headers: Record<string, string> = {}) =>
    fetch(resolve(await world.store.presignGet(key)), { headers });
  const bytes = (length: number) => crypto.getRandomValues(new Uint8Array(length));

  it('takes an object and gives it back, with its size', async () => {
    const [key, body] = [freshKey(), bytes(60_000)];
    expect(await world.store.head(key)).toBeUndefined();
    expect((await put(key, body)).status).toBe(200);
    expect(await world.store.head(key)).toEqual({ size: 60_000 });
    const answer = await get(key);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(body);
  });

  it('takes a part of 8 MiB and an empty one', async () => {
    for (const size of [8 << 20, 0]) {
      const key = freshKey();
      expect((await put(key, new Uint8Array(size).fill(7))).status).toBe(200);
      expect((await (await get(key)).arrayBuffer()).byteLength).toBe(size);
    }
  });

  it('serves ranges', async () => {
    const [key, body] = [freshKey(), bytes(1000)];
    await put(key, body);
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      ['bytes=100-199', 100, 200],
      ['bytes=990-', 990, 1000],
      ['bytes=-10', 990, 1000],
      ['bytes=900-5000', 900, 1000],
    ] as const) {
      const answer = await get(key, { range });
      expect(answer.status).toBe(206);
      expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/1000`);
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(body.slice(from, to));
    }
    expect((await get(key, { range: 'bytes=1000-' })).status).toBe(416);
  });

  it('replaces an object whole when an upload is repeated', async () => {
    const key = freshKey();
    const url = await world.store.presignPut(key, 3);
    await put(key, new Uint8Array([1, 2, 3]), url);
    await put(key, new Uint8Array([4, 5, 6]), url);
    expect([...new Uint8Array(await (await get(key)).arrayBuffer())]).toEqual([4, 5, 6]);
  });

  it('deletes, and deletes again', async () => {
    const key = freshKey();
    await put(key, bytes(10));
    await world.store.delete(key);
    await world.store.delete(key);
    expect(await world.store.head(key)).toBeUndefined();
    expect((await get(key)).status).toBe(404);
  });

  it('lists one workspace', async () => {
    const keys = [freshKey(workspaceB), freshKey(workspaceB), freshKey(workspaceB)];
    for (const key of keys) await put(key, bytes(5));
    const listed = await Array.fromAsync(world.store.list(`${workspaceB}/`));
    expect(listed.map(({ key }) => key).sort()).toEqual(keys);
    for (const blob of listed) {
      expect(blob.size).toBe(5);
      expect(Math.abs(blob.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
  });

  it('passes over files that somebody left among the objects: what is listed can be deleted', async () => {
    const key = freshKey();
    await put(key, bytes(5));
    const folder = join(world.root, 'objects', workspaceA);
    await writeFile(join(folder, '.DS_Store'), 'x');
    const listed = await Array.fromAsync(world.store.list(`${workspaceA}/`));
    for (const blob of listed) await world.store.delete(blob.key);
    expect(await world.store.head(key)).toBeUndefined();
    expect(await readdir(folder)).toEqual(['.DS_Store']);
    await rm(join(folder, '.DS_Store'));
  });

  it('refuses a body of another size than was signed', async () => {
    const key = freshKey();
    const url = await world.store.presignPut(key, 10);
    expect((await put(key, bytes(11), url)).status).toBe(403);
    expect((await put(key, bytes(9), url)).status).toBe(403);
    expect(await world.store.head(key)).toBeUndefined();
  });

  it('refuses a chunked body, which has no declared size', async () => {
    const key = freshKey();
    const url = resolve(await world.store.presignPut(key, 4));
    const upload = request(url, { method: 'PUT' });
    upload.write('abcd');
    upload.end();
    const [answer] = await once(upload, 'response');
    expect(answer.statusCode).toBe(403);
    answer.resume();
    expect(await world.store.head(key)).toBeUndefined();
  });

  it('keeps nothing of an upload that breaks off', async () => {
    const key = freshKey();
    const url = resolve(await world.store.presignPut(key, 100_000));
    const upload = request(url, { method: 'PUT', headers: { 'content-length': 100_000 } });
    upload.on('error', () => undefined);
    upload.write(new Uint8Array(50_000));
    const incoming = join(world.root, 'incoming');
    await expect.poll(() => readdir(incoming)).toHaveLength(1);
    upload.destroy();
    await expect.poll(() => readdir(incoming)).toEqual([]);
    expect(await world.store.head(key)).toBeUndefined();
  });

  it('refuses what is unsigned, tampered with, for another verb or another key', async () => {
    const key = freshKey();
    await put(key, bytes(10));
    const getUrl = resolve(await world.store.presignGet(key));
    const putUrl = resolve(await world.store.presignPut(key, 10));
    const status = async (url: URL | string, init?: RequestInit) => (await fetch(url, init)).status;

    expect(await status(getUrl)).toBe(200);
    expect(await status(getUrl.href.split('?')[0]!)).toBe(403);
    expect(await status(putUrl)).toBe(403);
    expect(await status(getUrl, { method: 'PUT', body: bytes(10) })).toBe(403);
    expect(await status(getUrl, { method: 'DELETE' })).toBe(403);
    expect(await status(putUrl, { method: 'DELETE' })).toBe(403);
    expect(await status(getUrl.href.replace(workspaceA, workspaceB))).toBe(403);
    const last = getUrl.href.at(-1) === '0' ? '1' : '0';
    expect(await status(getUrl.href.replace(/(X-Amz-Signature=\w+)\w/, `$1${last}`))).toBe(403);
    expect(await status(getUrl.href.replace('X-Amz-Expires=300', 'X-Amz-Expires=299'))).toBe(403);
    expect(await status(`${getUrl.href}&x=1`)).toBe(403);
    expect(await world.store.head(key)).toEqual({ size: 10 });
  });

  it('refuses a URL that has expired', async () => {
    const key = freshKey();
    await put(key, bytes(1));
    const urls = [await world.store.presignGet(key), await world.store.presignPut(key, 1)];
    world.advance(301_000);
    expect((await fetch(resolve(urls[0]!))).status).toBe(403);
    expect((await put(key, bytes(1), urls[1])).status).toBe(403);
    world.advance(-301_000);
    expect((await fetch(resolve(urls[0]!))).status).toBe(200);
  });
});

describe('blob keys', () => {
  it('are made of a workspace and a name', () => {
    expect(isBlobKey(blobKey(workspaceA, 'part-1'))).toBe(true);
    expect(() => blobKey(workspaceA, '../x')).toThrow(RangeError);
  });

  it.each([
    '',
    '/etc/passwd',
    `${workspaceA}`,
    `${workspaceA}/`,
    `${workspaceA}/..`,
    `${workspaceA}/../${workspaceB}/x`,
    `${workspaceA}/a/b`,
    `${workspaceA}/x/../y`,
    `${workspaceA}/%2e%2e`,
    `${workspaceA}\\x`,
    `${workspaceA}/x\0`,
    `${workspaceA}/x\n`,
    `${workspaceA.toUpperCase()}/x`,
    `${workspaceA}/CON.txt`,
    `${workspaceA}/${'a'.repeat(65)}`,
  ])('refuses %j', (key) => expect(isBlobKey(key)).toBe(false));

  it('never becomes a path unparsed', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kontor-blobs-'));
    const files = await DiskFiles.open(root);
    await expect(files.head('../../etc/passwd')).rejects.toThrow(RangeError);
    await expect(files.delete(`${workspaceA}/../..`)).rejects.toThrow(RangeError);
    await rm(root, { recursive: true });
  });
});

describe('the disk', () => {
  it('takes no PUT whose size the signature does not bind', async () => {
    const world = await diskWorld();
    const credentials = { accessKeyId: 'kontor', secretAccessKey: 'a secret of this test', region: 'local' };
    const path = `/api/blob/${freshKey()}`;
    const sign = (headers: Record<string, string>) =>
      presign({ method: 'PUT', host: 'blobs.kontor.invalid', path, headers }, credentials, 300, Date.now());
    const status = async (url: string) =>
      (await fetch(new URL(url, world.origin), { method: 'PUT', body: new Uint8Array(5) })).status;
    expect(await status(sign({}))).toBe(403);
    expect(await status(sign({ 'content-length': '5' }))).toBe(200);
    world.close();
    await rm(world.root, { recursive: true });
  });

  it('takes one upload of a key at a time: a later one ends those before it', async () => {
    const world = await diskWorld();
    const [key, size] = [freshKey(), 1_000_000];
    const url = new URL(await world.store.presignPut(key, size), world.origin);
    const uploads = Array.from({ length: 30 }, () => {
      const upload = request(url, { method: 'PUT', headers: { 'content-length': size }, agent: false });
      upload.on('error', () => undefined);
      upload.on('response', (answer) => answer.resume());
      upload.write(new Uint8Array(size - 1));
      return upload;
    });
    const incoming = join(world.root, 'incoming');
    const bytesOnDisk = async () => {
      let bytes = 0;
      for (const name of await readdir(incoming)) bytes += (await stat(join(incoming, name))).size;
      return bytes;
    };
    await expect.poll(bytesOnDisk).toBeGreaterThanOrEqual(size - 1);
    await expect.poll(() => uploads.filter(({ destroyed }) => !destroyed).length).toBe(1);
    expect(await bytesOnDisk()).toBe(size - 1);
    const last = uploads.find(({ destroyed }) => !destroyed)!;
    last.end(new Uint8Array(1));
    await expect.poll(() => world.store.head(key)).toEqual({ size });
    expect(await readdir(incoming)).toEqual([]);
    world.close();
    await rm(world.root, { recursive: true });
  });

  it('clears uploads that a crash cut off, and no younger ones', async () => {
    const root = await mkdtemp(join(tmpdir(), 'kontor-blobs-'));
    await DiskFiles.open(root);
    await writeFile(join(root, 'incoming', 'old'), 'x');
    await writeFile(join(root, 'incoming', 'young'), 'x');
    const twoDaysAgo = new Date(Date.now() - 48 * 3600 * 1000);
    await utimes(join(root, 'incoming', 'old'), twoDaysAgo, twoDaysAgo);
    await DiskFiles.open(root);
    expect(await readdir(join(root, 'incoming'))).toEqual(['young']);
    await rm(root, { recursive: true });
  });

  it('reads ranges as RFC 9110 has them', () => {
    expect(parseRange(undefined, 10)).toBeUndefined();
    expect(parseRange('bytes=0-4', 10)).toEqual({ start: 0, end: 4 });
    expect(parseRange('bytes=-0', 10)).toBe('unsatisfiable');
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
    for (const ignored of ['bytes=', 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'items=0-1', 'bytes=a-b'])
      expect(parseRange(ignored, 10)).toBeUndefined();
  });
});

it('reads a listing of S3', () => {
  const xml =
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>a&amp;b</NextContinuationToken><Contents><Key>k</Key><Size>3</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>';
  expect(parseListing(xml)).toEqual({
    blobs: [{ key: 'k', size: 3, modifiedAt: new Date('2026-01-01T00:00:00Z') }],
    next: 'a&b',
  });
});
