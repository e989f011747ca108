/**
 * Downloading a sealed file: by the client as a stream, and through the product's page until the browser has saved it.
 * The floor gets the same stored parts as they are, three at once, and puts them together in the same way.
 */
import { blobTransport } from '@kontor/client/http/blobTransport';
import type { Document } from '@kontor/contract/nouns/document';
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, withFresh } from './browser.ts';
import { freshFolder } from './cleanUp.ts';
import {
  digestOf,
  digestOfFile,
  digestOfStored,
  mebibyte,
  openDocuments,
  randomFile,
  uploadFrom,
} from './files.ts';
import { compare, type Figure, figureOf, pairFigure } from './measure.ts';
import { runs, sized } from './options.ts';
import { browserPid, growth } from './processes.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

/** Parts on their way at the same time, as ours. */
const atOnce = 3;
/** Most urls that one call answers. */
const urlsPerCall = 100;

/** Resolves with where the stored parts lie, in order. */
async function partUrls({ actor, workspaceId, server }: World, document: Document): Promise<string[]> {
  const blobs = blobTransport(actor.device.http.forWorkspace(workspaceId));
  const keys = document.parts.map(({ fileKey }) => fileKey);
  const urls: string[] = [];
  for (let start = 0; start < keys.length; start += urlsPerCall)
    for (const { url } of await blobs.downloadUrls(keys.slice(start, start + urlsPerCall)))
      urls.push(new URL(url, server.url).href);
  return urls;
}

/** Reads a stream to its end and keeps nothing. @returns how many bytes came */
async function drain(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

/** Resolves with the bytes behind urls, in order, the next ones on their way meanwhile. */
async function* plainParts(urls: readonly string[]): AsyncGenerator<Uint8Array> {
  const get = async (url: string) => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`GET was answered ${answer.status}`);
    return new Uint8Array(await answer.arrayBuffer());
  };
  const coming = urls.slice(0, atOnce).map(get);
  for (let i = 0; i < urls.length; i++) {
    yield await coming[i]!;
    const next = urls[i + atOnce];
    if (next) coming.push(get(next));
  }
}

/** Measures the seconds until all of `bytes` came. */
async function timed(bytes: number, stream: () => AsyncIterable<Uint8Array>): Promise<number> {
  const start = performance.now();
  const came = await drain(stream());
  if (came !== bytes) throw new Error(`${came} of ${bytes} bytes came`);
  return (performance.now() - start) / 1000;
}

/** Downloads by the client, without a page. */
async function streamed(world: World, document: Document, name: string): Promise<Figure> {
  const device = await world.actor.onAnotherDevice();
  const workspace = await device.open(world.workspaceId);
  const { downloads } = await workspace.files();
  const stored = document.parts.reduce((sum, { size }) => sum + size, 0);
  const times = await compare(
    () => timed(document.size!, () => downloads.stream(document) as AsyncIterable<Uint8Array>),
    async () => {
      const start = performance.now();
      const urls = await partUrls(world, document);
      const asking = (performance.now() - start) / 1000;
      return asking + (await timed(stored, () => plainParts(urls)));
    },
    runs,
  );
  await workspace.close();
  const seconds = figureOf(`download of ${name} as a stream`, times, {
    unit: 's',
    target: '<= 1.43 x (0.7 of the rate)',
  });
  return { ...seconds, note: `${(document.size! / 1e6 / seconds.ours).toFixed(0)} MB/s` };
}

/** Starts a download in the page. @returns seconds until the browser has saved it, and the digest of what it saved */
async function saved(
  page: Page,
  start: () => Promise<unknown>,
): Promise<{ seconds: number; digest: string }> {
  const begin = performance.now();
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 600_000 }), start()]);
  const path = await download.path();
  const seconds = (performance.now() - begin) / 1000;
  const digest = await digestOfFile(path);
  await download.delete();
  return { seconds, digest };
}

async function chooseDownload(page: Page, document: Document): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${document.name}` }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
}

/** Has the page put the parts together as they are and save them as ours saves a file. */
const saveParts = (page: Page, urls: readonly string[]): Promise<void> =>
  page.evaluate(
    async ({ urls, atOnce }) => {
      const parts: Blob[] = [];
      const queue = urls.entries();
      const work = async () => {
        for (const [i, url] of queue) {
          const answer = await fetch(url, { credentials: 'omit' });
          if (!answer.ok) throw new Error(`GET was answered ${answer.status}`);
          parts[i] = await answer.blob();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      const href = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
      Object.assign(document.createElement('a'), { href, download: 'parts.bin' }).click();
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    },
    { urls: [...urls], atOnce },
  );

/** Downloads through the product's page. */
const inPage = (world: World, document: Document, digest: string, name: string): Promise<Figure[]> =>
  withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await openDocuments(page, world);
      const sealed = await digestOf(plainParts(await partUrls(world, document)));
      const check = (what: string, came: { seconds: number; digest: string }, wanted: string) => {
        if (came.digest !== wanted) throw new Error(`${what} saved other bytes`);
        return came.seconds;
      };
      const ours = async () => check('ours', await saved(page, () => chooseDownload(page, document)), digest);
      const floor = async () =>
        check(
          'the floor',
          await saved(page, async () => saveParts(page, await partUrls(world, document))),
          sealed,
        );
      const times = await compare(ours, floor, runs);
      const pid = browserPid(profile.path);
      const [plain, opened] = [await growth(pid, floor), await growth(pid, ours)];
      return [
        figureOf(`download of ${name} in the page, until it is saved`, times, {
          unit: 's',
          target: '<= 1.43 x (0.7 of the rate)',
        }),
        pairFigure(`memory beyond the start at most, ${name}`, opened, plain, { unit: 'MB', target: '' }),
      ];
    }),
  );

await buildIfNeeded();
await report('Downloading', async () => {
  const folder = freshFolder('files');
  const world = await startWorld(100);
  const size = sized(256, 16) * mebibyte;
  const path = await randomFile(folder, size);
  const document = await uploadFrom(path, world);
  const digest = await digestOfFile(path);
  if ((await digestOfStored(world, document.id)) !== digest) throw new Error('the stream has other bytes');
  const name = `${size / mebibyte} MiB`;
  progress(`download of ${name}`);
  const figures = [await streamed(world, document, name), ...(await inPage(world, document, digest, name))];
  return {
    figures,
    proofs: [`what came as a stream and what the browser saved are the ${size} bytes that were uploaded`],
  };
});
