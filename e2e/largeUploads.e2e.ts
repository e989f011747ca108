/** Much at once: a folder of photographs in a browser that is killed, and one large file in little memory. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from './fixture.ts';
import { isPart } from './isPart.ts';
import { memoryOf, peakMemory } from './memory.ts';
import { killBrowser, startBrowser } from './ownBrowser.ts';
import { Person } from './person/person.ts';

// A trace would hold every byte of what is uploaded.
test.use({ trace: 'off' });

const mebibyte = 2 ** 20;

/** Writes a file of random bytes, piece by piece. Returns its SHA-256. */
async function writeRandom(path: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  for (let at = 0; at < size; at += mebibyte) {
    const bytes = randomBytes(Math.min(mebibyte, size - at));
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

const photographs = process.env.LONG ? 400 : 120;
const bytesOfEach = 2_000_000;
/** ms within which all of them are sent on a busy machine. */
const patience = 240_000 + photographs * 1_000;

test(`${photographs} photographs in a dropped folder are all there after a crash, and none has to be chosen again`, async ({
  firm,
  product,
  launchOptions,
}) => {
  test.setTimeout(3 * patience);
  const folder = mkdtempSync(join(tmpdir(), 'kontor-photographs-'));
  const profile = mkdtempSync(join(tmpdir(), 'kontor-profile-'));
  const { id, people } = await firm('Long Exposure', ['Ada']);
  const [actor] = people;
  try {
    const hashes = new Map<string, string>();
    for (let i = 0; i < photographs; i++) {
      const name = `IMG_${1_000 + i}.jpg`;
      hashes.set(name, await writeRandom(join(folder, name), bytesOfEach));
    }
    const first = await startBrowser(profile, product.url, launchOptions);
    let there = new Person(await first.context.newPage(), first.guard, actor!.person);
    await there.signIn();
    await there.openWorkspace('Long Exposure');
    await there.projects.create('Roof');
    await there.projects.show('Roof', 'Documents');
    const address = there.page.url();
    const tray = () => there.page.getByRole('complementary', { name: 'Uploads' });
    // The line is cut after a quarter of them.
    let sent = 0;
    await there.page.route(isPart, (route) =>
      route.request().method() !== 'PUT' || sent++ < photographs / 4 ? route.continue() : undefined,
    );
    await there.documents.drop(folder);
    await expect(tray().getByRole('status')).toContainText('Keep Kontor open');
    await expect(tray().getByRole('status')).toContainText('You may close Kontor', { timeout: patience });
    await expect.poll(() => sent).toBeGreaterThan(photographs / 4);
    await killBrowser(first);
    expect(first.guard.verdict()).toEqual([]);

    const second = await startBrowser(profile, product.url, launchOptions);
    there = new Person(await second.context.newPage(), second.guard, actor!.person);
    await there.page.goto(address);
    // A browser that is killed may forget the cookie by which it was signed in.
    await expect(tray().or(there.page.getByLabel('E-mail'))).toBeVisible();
    if (!(await tray().isVisible())) await there.signIn();
    await expect(tray().getByRole('heading')).toHaveText(/finished|failed/, { timeout: patience });
    await expect(tray().getByRole('heading')).toHaveText('Uploads finished');
    await there.page.goto(address);
    await there.documents.open(basename(folder));
    await expect(there.documents.row('IMG_1000.jpg')).toBeVisible();
    await second.context.close();
    expect(second.guard.verdict()).toEqual([]);

    const workspace = await actor!.open(id);
    await workspace.pull();
    const { downloads } = await workspace.files();
    const stored = workspace.collections.document.all().filter(({ name }) => name.endsWith('.jpg'));
    expect(stored).toHaveLength(photographs);
    for (const document of stored) {
      const bytes = Buffer.from(await (await downloads.blob(document)).arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex'), document.name).toBe(hashes.get(document.name));
      hashes.delete(document.name);
    }
    expect([...hashes.keys()]).toEqual([]);
  } finally {
    for (const each of [folder, profile]) rmSync(each, { recursive: true, force: true });
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
    const hash = await writeRandom(file, heavy * mebibyte);
    const idle = await memoryOf(browser);
    const up = await peakMemory(browser, () => ada.documents.add(file, 'noise.bin', 200_000));
    let saved = '';
    const down = await peakMemory(browser, async () => {
      saved = await ada.documents.save('noise.bin', 200_000);
    });
    expect(await hashOf(saved)).toBe(hash);

    // What is not what was uploaded is not left as a file; what is stopped in the browser stops here.
    const { page } = ada;
    await page.route(isPart, async (route) => {
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
    await page.unroute(isPart);
    let count = 0;
    await page.route(isPart, (route) => (++count < 6 ? route.continue() : undefined));
    const download = await begun();
    const line = page
      .getByRole('complementary', { name: 'Downloads' })
      .getByText('noise.bin', { exact: true });
    await expect(line).toBeVisible();
    await expect.poll(() => count).toBeGreaterThan(5);
    await download.cancel();
    await expect(line).toHaveCount(0);
    await page.unroute(isPart);

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
