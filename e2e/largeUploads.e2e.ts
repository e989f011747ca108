/** Much at once: a folder of photographs over a line that breaks, and one large file in little memory. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from './fixture.ts';
import { memoryOf, peakMemory } from './memory.ts';
import { countRows } from './storage.ts';

// A trace would hold every byte of what is uploaded.
test.use({ trace: 'off' });

const mebibyte = 2 ** 20;

/** A file of random bytes, made piece by piece; its SHA-256. */
async function writeRandom(path: string, mebibytes: number): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  for (let piece = 0; piece < mebibytes; piece++) {
    const bytes = randomBytes(mebibyte);
    hash.update(bytes);
    await file.write(bytes);
  }
  await file.close();
  return hash.digest('hex');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** More of them than this a page of a private window, as scenarios have it, may not keep: 1.6 GB. */
const [photographs, bytesOfEach] = process.env.LONG ? [800, 1_800_000] : [400, 2_000_000];
/** ms within which all of them are kept, or sent, on a busy machine. */
const patience = photographs * 1_000;

test(`${photographs} photographs are all there after a reload, and none has to be chosen again`, async ({
  founder,
}) => {
  test.setTimeout(3 * patience);
  const folder = mkdtempSync(join(tmpdir(), 'kontor-e2e-'));
  try {
    const ada = await founder('Ada', 'Long Exposure');
    await ada.projects.create('Roof');
    await ada.projects.show('Roof', 'Documents');
    const { page, documents } = ada;
    const tray = page.getByRole('complementary', { name: 'Uploads' });
    ada.guard.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
    // A private window on a busy machine lets go of some of them; they are sealed anew.
    ada.guard.allow(/ERR_BLOB_OUT_OF_MEMORY/);
    const isPart = (url: URL) => url.searchParams.has('X-Amz-Signature');
    await page.route(isPart, (route) => route.abort('internetdisconnected'));
    for (let i = 0; i < photographs; i++)
      writeFileSync(join(folder, `IMG_${1_000 + i}.jpg`), randomBytes(bytesOfEach));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload folder' }).click();
    await (await chooser).setFiles(folder);
    await expect(tray.getByRole('heading')).toHaveText('Uploads are paused', { timeout: patience });
    const kept = () => countRows(page, 'part');
    await expect.poll(kept, { timeout: patience }).toBe(photographs);

    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    await (await asked).accept();
    await reloaded;
    await expect(tray.getByRole('listitem').filter({ hasText: 'Paused' }).first()).toBeVisible();
    await expect(tray.getByText('Choose the file again')).toHaveCount(0);
    // They go on by themselves.
    await page.unroute(isPart);
    await expect(tray.getByRole('heading')).toHaveText('Uploads finished', { timeout: patience });
    await documents.open(basename(folder));
    await expect(documents.row('IMG_1000.jpg')).toBeVisible();
    expect(await kept()).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Large enough, in the long form, that a renderer which kept the file could not hide it in its garbage. */
const heavy = process.env.LONG ? 600 : 200;

test(`${heavy} MB go up and come down while the browser stays small`, async ({ browser, founder }) => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-e2e-'));
  try {
    const ada = await founder('Ada', 'Heavy Goods');
    await ada.projects.create('Archive');
    await ada.projects.show('Archive', 'Documents');
    const file = join(folder, 'noise.bin');
    const hash = await writeRandom(file, heavy);
    const idle = await memoryOf(browser);
    const up = await peakMemory(browser, () => ada.documents.add(file, 'noise.bin', 200_000));
    let saved = '';
    const down = await peakMemory(browser, async () => {
      saved = await ada.documents.save('noise.bin', 200_000);
    });
    expect(await hashOf(saved)).toBe(hash);

    // What is not what was uploaded is not left as a file; what is stopped in the browser stops here.
    const { page } = ada;
    const parts = /X-Amz-Signature/;
    await page.route(parts, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.body()).fill(0) });
    });
    const begun = async () => {
      const coming = page.waitForEvent('download');
      await ada.documents.act('noise.bin', 'Download');
      return coming;
    };
    expect(await (await begun()).failure()).toBeTruthy();
    await expect(page.getByText('File is damaged or was replaced; nothing was saved.')).toBeVisible();
    await page.unroute(parts);
    let count = 0;
    await page.route(parts, (route) => (++count < 6 ? route.continue() : undefined));
    const download = await begun();
    const line = page
      .getByRole('complementary', { name: 'Downloads' })
      .getByText('noise.bin', { exact: true });
    await expect(line).toBeVisible();
    await expect.poll(() => count).toBeGreaterThan(5);
    await download.cancel();
    await expect(line).toHaveCount(0);
    await page.unroute(parts);

    const report = { idle, up, down };
    for (const [name, { renderer, browser: all }] of Object.entries(report)) {
      const description = `${name}: renderer ${renderer.toFixed(0)} MiB, all processes ${all.toFixed(0)} MiB`;
      test.info().annotations.push({ type: 'memory', description });
      console.log(description);
    }
    // A renderer that kept the file would hold all of it, beside the garbage of what it had sealed.
    expect(up.renderer - idle.renderer).toBeLessThan(heavy);
    // What was opened waits a while to be collected: about 320 MiB, whether the file has 200 MB or 600.
    if (process.env.LONG) expect(down.renderer - idle.renderer).toBeLessThan(heavy);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
