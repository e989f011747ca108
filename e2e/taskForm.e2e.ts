/** Everything of a task before it is saved, and the task on its way to another project. */
import { createProject, setProjectAccess } from '@kontor/client/nouns/project';
import { expect, test } from './fixture.ts';

test('a task is made whole, led by one of two people, and moves to a project that one of them reads', async ({
  firm,
}) => {
  const { id, people, enter } = await firm('Haus am Wald', ['Ada', 'Ben']);
  const [founding] = people;
  const workspace = await founding!.open(id);
  createProject(workspace, { name: 'Roof' });
  const board = createProject(workspace, { name: 'Board', memberIds: [founding!.session.user!.id] });
  setProjectAccess(workspace, board.id, 'private');
  await workspace.outbox.sent();
  const ada = await enter(founding!);
  const { page, tasks } = ada;
  await ada.projects.open('Roof', 'Tasks');

  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('Slates');
  for (const name of ['Ben', 'Ada']) {
    await form.getByLabel('Assigned to').first().click();
    await page.getByRole('option', { name }).click();
  }
  await form.getByLabel('Lead').first().click();
  await page.getByRole('option', { name: 'Ada' }).click();
  for (const title of ['Count', 'Order', 'Slip of the finger']) {
    await form.getByRole('textbox', { name: 'Add a subtask' }).fill(title);
    await page.keyboard.press('Enter');
  }
  await form.getByRole('button', { name: 'Remove Slip of the finger' }).click();
  await form
    .locator('input[type=file]')
    .setInputFiles({ name: 'slates.txt', mimeType: 'text/plain', buffer: Buffer.from('grey') });
  // A picture that is pasted into the text waits with the files, and what is typed and chosen outlives the form.
  await form.getByRole('textbox', { name: 'Description' }).evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['picture'], 'image.png', { type: 'image/png' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page
    .getByRole('dialog', { name: 'Attach the picture?' })
    .getByRole('button', { name: 'Attach' })
    .click();
  await expect(form.getByText(/^Picture .*\.png, 7 B$/)).toBeVisible();
  await page.goBack();
  await expect(form).toHaveCount(0);
  await page.getByRole('button', { name: 'New task' }).click();
  await expect(form.getByText('We kept what you had typed here.')).toBeVisible();
  await expect(form.getByText(/^slates\.txt, /)).toBeVisible();
  await form.getByRole('button', { name: 'Create task' }).click();

  await expect(tasks.sheet.getByLabel('Lead').first()).toHaveValue(/^Ada/);
  await expect(tasks.sheet.getByRole('region', { name: 'Subtasks' }).getByRole('listitem')).toHaveCount(2);
  for (const name of ['slates.txt', /^Picture .*\.png$/])
    await expect(tasks.sheet.getByText(name)).toBeVisible();

  await tasks.sheet.getByLabel('Project').first().click();
  await page.getByRole('option', { name: 'Board' }).click();
  await page
    .getByRole('dialog', { name: 'Move “Slates” to “Board”?' })
    .getByRole('button', { name: 'Move' })
    .click();
  await expect(page.getByText('“Slates” is in “Board” now.')).toBeVisible();
  await expect(tasks.sheet.getByRole('link', { name: 'Board' })).toBeVisible();
  // Who does not read the private project cannot do it there.
  await expect(tasks.sheet.getByLabel('Lead')).toHaveCount(0);
  await tasks.sheet.getByLabel('Assigned to').first().click();
  await expect(page.getByRole('option', { name: 'Ben' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await tasks.sheet.getByText('History').click();
  await expect(tasks.sheet.getByText('Project: Roof Board')).toBeVisible();
  await expect(tasks.sheet.getByText(/^Assigned to: Ben.*, Ada.* Ada/)).toBeVisible();
  await tasks.close();
  await ada.projects.open('Board', 'Tasks');
  await expect(tasks.row('Slates')).toBeVisible();
});

test('files of one name stay in the form of a new task until it is said what becomes of them', async ({
  founder,
}) => {
  const ada = await founder('Ada', 'Twice Named');
  await ada.projects.create('Roof');
  await ada.projects.show('Roof', 'Tasks');
  const { page, tasks } = ada;
  await page.getByRole('button', { name: 'New task' }).click();
  const form = page.getByRole('dialog', { name: 'New task' });
  await form.getByLabel('Title').fill('Slates');
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });
  await form.locator('input[type=file]').setInputFiles([file('STRASSE.txt'), file('Straße.txt')]);
  const create = form.getByRole('button', { name: 'Create task' });
  await create.click();
  const question = page.getByRole('dialog', { name: '“Straße.txt” exists already' });
  await question.getByRole('button', { name: 'Upload nothing' }).click();
  await expect(question).toBeHidden();
  await expect(form.getByText(/^Straße\.txt, /)).toBeVisible();
  await create.click();
  await question.getByText('Keep both').click();
  await question.getByRole('button', { name: 'Upload', exact: true }).click();
  for (const name of ['STRASSE.txt', 'Straße (2).txt'])
    await expect(tasks.sheet.getByText(name)).toBeVisible();
});
