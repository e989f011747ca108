/** A link for somebody without an account: made, opened with its password, fetched as it was, taken back. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import { looksFine } from './axe.ts';
import { expect, test } from './fixture.ts';
import { dumpStorage } from './storage.ts';

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('whoever has the address and the password fetches a folder, until it is taken back', async ({
  founder,
  actor,
}) => {
  const ada = await founder('Ada', 'Open Door');
  await ada.projects.create('Annexe');
  await ada.projects.show('Annexe', 'Documents');
  await ada.documents.createFolder('Handover');
  await ada.documents.open('Handover');
  // More than one part.
  const film = randomBytes(5 * 2 ** 20);
  await ada.documents.add({ name: 'Film.mov', mimeType: 'video/quicktime', buffer: film }, 'Film.mov');
  const note = Buffer.from('keys are with the porter');
  await ada.documents.add({ name: 'Note.txt', mimeType: 'text/plain', buffer: note }, 'Note.txt');
  await ada.page.getByRole('navigation', { name: 'Documents' }).getByRole('link').first().click();

  const password = 'Blaue Ameise 7';
  const address = await test.step('the maker decides, and gets an address to hand over', async () => {
    await ada.documents.act('Handover', 'Public link …');
    const dialog = ada.page.getByRole('dialog', { name: 'Public links to “Handover”' });
    await dialog.getByLabel('Password (optional)').fill('short');
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    await expect(dialog.getByText('Must be at least 8 characters')).toBeVisible();
    await dialog.getByLabel('Password (optional)').fill(password);
    await dialog.getByRole('button', { name: 'Make a link' }).click();
    const made = await dialog.getByLabel('Address').inputValue();
    await expect(dialog.getByText('not fetched yet')).toBeVisible();
    await expect(dialog.getByLabel('Password (optional)')).toHaveValue('');
    await looksFine(ada.page, 'the links of a folder');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    return made;
  });

  const gil = await actor('Gil');
  const { page, guard } = gil;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  // The browser itself complains about refusals.
  guard.expect(/status of 403/);
  await test.step('without the password it opens nothing', async () => {
    await page.goto(address);
    await page.getByLabel('Password', { exact: true }).fill('Blaue Biene 7');
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByText('The password is not correct')).toBeVisible();
    await looksFine(page, 'the password of a link');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect(page.getByRole('heading', { name: 'Handover' })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Contents' }).getByRole('listitem')).toHaveText([
      /Film\.mov/,
      /Note\.txt/,
    ]);
    await looksFine(page, 'an open link');
  });

  await test.step('one file, and all of them as an archive, come as they were', async () => {
    let download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Film.mov' }).click();
    expect(hashOf(readFileSync(await (await download).path()))).toBe(hashOf(film));
    await expect(page.getByText('“Film.mov” was downloaded')).toBeVisible();
    download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download all 2 files (ZIP)' }).click();
    const archive = await download;
    expect(archive.suggestedFilename()).toBe('Handover.zip');
    const files = unzipSync(readFileSync(await archive.path()));
    expect(Object.entries(files).map(([name, bytes]) => [name, hashOf(bytes)])).toEqual([
      ['Film.mov', hashOf(film)],
      ['Note.txt', hashOf(note)],
    ]);
  });

  await test.step('the page asks for no session and leaves nothing behind', async () => {
    const calls = asked.filter((path) => path.startsWith('/api/'));
    expect(calls.filter((path) => !/^\/api\/(links|blob)\//.test(path))).toEqual([]);
    expect(calls.filter((path) => path.endsWith('/fetches'))).toHaveLength(1);
    expect((await dumpStorage(page)).values).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

  await test.step('it is taken back on the page of all links, at once', async () => {
    const { page: admin } = ada;
    await admin.goto(`${new URL(admin.url()).pathname.split('/').slice(0, 2).join('/')}/settings/links`);
    const row = admin.getByRole('list', { name: 'Public links' }).getByRole('listitem');
    await expect(row).toContainText('fetched 1 time');
    await expect(row).toContainText('with a password');
    await row.getByRole('button', { name: 'Revoke the link to Handover' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(admin.getByText('There are no links.')).toBeVisible();
    await ada.isSettled();
    guard.expect(/status of 410/);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'This link does not open any more' })).toBeVisible();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.getByRole('heading', { name: 'Dieser Link öffnet nichts mehr' })).toBeVisible();
    await looksFine(page, 'a link that was taken back');
  });
});
