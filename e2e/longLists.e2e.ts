/** Lists that are too long for the page: what is near the window is there, and the keyboard reaches the rest. */
import { createProject } from '@kontor/client/nouns/project';
import { expect, test } from './fixture.ts';
import { textOf } from './pdf.ts';
import { inNode } from './person/inNode.ts';

const count = 400;

test('a list of hundreds shows what is near the window, and keys reach the rest', async ({
  founder,
}, info) => {
  const ada = await founder('Ada', 'Long Haul');
  const actor = await inNode(ada.origin, ada);
  const workspace = await actor.open(actor.session.workspaces.list[0]!.id);
  const project = createProject(workspace, { name: 'Hundreds' });
  const createdBy = actor.session.user!.id;
  workspace.transaction(() => {
    for (let n = 0; n < count; n++)
      workspace.create('task', project.id, {
        title: `Task ${n}`,
        status: n < count / 2 ? 'TODO' : 'DONE',
        assigneeIds: [],
        order: `a${String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))}`,
        createdBy,
      });
  });
  await workspace.outbox.sent();
  await ada.projects.open('Hundreds', 'Tasks');
  const { page, tasks } = ada;
  const group = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(group('To Do').getByRole('heading')).toContainText('200');
  await expect(ada.tasks.row('Task 0')).toHaveAttribute('aria-setsize', '200');
  await expect(ada.tasks.row('Task 0')).toHaveAttribute('aria-posinset', '1');
  expect(await page.locator('main li').count()).toBeLessThan(60);
  // Of a group far below there is nothing but its room.
  await expect(group('Done').locator('[data-row]')).toHaveCount(0);

  const title = (name: string) => page.getByRole('link', { name, exact: true });
  await title('Task 0').focus();
  await page.keyboard.press('ArrowDown');
  await expect(title('Task 1')).toBeFocused();
  await page.keyboard.press('End');
  await expect(title('Task 399')).toBeFocused();
  await expect(title('Task 399')).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(title('Task 398')).toBeFocused();

  // Who scrolls away goes on from the row that has the focus.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(ada.tasks.row('Task 0')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await expect(title('Task 397')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(title('Task 0')).toBeFocused();

  // To the end of another group, and on from there; a sheet gives the focus back.
  await page.keyboard.press('Alt+ArrowRight');
  await expect(group('In Progress')).toContainText('Task 0');
  await expect(title('Task 0')).toBeFocused();
  await expect(group('To Do').getByRole('heading')).toContainText('199');
  await page.keyboard.press('Enter');
  await expect(ada.tasks.title).toHaveValue('Task 0');
  await ada.tasks.close();
  await expect(title('Task 0')).toBeFocused();

  // Paper has no window: all rows are printed, and then only those near it are in the page again.
  const paper = async () => {
    const path = info.outputPath('printed.pdf');
    await page.pdf({ path, printBackground: true });
    return await textOf(path);
  };
  const everything = await paper();
  for (let n = 0; n < count; n++) expect(everything).toMatch(new RegExp(`\\bTask ${n}\\b`));
  // Without what leads elsewhere.
  for (const link of ['Skip to content', 'Overview', 'Chat']) expect(everything).not.toContain(link);
  expect(await page.locator('main li').count()).toBeLessThan(60);
  await title('Task 0').click();
  await tasks.description.fill(Array.from({ length: 80 }, (_, n) => `Line ${n} of it`).join('\n'));
  await expect(tasks.description).toContainText('Line 79 of it');
  // An open task is printed whole, and not the list behind it.
  const task = await paper();
  for (const n of [0, 40, 79]) expect(task).toContain(`Line ${n} of it`);
  expect(task).not.toContain('Task 399');
});

test('a file that somebody is led to stands in the window, and its preview offers what its row does', async ({
  founder,
}) => {
  const ada = await founder('Ada', 'Far Down');
  const actor = await inNode(ada.origin, ada);
  const workspace = await actor.open(actor.session.workspaces.list[0]!.id);
  const project = createProject(workspace, { name: 'Archive' });
  const name = (n: number) => `Plan ${String(n).padStart(3, '0')}.bin`;
  const ids: string[] = [];
  workspace.transaction(() => {
    for (let n = 0; n < count; n++)
      ids.push(workspace.create('document', project.id, { kind: 'file', name: name(n) }).id);
  });
  await workspace.outbox.sent();
  const { page } = ada;
  const link = (n: number) => page.getByRole('link', { name: name(n), exact: true });
  const lead = async (n: number) => {
    await page.goto(`/${workspace.id}/projects/${project.id}/documents?file=${ids[n]}`);
    await expect(page.getByRole('heading', { name: name(n) })).toBeInViewport();
    await expect(link(n)).toBeInViewport();
  };
  await lead(300);
  // It is led to once: whoever scrolls on stays there.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(link(0)).toBeInViewport();

  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByRole('button', { name: `Actions for ${name(300)}` }).click();
  await page.keyboard.press('ArrowDown');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await dialog.getByLabel('Name').fill('Found.bin');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(preview.getByRole('heading', { name: 'Found.bin' })).toBeVisible();

  await page.getByRole('button', { name: 'Show as pictures' }).click();
  await lead(200);
});
