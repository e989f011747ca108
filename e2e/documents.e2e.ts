/** Files, sealed on the way up and verified on the way down, between two browsers. */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './fixture.ts';
import { memoryOf, peakMemory } from './memory.ts';
import { largePdf, textOf } from './pdf.ts';

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

test('a PDF of several megabytes goes up, is shown, and comes down in another browser as it was', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Plans and Permits');
  await ada.projects.create('Harbour Street');
  const make = ada.page.getByRole('button', { name: 'New', exact: true });
  const folder = ada.page.getByRole('menuitem', { name: 'Folder' });
  await make.click();
  await expect(folder).toHaveCount(0);
  await ada.page.keyboard.press('Escape');
  await ada.projects.show('Harbour Street', 'Documents');
  await make.click();
  await folder.click();
  await expect(ada.page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
  await ada.page.keyboard.press('Escape');
  await ada.documents.createFolder('Drawings');
  await ada.documents.open('Drawings');
  const pdf = await largePdf('Section through the staircase', 5);
  expect(pdf.length).toBeGreaterThan(5 * mebibyte);
  await ada.documents.add(
    { name: 'Staircase.pdf', mimeType: 'application/pdf', buffer: pdf },
    'Staircase.pdf',
  );

  const there = await another(ada);
  await there.signIn();
  await there.openWorkspace('Plans and Permits');
  await there.projects.open('Harbour Street', 'Documents');
  await there.documents.open('Drawings');
  await there.documents.preview('Staircase.pdf');
  await expect(there.page.frameLocator('iframe').getByText('Section through the staircase')).toBeAttached();
  const path = await there.documents.save('Staircase.pdf');
  expect(Buffer.compare(await readFile(path), pdf)).toBe(0);
  expect(await textOf(path)).toContain('Section through the staircase');
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
    const report = { idle, up, down };
    for (const [name, { renderer, browser: all }] of Object.entries(report)) {
      const description = `${name}: renderer ${renderer.toFixed(0)} MiB, all processes ${all.toFixed(0)} MiB`;
      test.info().annotations.push({ type: 'memory', description });
      console.log(description);
    }
    expect(up.renderer - idle.renderer).toBeLessThan(150);
    // What was opened waits a while to be collected: about 320 MiB, whether the file has 200 MB or 600.
    if (process.env.LONG) expect(down.renderer - idle.renderer).toBeLessThan(heavy);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
