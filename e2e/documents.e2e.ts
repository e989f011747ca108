/** Files, sealed on the way up and verified on the way down, between two browsers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from './fixture.ts';
import { isPart } from './isPart.ts';
import { largePdf, noisePng, textOf } from './pdf.ts';

// A trace would hold every byte of what is uploaded.
test.use({ trace: 'off' });

const mebibyte = 2 ** 20;

/** Much larger than a small picture of it. */
const picture = noisePng(500);

/** A square of 16 pixels as AVIF. */
const avif = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAA' +
    'AAAAAAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAJQAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEA' +
    'AGF2MDFDb2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAEAAAABAAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwA' +
    'AAAAE2NvbHJuY2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAALW1kYXQSAAoJGAz/2iAhoNCAMhYfl4eFFd///+LP' +
    'wAB1fVm9zd5vMKVG',
  'base64',
);

test('a PDF of several megabytes goes up, is shown, and comes down in another browser as it was', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Plans and Permits');
  await ada.projects.create('Harbour Street');
  const make = ada.page.getByRole('button', { name: 'New', exact: true });
  const folder = ada.page.getByRole('menuitem', { name: 'Folder', exact: true });
  // On each page of a project; what it makes lies with the documents.
  await make.click();
  await folder.click();
  await expect(ada.page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
  await ada.page.keyboard.press('Escape');
  await ada.projects.show('Harbour Street', 'Documents');
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
  // Esc closes it though nothing has the focus.
  await there.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await there.page.keyboard.press('Escape');
  await expect(there.page.getByRole('button', { name: 'Close preview' })).toBeHidden();
  const path = await there.documents.save('Staircase.pdf');
  expect(Buffer.compare(await readFile(path), pdf)).toBe(0);
  expect(await textOf(path)).toContain('Section through the staircase');
});

