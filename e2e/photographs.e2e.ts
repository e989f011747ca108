/**
 * A folder of photographs, dragged in where the line breaks: all of them are on the device, and go on by themselves after
 * a reload.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from './fixture.ts';

// A trace would hold every byte of what is uploaded.
test.use({ trace: 'off' });

/** More of them than this a page of a private window, as scenarios have it, may not keep: 1.6 GB. */
const [photographs, bytesOfEach] = process.env.LONG ? [800, 1_800_000] : [400, 2_000_000];
/** ms within which all of them are kept, or sent, on a busy machine. */
const patience = photographs * 300;

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
    const isPart = (url: URL) => url.searchParams.has('X-Amz-Signature');
    await page.route(isPart, (route) => route.abort('internetdisconnected'));
    for (let i = 0; i < photographs; i++)
      writeFileSync(join(folder, `IMG_${1_000 + i}.jpg`), randomBytes(bytesOfEach));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload folder' }).click();
    await (await chooser).setFiles(folder);
    await expect(tray.getByRole('heading')).toHaveText('Uploads are paused', { timeout: patience });
    const kept = () =>
      page.evaluate(async () => {
        const { name } = (await indexedDB.databases()).find((each) => each.name!.startsWith('kontor-'))!;
        return new Promise<number>((resolve) => {
          indexedDB.open(name!).onsuccess = ({ target }) => {
            const database = (target as IDBOpenDBRequest).result;
            const request = database.transaction('body').objectStore('body').count();
            request.onsuccess = () => {
              database.close();
              resolve(request.result);
            };
          };
        });
      });
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
