/** A private project among three people at once: who sees it, and what happens on their screens when that changes. */
import { expect, test } from './fixture.ts';

test('a private project is there for its members alone, and follows who they are', async ({ firm }) => {
  const { people, enter } = await firm('Berg & Töchter', ['Ada', 'Ben', 'Cora']);
  const [ada, ben, cora] = [await enter(people[0]!), await enter(people[1]!), await enter(people[2]!)];
  const { page } = ada;
  await ada.projects.create('Nachfolge', { onlyWith: 'Ben Berg' });
  await expect(page.getByRole('img', { name: /^Private:/ })).toBeVisible();
  await ada.projects.show('Nachfolge', 'Tasks');
  const url = page.url();

  await ben.projects.open('Nachfolge', 'Tasks');
  // Without a project to read, a first page still has everything else.
  await expect(cora.page.getByText('There are no projects yet.')).toBeVisible();
  await expect(cora.page.getByRole('region', { name: 'Recent documents' })).toBeVisible();
  const list = cora.page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Projects' });
  await list.click();
  await expect(cora.page.getByText('There are no projects yet.')).toBeVisible();

  const edit = async (change: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Actions for Nachfolge' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await change();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await edit(() => ada.projects.chooseMember('Cora Berg'));
  await expect(cora.projects.row('Nachfolge')).toBeVisible();
  await cora.projects.open('Nachfolge');
  await expect(cora.page.getByText('Your access here comes from Ada Berg.')).toBeVisible();
  await cora.projects.show('Nachfolge', 'Tasks');

  // Ben has it open, and a half-written task in it.
  await edit(async () => {
    const dialog = page.getByRole('dialog', { name: 'Edit project' });
    await dialog.getByRole('combobox', { name: 'Members' }).click();
    const pill = dialog.locator('.mantine-Pill-root').filter({ hasText: 'Ben Berg' });
    await pill.locator('button').click();
    await page.keyboard.press('Escape');
  });
  await expect(ben.page.getByText('You cannot read this project any more.')).toBeVisible();
  await expect(ben.projects.heading('Nachfolge')).toBeHidden();
  await expect(cora.projects.heading('Nachfolge')).toBeVisible();
  await ben.page.goto(url);
  await expect(ben.page.getByText('You cannot read this project any more.')).toBeVisible();

  // Opened to everybody, after a question that says so.
  await edit(async () => {
    await page.getByRole('dialog').getByLabel('Everybody who works here').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Open to everybody' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Actions for Nachfolge' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
  });
  await expect(ben.projects.heading('Nachfolge')).toBeVisible();
  await expect(ben.page.getByRole('img', { name: /^Private:/ })).toBeHidden();
});
