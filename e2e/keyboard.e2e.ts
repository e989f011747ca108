/** The main job without a mouse: people who work by keyboard reach everything, and see where they are. */
import { expect, test } from './fixture.ts';
import { Keys } from './person/keys.ts';

test('a workspace is worked in with the keyboard alone', async ({ founder, another }) => {
  const home = await founder('Ada', 'Schreinerei Berg');
  const ada = await another(home);
  const { page } = ada;
  const keys = new Keys(page);

  await page.goto('/login');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await keys.type(ada.who.email);
  await keys.press('Tab');
  await keys.type(ada.who.password);
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your workspaces' })).toBeVisible();
  await keys.tabTo(/Schreinerei Berg/);
  expect(await keys.showsFocus()).toBe(true);
  await keys.press('Enter');
  await ada.isIn('Schreinerei Berg');

  await keys.choose('New');
  await expect(page.getByRole('menuitem', { name: 'Project' })).toBeVisible();
  while ((await keys.focused()) !== 'Project') await keys.press('ArrowDown');
  await keys.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New project' })).toBeVisible();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await keys.type('Küche Lind');

  // A link in its description: neither an invalid address nor the way back loses any of the form's content.
  const form = page.getByRole('dialog', { name: 'New project' });
  await keys.choose('Link');
  await expect(form.getByLabel('Address of the link')).toBeFocused();
  await keys.type('nonsense');
  await keys.press('Enter');
  await expect(form.getByText('Invalid URL')).toBeVisible();
  await expect(form.getByLabel('Address of the link')).toBeFocused();
  await keys.press('Escape');
  await expect(form.getByLabel('Address of the link')).toHaveCount(0);
  await keys.choose('Link');
  await expect(form.getByLabel('Address of the link')).toBeFocused();
  await keys.type('lind.example');
  await keys.press('Enter');
  await expect(form.getByRole('link', { name: 'lind.example' })).toBeVisible();
  await expect(form.getByLabel('Name')).toHaveValue('Küche Lind');
  await keys.press('Control+Enter');
  await expect(ada.projects.heading('Küche Lind')).toBeVisible();

  await keys.choose('Tasks');
  await keys.tabTo('Add a task and press Enter');
  await keys.type('Maß nehmen');
  await keys.press('Enter');
  await keys.type('Fronten bestellen');
  await keys.press('Enter');
  await expect(ada.tasks.row('Fronten bestellen')).toBeVisible();

  // One stop of Tab for each row; the arrows reach what else it has, and the next one.
  await keys.tabTo('Maß nehmen');
  expect(await keys.showsFocus()).toBe(true);
  await keys.press('ArrowLeft');
  expect(await keys.focused()).toBe('Status of Maß nehmen: To Do');
  await keys.press('ArrowRight');
  await keys.press('Tab');
  expect(await keys.focused()).toBe('Fronten bestellen');
  await keys.press('ArrowUp');
  await keys.press('Enter');
  await expect(ada.tasks.title).toHaveValue('Maß nehmen');
  await keys.tabTo('Title');
  await keys.press('End');
  await keys.type(' und prüfen');
  await keys.press('Control+Enter');
  // Esc closes the sheet though what had the focus is gone.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await keys.press('Escape');
  await expect(ada.tasks.row('Maß nehmen und prüfen')).toBeVisible();
  await expect.poll(() => keys.focused()).toBe('Maß nehmen und prüfen');
  await page.goBack();
  await expect(ada.projects.heading('Küche Lind')).toBeVisible();
  await expect(page).not.toHaveURL(/panel=/);
  await page.goForward();

  // What is typed while the search opens is its own.
  await keys.press('Control+k');
  await keys.type('cmaß');
  await expect(page.getByPlaceholder('Search, go to or do')).toHaveValue('cmaß');
  await keys.press('Escape');

  await keys.choose('Documents');
  await keys.choose('New folder');
  await expect(page.getByRole('dialog', { name: 'New folder' }).getByLabel('Name')).toBeFocused();
  await keys.type('Pläne');
  await keys.press('Enter');
  await expect(ada.documents.row('Pläne')).toBeVisible();

  // The other browser of the same person saw all of it.
  await home.projects.open('Küche Lind', 'Tasks');
  await expect(home.tasks.row('Maß nehmen und prüfen')).toBeVisible();
});
