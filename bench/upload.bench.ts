/**
 * Uploading a file through the product's page, sealed, against putting the same bytes as they are to the same server
 * from the same page: Blobs of a part's size, three at once.
 */
import type { Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, withFresh } from './browser.ts';
import { freshFolder } from './cleanUp.ts';
import { digestOfFile, digestOfStored, mebibyte, openDocuments, randomFile } from './files.ts';
import { compare, type Figure, figureOf, pairFigure } from './measure.ts';
import { isLarge, runs, sized } from './options.ts';
import { browserPid, growth } from './processes.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

const partBytes = 4 * mebibyte;

/**
 * Measures the seconds from choosing the file to its record being on the server. The name changes, since
 * names are unique.
 */
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

/** Measures the seconds for the same bytes in the clear, without records. */
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

/** Opens the page of the project's documents with a file field of our own, which only holds the file. */
async function prepare(page: Page, world: World): Promise<void> {
  await openDocuments(page, world);
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'bench-file';
    input.hidden = true;
    document.body.append(input);
  });
}

const measure = (world: World, path: string, size: number): Promise<Figure[]> =>
  withFresh((profile) =>
    inBrowser(profile, async (page) => {
      await prepare(page, world);
      const name = `${size / mebibyte} MiB`;
      progress(`upload of ${name}`);
      const ours = () => sealed(page, path);
      const floor = () => plain(page, path, world.workspaceId);
      const times = await compare(ours, floor, size > 300 * mebibyte ? Math.min(runs, 3) : runs);
      const pid = browserPid(profile.path);
      const [clear, tight] = [await growth(pid, floor), await growth(pid, ours)];
      const seconds = figureOf(`sealed upload of ${name}`, times, {
        unit: 's',
        target: '<= 1.33 x (0.75 of the rate)',
      });
      return [
        { ...seconds, note: `${(size / 1e6 / seconds.ours).toFixed(0)} MB/s` },
        pairFigure(`memory beyond the start at most, ${name}`, tight, clear, {
          unit: 'MB',
          target: '<= 96 MB',
        }),
      ];
    }),
  );

await buildIfNeeded();
await report('Uploading', async () => {
  const folder = freshFolder('files');
  const world = await startWorld(100);
  const figures: Figure[] = [];
  const proofs = ['parts that were changed or swapped are refused: packages/testkit/src/files.pg.test.ts'];
  const size = sized(256, 16) * mebibyte;
  for (const each of [size, ...(isLarge ? [4 * size] : [])]) {
    const path = await randomFile(folder, each);
    figures.push(...(await measure(world, path, each)));
    if ((await digestOfStored(world)) !== (await digestOfFile(path)))
      throw new Error('another device reads other bytes than were uploaded');
    proofs.push(`${each / mebibyte} MiB: another device reads exactly what was uploaded`);
  }
  return { figures, proofs };
});
