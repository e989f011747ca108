/** Finding things as one types: by a misspelt half of a word, by filters, offline, and again after a restart. */
import { createRoom } from '@kontor/client/nouns/room';
import { v7 as uuidv7 } from 'uuid';
import { looksFine } from './axe.ts';
import { expect, test } from './fixture.ts';
import { Projects } from './person/projects.ts';
import { Tasks } from './person/tasks.ts';

test.use({ loadsAhead: true });

test('what one can read is found in one line, typos and all, without a connection', async ({ founder }) => {
  const ada = await founder('Ada', 'Suchwerk');
  const { page } = ada;
  const projects = new Projects(page);
  const tasks = new Tasks(page);
  await projects.create('Umbau Praxis', { description: 'Mit Wasserwaage und Geduld' });
  await projects.show('Umbau Praxis', 'Tasks');
  await tasks.add('Schlussrechnung schreiben');
  await ada.isSettled();

  const field = page.getByPlaceholder('Search, go to or do');
  const hit = (name: string) => page.locator('[data-action]').filter({ hasText: name });
  const search = async (typed: string) => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await field.fill(typed);
  };

  await test.step('a misspelt half of a word, with its place, and marked', async () => {
    await search('rechnugn');
    await expect(hit('Schlussrechnung schreiben')).toContainText('Umbau Praxis');
    await expect(hit('Schlussrechnung schreiben').locator('mark')).toHaveText('Schlussrechnung');
    await field.fill('wasserwage');
    await expect(hit('Umbau Praxis').locator('mark')).toHaveText('Wasserwaage');
  });

  await test.step('narrowed by what is typed, and by chips', async () => {
    await field.fill('type:projects rechnung');
    await expect(page.getByText('Nothing found.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Projects' }).click();
    await expect(hit('Schlussrechnung schreiben')).toBeVisible();
    await expect(field).toHaveValue('rechnung');
    await field.fill('in:umbau von:ada');
    await expect(hit('Schlussrechnung schreiben')).toBeVisible();
  });

  await test.step('all results have an address without what was looked for', async () => {
    await field.fill('rechnung');
    await hit('All results').click();
    await expect(page).toHaveURL(/\/search$/);
    await expect(page.getByRole('textbox', { name: 'Search everything' })).toHaveValue('rechnung');
    await page.getByRole('link', { name: 'Schlussrechnung schreiben' }).click();
    await expect(tasks.title).toHaveValue('Schlussrechnung schreiben');
    await tasks.close();
    await page.keyboard.press('/');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('');
    await page.keyboard.press('Escape');
  });

  await test.step('offline, and what has just changed', async () => {
    await projects.open('Umbau Praxis', 'Tasks');
    await ada.isAtHand();
    // The browser itself complains about what it cannot reach.
    ada.guard.expect(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await expect(ada.lineSays(/^Offline/)).toBeVisible();
    await tasks.add('Mahnung entwerfen');
    await search('mahnugn');
    await expect(hit('Mahnung entwerfen')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.context().setOffline(false);
    await ada.isSettled();
  });

  await test.step('a list of tasks, by the same index', async () => {
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('rechnugn');
    await expect(page.getByRole('link', { name: 'Mahnung entwerfen' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Schlussrechnung schreiben' })).toBeVisible();
  });
});

test('says how far back messages are found, and looks further back when asked', async ({ firm }) => {
  const { id, people, enter } = await firm('Bautagebuch', ['Ada', 'Ben']);
  const workspace = await people[0]!.open(id);
  const by = { userId: people[0]!.session.user!.id, at: Date.now() };
  const room = createRoom(workspace, { name: 'Baustelle', memberIds: [] }, 'open', by);
  const said = (text: string) => ({
    userId: by.userId,
    notifyIds: [],
    createdAt: Date.now(),
    content: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
  });
  // What is older than a year is not fetched by itself.
  const start = Date.UTC(2024, 0, 1);
  for (let i = 0; i < 12; i++)
    workspace.transaction(() => {
      for (let j = 100 * i; j < 100 * (i + 1); j++)
        workspace.create('message', room, {
          ...said(`Dachlatte ${j}`),
          id: uuidv7({ msecs: start + 60_000 * j }),
        });
    });
  await workspace.outbox.sent();
  const { page } = await enter(people[1]!);
  await page.goto(`/${id}/search`);
  const field = page.getByRole('textbox', { name: 'Search everything' });
  await field.fill('dachlatte');
  await expect(page.getByText('Messages are found back to')).toBeVisible();
  await page.getByRole('button', { name: 'Look further back' }).click();
  await expect(page.getByText('1,200 results')).toBeVisible();
  await expect(page.getByText('Messages are found back to')).toHaveCount(0);

  await page.goto(`/${id}/chat/${room}`);
  await page.getByRole('button', { name: 'Actions for Baustelle' }).click();
  await page.getByRole('menuitem', { name: 'Search in this room' }).click();
  await expect(page.getByRole('button', { name: 'Remove within #Baustelle' })).toBeVisible();
  await expect(field).toHaveValue('in:#Baustelle ');
});

test('a file is found among the documents of its project by what is in it', async ({ founder }) => {
  const ada = await founder('Ada', 'Ablage');
  const { page, documents } = ada;
  await ada.projects.create('Annexe');
  await ada.projects.show('Annexe', 'Documents');
  await documents.createFolder('Contracts of the year');
  await documents.createFolder('Photos');
  await documents.open('Contracts of the year');
  const buffer = Buffer.from('Forty square metres of slate');
  await documents.add({ name: 'Offer.txt', mimeType: 'text/plain', buffer }, 'Offer.txt');
  await page.getByRole('navigation', { name: 'Documents' }).getByRole('link').first().click();
  const field = page.getByRole('searchbox', { name: 'Search documents' });
  const rows = page.getByRole('table', { name: 'Documents' }).getByRole('row');

  await test.step('with the folder in which it lies, on a screen and on a phone', async () => {
    await field.fill('slate');
    await expect(documents.row('Offer.txt')).toContainText('Contracts of the year');
    // The row of the headings is one.
    await expect(rows).toHaveCount(2);
    await looksFine(page, 'documents that were found');
    await field.fill('nowhere');
    await expect(page.getByText('No document matches “nowhere”.')).toBeVisible();
  });

  await test.step('by keyboard it opens, and its folder shows what lies there', async () => {
    await field.fill('slate');
    await expect(documents.row('Offer.txt')).toBeVisible();
    await field.press('Enter');
    await expect(page.getByRole('button', { name: 'Close preview' })).toBeVisible();
    await page.keyboard.press('Escape');
    await field.fill('photos');
    await expect(rows).toHaveCount(2);
    await field.press('Enter');
    await expect(page.getByText('This folder is empty.')).toBeVisible();
    await expect(field).toHaveValue('');
    await page.goBack();
    await expect(field).toHaveValue('photos');
    await field.fill('slate');
    await documents.row('Offer.txt').getByRole('link', { name: 'Contracts of the year' }).click();
    await expect(field).toHaveValue('');
    await expect(documents.row('Offer.txt')).toBeVisible();
  });
});
