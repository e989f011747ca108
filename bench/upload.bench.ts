/**
 * Uploading a file through the product's page, sealed, against putting the same bytes as they are to the same server
 * from the same page: Blobs of a part's size, three at once.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { freshProfile, inBrowser, signIn } from './browser.ts';
import { compare, type Figure, figureOf } from './measure.ts';
import { isLarge, runs } from './options.ts';
import { browserPid, memoryOf } from './processes.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

const mebibyte = 1_048_576;
const partBytes = 4 * mebibyte;

/** A file of random bytes. */
function randomFile(folder: string, size: number): string {
  const path = join(folder, `${size / mebibyte} MiB.bin`);
  const file = openSync(path, 'w');
  const block = new Uint8Array(mebibyte);
  for (let at = 0; at < size; at += mebibyte) {
    for (let i = 0; i < mebibyte; i += 65_536) crypto.getRandomValues(block.subarray(i, i + 65_536));
    writeSync(file, block);
  }
  closeSync(file);
  return path;
}

/** Seconds from choosing the file to its record being on the server. The name changes, since names are unique. */
async function sealed(page: Page, path: string): Promise<number> {
  // The browser is handed the file before the clock starts; the page gets it as a new one of another name.
  await page.locator('#bench-file').setInputFiles(path);
  const start = performance.now();
  await page.evaluate(() => {
    const [file] = document.querySelector<HTMLInputElement>('#bench-file')!.files!;
    const data = new DataTransfer();
    data.items.add(new File([file!], `${crypto.randomUUID()}.bin`));
    const input = document.querySelector<HTMLInputElement>('main input[type=file][multiple]')!;
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByText('Uploads finished').waitFor({ timeout: 600_000 });
  const seconds = (performance.now() - start) / 1000;
  await page.getByRole('button', { name: 'Close the list of uploads' }).click();
  return seconds;
}

/** Seconds for the same bytes in the clear, without records. */
const plain = async (page: Page, path: string, workspaceId: string): Promise<number> => {
  await page.locator('#bench-file').setInputFiles(path);
  return page.evaluate(
    async ({ workspaceId, partBytes }) => {
      const [file] = document.querySelector<HTMLInputElement>('#bench-file')!.files!;
      const headers = { 'x-workspace-id': workspaceId, 'x-kontor-protocol': '1' };
      const start = performance.now();
      const starts = Array.from({ length: Math.ceil(file!.size / partBytes) }, (_, i) => i * partBytes);
      const queue = starts.values();
      const work = async () => {
        for (const from of queue) {
          const part = file!.slice(from, from + partBytes);
          const query = `count=1&sizes=${part.size}`;
          const answer = await fetch(`/api/s3/pre-signed-url?${query}`, { headers });
          const [{ url }] = await answer.json();
          const put = await fetch(url, { method: 'PUT', body: part, credentials: 'omit' });
          if (!put.ok) throw new Error(`PUT was answered ${put.status}`);
        }
      };
      await Promise.all([work(), work(), work()]);
      return (performance.now() - start) / 1000;
    },
    { workspaceId, partBytes },
  );
};

/** A page on the project's documents with a file field of our own, which only holds the file. */
async function prepare(page: Page, world: World): Promise<void> {
  await signIn(page, world.server.url, world.actor.person);
  await page.goto(`${world.server.url}/${world.workspaceId}/projects/${world.projectIds[0]}/documents`);
  await page.locator('main input[type=file][multiple]').first().waitFor({ state: 'attached' });
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'bench-file';
    input.hidden = true;
    document.body.append(input);
  });
}

/** Most megabytes beyond the start that the browser holds while `work` runs. */
async function growth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = memoryOf(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 200);
  await work();
  clearInterval(timer);
  return (most - before) / 1e6;
}

async function measure(world: World, path: string, size: number): Promise<Figure[]> {
  const profile = freshProfile();
  try {
    return await inBrowser(profile, async (page) => {
      await prepare(page, world);
      const name = `${size / mebibyte} MiB`;
      progress(`upload of ${name}`);
      const ours = () => sealed(page, path);
      const floor = () => plain(page, path, world.workspaceId);
      const times = await compare(ours, floor, size > 300 * mebibyte ? 3 : runs);
      const pid = browserPid(profile.path);
      const memory = { floor: [await growth(pid, floor)], ours: [await growth(pid, ours)] };
      const seconds = figureOf(`sealed upload of ${name}`, times, {
        unit: 's',
        target: '<= 1.33 x (0.75 of the rate)',
      });
      return [
        { ...seconds, note: `${(size / 1e6 / seconds.ours).toFixed(0)} MB/s` },
        figureOf(`memory beyond the start at most, ${name}`, memory, { unit: 'MB', target: '<= 96 MB' }),
      ];
    });
  } finally {
    profile.remove();
  }
}

await buildIfNeeded();
await report('Uploading', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-bench-files-'));
  const world = await startWorld(100);
  try {
    const figures: Figure[] = [];
    for (const size of [256 * mebibyte, ...(isLarge ? [1_024 * mebibyte] : [])])
      figures.push(...(await measure(world, randomFile(folder, size), size)));
    return {
      figures,
      proofs: ['parts that were changed or swapped are refused: packages/testkit/src/files.pg.test.ts'],
    };
  } finally {
    rmSync(folder, { recursive: true });
    await world.stop();
  }
});
