/**
 * Files that no memory holds, through the product's page: one goes up and comes down while the browser is killed on the way of
 * each, several come down as one archive. Memory is that of all the browser's processes. The blocks of the files differ in
 * their numbers alone, so that they take up little of the disk; what is stored, and what the browser saves, takes up all.
 */
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, Page } from '@playwright/test';
import { buildIfNeeded } from '../tools/build.ts';
import { inBrowser, killBrowser, type Profile, withFresh } from './browser.ts';
import { type Folder, freshFolder } from './cleanUp.ts';
import { digestOfFile, mebibyte, openDocuments, uploadFrom } from './files.ts';
import { type Figure, loneFigure } from './measure.ts';
import { isLarge, sized } from './options.ts';
import { browserPid, growth } from './processes.ts';
import { progress, report } from './report.ts';
import { startWorld, type World } from './world.ts';

/** Bytes of the file, and of each of those that are packed. */
const whole = (isLarge ? 10 * 1_024 : sized(1_024, 320)) * mebibyte;
const [packedCount, packedSize] = [5, Math.floor(whole / 10 / mebibyte) * mebibyte];
/** ms that a file may take. */
const patience = 1_800_000;

/** Makes a file whose blocks are told apart by their numbers, without bytes in between. @returns its path */
async function numbered({ path: folder }: Folder, name: string, size: number): Promise<string> {
  const path = join(folder, name);
  const file = await open(path, 'w');
  await file.truncate(size);
  const block = Buffer.alloc(16);
  for (let at = 0; at < size; at += mebibyte) {
    block.writeBigUInt64LE(BigInt(at) + 1n);
    await file.write(block, 0, block.length, at);
  }
  await file.close();
  return path;
}

/** Counts the sealed parts that a page sends and fetches. */
function countParts(page: Page) {
  const parts = { PUT: 0, GET: 0 };
  page.on('response', (response) => {
    if (!new URL(response.url()).searchParams.has('X-Amz-Signature')) return;
    const method = response.request().method() as keyof typeof parts;
    if (method in parts) parts[method]++;
  });
  return parts;
}

const tray = (page: Page) => page.getByRole('complementary', { name: 'Uploads' });
const documents = (page: Page) => page.locator('main input[type=file][multiple]').first();

/** Waits until a number of parts went by. */
async function untilCount(count: () => number, wanted: number): Promise<void> {
  const end = Date.now() + patience;
  while (count() < wanted) {
    if (Date.now() > end) throw new Error(`${count()} of ${wanted} parts went by`);
    await new Promise((wake) => setTimeout(wake, 50));
  }
}

interface Way {
  /** Seconds in both processes together, and MB beyond the start at most in either of them. */
  seconds: number;
  growth: number;
  /** Parts that went by before the browser was killed, and after. */
  before: number;
  after: number;
}

/** Does something in a browser until a share of the parts went by, kills it, and does the rest in another one. */
async function killed(
  profile: Profile,
  which: 'PUT' | 'GET',
  parts: number,
  begin: (page: Page) => Promise<unknown>,
  goOn: (page: Page) => Promise<unknown>,
  check: () => Promise<unknown> = async () => {},
): Promise<Way> {
  const at = Math.floor(parts * 0.4);
  const way: Way = { seconds: 0, growth: 0, before: 0, after: 0 };
  const timed = async (page: Page, work: () => Promise<unknown>) => {
    const start = performance.now();
    const grown = await growth(browserPid(profile.path), work);
    way.growth = Math.max(way.growth, grown);
    way.seconds += (performance.now() - start) / 1_000;
    if (page.isClosed()) throw new Error('the page closed by itself');
  };
  await inBrowser(profile, async (page) => {
    await openAgain(page);
    const count = countParts(page);
    await timed(page, async () => {
      await begin(page);
      await untilCount(() => count[which], at);
    });
    way.before = count[which];
    progress(`killed after ${way.before} of ${parts} parts`);
    await killBrowser(profile, page);
  });
  await inBrowser(profile, async (page) => {
    await openAgain(page);
    const count = countParts(page);
    await timed(page, () => goOn(page));
    way.after = count[which];
    await check();
  });
  progress(
    `${way.after} parts after; ${way.seconds.toFixed(0)} s; ${way.growth.toFixed(0)} MB beyond the start at most`,
  );
  // A few were on their way when it was killed.
  if (way.before + way.after > parts + 24)
    throw new Error(`${which}: ${way.before} parts and ${way.after} more, of ${parts}`);
  return way;
}

let address = '';
const openAgain = async (page: Page) => {
  await page.goto(address);
  await documents(page).waitFor({ state: 'attached', timeout: 60_000 });
};