test('files have versions, a trash to come back from, words to be found by; folders go up whole and come down packed', async ({
  founder,
  another,
}) => {
  const ada = await founder('Ada', 'Roofs and Gutters');
  await ada.projects.create('Mill Lane');
  await ada.projects.show('Mill Lane', 'Documents');
  const { page, documents } = ada;
  const text = (name: string, content: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from(content),
  });
  const tree = mkdtempSync(join(tmpdir(), 'kontor-e2e-'));

  await test.step('another content of a name becomes the next version; the first comes back', async () => {
    await documents.add(text('Offer.txt', 'slate, forty days'), 'Offer.txt');
    await documents.choose(text('Offer.txt', 'copper, fifty days'));
    const question = page.getByRole('dialog', { name: '“Offer.txt” exists already' });
    await question.getByRole('button', { name: 'Upload', exact: true }).click();
    await expect(documents.upload('Offer.txt').last()).toContainText('Done');
    await documents.act('Offer.txt', 'Versions');
    const versions = page.getByRole('dialog', { name: 'Versions of Offer.txt' });
    await expect(versions.getByRole('listitem')).toHaveCount(2);
    await expect(versions.getByRole('listitem').last()).toContainText('Ada');
    await versions.getByRole('button', { name: 'Restore' }).click();
    await expect(versions.getByRole('listitem')).toHaveCount(2);
    const choose = async (name: string) => {
      await versions.getByRole('button', { name: /^Actions for the version/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await choose('Preview');
    const shown = page.getByRole('dialog', { name: 'Offer.txt', exact: true });
    await expect(shown.frameLocator('iframe').getByText('copper, fifty days')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shown).toBeHidden();
    await choose('Delete');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await expect(versions.getByRole('listitem')).toHaveCount(1);
    await versions.getByRole('button', { name: 'Close' }).last().click();
    expect((await readFile(await documents.save('Offer.txt'))).toString()).toBe('slate, forty days');
  });

  await test.step('what is deleted goes to the trash, and back to where it was', async () => {
    await documents.act('Offer.txt', 'Delete');
    await expect(documents.row('Offer.txt')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(documents.row('Offer.txt')).toBeVisible();
    await documents.act('Offer.txt', 'Delete');
    await expect(documents.row('Offer.txt')).toBeHidden();
    await page.getByRole('link', { name: 'Trash' }).click();
    const trashed = page
      .getByRole('table', { name: 'Trash' })
      .getByRole('row')
      .filter({ hasText: 'Offer.txt' });
    await expect(trashed).toContainText('30 days');
    await expect(trashed).toContainText('Ada');
    await trashed.getByRole('button', { name: 'Actions for Offer.txt' }).click();
    await page.getByRole('menuitem', { name: 'Restore' }).click();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
    await page.getByRole('link', { name: 'Folders' }).click();
    await expect(documents.row('Offer.txt')).toBeVisible();
  });

  await test.step('a folder goes up whole and comes down as an archive', async () => {
    mkdirSync(join(tree, 'Site', 'Photos'), { recursive: true });
    // More than may be chosen one by one; without words, which would take most of the time.
    for (let i = 0; i < 120; i++) writeFileSync(join(tree, 'Site', 'Photos', `${i}.dat`), `photo ${i}`);
    writeFileSync(join(tree, 'Site', 'Report.md'), '# Gutters\n\nThe zinc sheet is *loose*.');
    writeFileSync(join(tree, 'Site', 'Plan.png'), picture);
    writeFileSync(join(tree, 'Site', 'Photo.avif'), avif);
    writeFileSync(join(tree, 'Site', 'Section.pdf'), await largePdf('Section through the gutter', 1));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload folder' }).click();
    await (await chooser).setFiles(join(tree, 'Site'));
    await expect(documents.row('Site')).toBeVisible();
    await expect(page.getByText('Uploads finished')).toBeVisible({ timeout: 120_000 });
    const download = page.waitForEvent('download');
    await documents.act('Site', 'Download as ZIP');
    const saved = await download;
    expect(saved.url()).toContain('/saved/');
    expect(saved.suggestedFilename()).toBe('Site.zip');
    const entries = unzipSync(await readFile(await saved.path()));
    expect(Object.keys(entries).filter((name) => name.endsWith('.dat'))).toHaveLength(120);
    expect(strFromU8(entries['Site/Photos/77.dat']!)).toBe('photo 77');
    expect(Object.keys(entries)).toContain('Site/Report.md');
  });

  await test.step('all of a folder is selected at once, and nothing of it again', async () => {
    await documents.open('Site');
    await page
      .getByRole('table', { name: 'Documents' })
      .getByRole('checkbox', { name: 'Select all' })
      .check();
    const status = page.getByRole('status').filter({ hasText: 'selected' });
    await expect(status).toHaveText('5 selected');
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(status).toHaveCount(0);
  });

  await test.step('a selection goes to the trash and back; what is emptied from it is gone', async () => {
    const table = (name: string) => page.getByRole('table', { name });
    const all = (name: string) => table(name).getByRole('checkbox', { name: 'Select all' });
    const trash = page.getByRole('link', { name: 'Trash' });
    await all('Documents').check();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText(/This folder is empty/)).toBeVisible();
    await trash.click();
    await table('Trash').getByRole('checkbox', { name: 'Select Plan.png' }).check();
    await expect(page.getByText('1 selected')).toBeVisible();
    await all('Trash').check();
    await page.getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
    await page.getByRole('link', { name: 'Folders' }).click();
    await documents.open('Site');
    await expect(table('Documents').getByRole('row')).toHaveCount(6);
    await documents.act('Photos', 'Delete');
    await trash.click();
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click();
    await expect(page.getByText('The trash is empty.')).toBeVisible();
    await page.getByRole('link', { name: 'Folders' }).click();
    await documents.open('Site');
    await expect(table('Documents').getByRole('row')).toHaveCount(5);
  });

  await test.step('what is starred and what changed last is listed; the order by size is kept', async () => {
    await documents.act('Report.md', 'Star');
    const head = page.getByRole('columnheader', { name: 'Size' });
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('link', { name: 'Starred' }).click();
    await expect(documents.row('Report.md')).toBeVisible();
    await expect(documents.row('Plan.png')).toHaveCount(0);
    await page.reload();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await page.getByRole('link', { name: 'Recent' }).click();
    await expect(documents.row('Plan.png')).toBeVisible();
    await expect(head).not.toHaveAttribute('aria-sort');
    await page.getByRole('link', { name: 'Folders' }).click();
    await documents.open('Site');
  });

  await test.step('the words and the picture of a file are read again where they are missing', async () => {
    await documents.add(
      { name: 'plain.bin', mimeType: '', buffer: Buffer.from('Copper, 40 sheets') },
      'plain.bin',
    );
    await documents.act('plain.bin', 'Rename');
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await dialog.getByRole('textbox').fill('plain.txt');
    await page.keyboard.press('Enter');
    await documents.act('plain.txt', 'Make searchable by content');
    await expect(page.getByText('plain.txt can be found by its words now.')).toBeVisible();
  });

  await test.step('another device finds a file by its words, and shows its picture without fetching it', async () => {
    const there = await another(ada);
    await there.signIn();
    await there.openWorkspace('Roofs and Gutters');
    const fetched: number[] = [];
    there.page.on('response', async (response) => {
      if (isPart(new URL(response.url()))) fetched.push(Number(response.headers()['content-length']));
    });
    await there.projects.open('Mill Lane', 'Documents');
    await there.documents.open('Site');
    await there.page.getByRole('button', { name: 'Show as pictures' }).click();
    const card = (name: string) =>
      there.page.getByRole('list', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name });
    for (const name of ['Plan.png', 'Photo.avif']) await expect(card(name).locator('img')).toBeVisible();
    await expect(card('Section.pdf').locator('img')).toBeVisible();
    expect(Math.max(...fetched)).toBeLessThan(picture.length);
    await there.page.keyboard.press('Control+k');
    await there.page.getByPlaceholder('Search, go to or do').fill('zinc loose');
    await expect(there.page.getByText('Report.md').last()).toBeVisible();
  });
  rmSync(tree, { recursive: true });
});