async function up(profile: Profile, path: string, parts: number): Promise<Way> {
  return killed(
    profile,
    'PUT',
    parts,
    (page) => documents(page).setInputFiles(path),
    async (page) => {
      const again = tray(page).getByRole('button', { name: /^Choose the file again/ });
      // What is small enough is kept on the device, and goes on by itself.
      const first = await Promise.race([
        again.waitFor({ timeout: patience }).then(() => 'asked' as const),
        page
          .getByText('Uploads finished')
          .waitFor({ timeout: patience })
          .then(() => 'done' as const),
      ]);
      progress(`then: ${first}`);
      if (first === 'done') return;
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), again.click()]);
      await chooser.setFiles(path);
      await page.getByText('Uploads finished').waitFor({ timeout: patience });
    },
  );
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: /^Download/ }).click();
}

async function saved(page: Page, start: () => Promise<unknown>): Promise<Download> {
  const coming = page.waitForEvent('download', { timeout: patience });
  await start();
  const download = await coming;
  await download.path();
  return download;
}

/** Hashes what was saved, and deletes it. */
async function digestOfSaved(download: Download): Promise<{ digest: string; bytes: number }> {
  const path = await download.path();
  const result = { digest: await digestOfFile(path), bytes: (await stat(path)).size };
  await download.delete();
  return result;
}

async function down(profile: Profile, name: string, parts: number, digest: string): Promise<Way> {
  let download: Download | undefined;
  return killed(
    profile,
    'GET',
    parts,
    (page) => choose(page, name),
    async (page) => {
      download = await saved(page, () => choose(page, name));
    },
    async () => {
      if ((await digestOfSaved(download!)).digest !== digest) throw new Error('other bytes were saved');
    },
  );
}

/** Uploads files into a folder by the client, and packs it in the page. */
async function pack(profile: Profile, world: World, folder: Folder): Promise<Figure[]> {
  for (let i = 0; i < packedCount; i++) {
    const path = await numbered(folder, `${i}.bin`, packedSize);
    await uploadFrom(path, world);
  }
  let seconds = 0;
  let bytes = 0;
  let grown = 0;
  await inBrowser(profile, async (page) => {
    await openAgain(page);
    await page.getByRole('checkbox', { name: 'Select all' }).check();
    const start = performance.now();
    let download: Download | undefined;
    grown = await growth(browserPid(profile.path), async () => {
      download = await saved(page, () =>
        page
          .getByRole('status')
          .filter({ hasText: 'selected' })
          .locator('..')
          .getByRole('button', { name: 'Download' })
          .click(),
      );
    });
    seconds = (performance.now() - start) / 1_000;
    bytes = (await digestOfSaved(download!)).bytes;
  });
  if (bytes < packedCount * packedSize) throw new Error(`the archive has ${bytes} bytes`);
  return [
    loneFigure(`${gibibytes(packedCount * packedSize)} packed and saved`, seconds, { unit: 's', target: '' }),
    loneFigure('memory beyond the start at most', grown, { unit: 'MB', target: 'flat' }),
  ];
}

const gibibytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GiB`;

const figuresOf = (what: string, { seconds, growth: most, before, after }: Way, parts: number): Figure[] => [
  loneFigure(`${gibibytes(whole)} ${what}, killed on its way`, seconds, {
    unit: 's',
    target: '',
    note: `${(whole / 1e6 / seconds).toFixed(0)} MB/s; ${before} of ${parts} parts before, ${after} after`,
  }),
  loneFigure('memory beyond the start at most', most, { unit: 'MB', target: 'flat' }),
];

await buildIfNeeded();
await report('Files that no memory holds', async () => {
  const folder = freshFolder('files');
  const world = await startWorld(100);
  const [first, second] = world.projectIds.map((id) => ({ ...world, projectIds: [id] })) as [World, World];
  const parts = Math.ceil(whole / (4 * mebibyte));
  const figures: Figure[] = [];
  const proofs: string[] = [];
  await withFresh(async (profile) => {
    await inBrowser(profile, async (page) => {
      await openDocuments(page, first);
      address = page.url();
    });
    const path = await numbered(folder, 'large.bin', whole);
    const digest = await digestOfFile(path);
    progress(`${gibibytes(whole)} up`);
    figures.push(...figuresOf('up', await up(profile, path, parts), parts));
    progress(`${gibibytes(whole)} down`);
    figures.push(...figuresOf('down', await down(profile, 'large.bin', parts, digest), parts));
    proofs.push('the browser saved exactly what was uploaded');
  });
  await withFresh(async (profile) => {
    await inBrowser(profile, async (page) => {
      await openDocuments(page, second);
      address = page.url();
    });
    progress('archive');
    figures.push(...(await pack(profile, second, folder)));
    proofs.push('the archive has all bytes');
  });
  return { figures, proofs };
});
