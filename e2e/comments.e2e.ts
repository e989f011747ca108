/** Two people talk about a task in two browsers: what one says the other sees at once, and nothing half-written is lost. */
import { createProject } from '@kontor/client/nouns/project';
import { desk, fits, looksFine, phone } from './axe.ts';
import { expect, test } from './fixture.ts';
import type { Person } from './person/person.ts';
import { dumpStorage } from './storage.ts';

const comments = ({ tasks }: Person) => tasks.sheet.getByRole('region', { name: 'Comments' });
const field = (person: Person) => comments(person).getByRole('textbox', { name: 'Write a comment' });
const said = (person: Person, text: string) =>
  comments(person).getByRole('listitem').filter({ hasText: text });
const menu = (person: Person, text: string) =>
  said(person, text)
    .last()
    .getByRole('button', { name: /^Actions for Comment/ });

test('people comment on a task: mentions, replies, edits, and drafts that outlive the panel', async ({
  firm,
}) => {
  const { id, people, enter } = await firm('Berg & Worte', ['Ada', 'Ben']);
  const [founding, colleague] = people;
  const workspace = await founding!.open(id);
  const project = createProject(workspace, { name: 'Roof' });
  workspace.create('task', project.id, { title: 'Order slates', createdBy: founding!.session.user!.id });
  await workspace.outbox.sent();
  const [ada, ben] = [
    await enter(founding!, { viewport: desk }),
    await enter(colleague!, { viewport: desk }),
  ];
  for (const { projects, tasks } of [ada, ben]) {
    await projects.open('Roof', 'Tasks');
    await tasks.open('Order slates');
  }

  await test.step('what Ada says, with a mention, Ben sees at once and answers', async () => {
    await field(ada).click();
    await ada.page.keyboard.type('How many do we need, @Be');
    await expect(ada.page.getByRole('option', { name: /Ben/ })).toBeVisible();
    await ada.page.keyboard.press('Enter');
    await ada.page.keyboard.type('?');
    await ada.page.keyboard.press('ControlOrMeta+Enter');
    await expect(said(ben, 'How many do we need, @Ben Berg')).toBeVisible();
    await said(ben, 'How many').getByRole('button', { name: 'Reply' }).click();
    await comments(ben).getByRole('textbox', { name: 'Reply to Ada Berg' }).click();
    await ben.page.keyboard.type('Four hundred');
    await comments(ben).getByRole('button', { name: 'Reply' }).last().click();
    await expect(said(ada, 'Four hundred').last()).toBeVisible();
  });

  await test.step('one changes one’s own, an admin deletes any, nobody else does', async () => {
    await expect(menu(ben, 'How many')).toHaveCount(0);
    await menu(ben, 'Four hundred').click();
    await ben.page.getByRole('menuitem', { name: 'Edit' }).click();
    await comments(ben).getByRole('textbox', { name: 'Comment', exact: true }).click();
    await ben.page.keyboard.press('End');
    await ben.page.keyboard.type(' and fifty');
    await comments(ben).getByRole('button', { name: 'Save' }).click();
    await expect(said(ada, 'Four hundred and fifty').last()).toContainText('edited');
    await menu(ada, 'Four hundred').click();
    await expect(ada.page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
    await expect(ada.page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
    await ada.page.keyboard.press('Escape');
    await expect(menu(ada, 'Four hundred')).toBeFocused();
  });

  await test.step('what is half written is there when the panel opens again', async () => {
    await field(ada).click();
    await ada.page.keyboard.type('Or rather');
    await ada.page.keyboard.press('Escape');
    await expect(ada.tasks.sheet).toBeHidden();
    await ada.tasks.open('Order slates');
    await expect(field(ada)).toHaveText('Or rather');
  });

  await test.step('and after a page that ended while it was written, without a word', async () => {
    const url = ada.page.url();
    const tab = await ada.inNewTab();
    await tab.page.goto(url);
    await expect(field(tab)).toHaveText('Or rather');
    await field(tab).click();
    await tab.page.keyboard.press('End');
    await tab.page.keyboard.type(' five hundred');
    await tab.tasks.description.click();
    await tab.page.keyboard.type('From the quarry');
    const isKept = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
    await expect.poll(() => tab.page.evaluate(isKept)).toBe(true);
    const { values } = await dumpStorage(tab.page);
    for (const secret of ['five hundred', 'the quarry'])
      expect(values.filter((value) => value.includes(Buffer.from(secret).toString('hex')))).toEqual([]);
    await tab.page.close();
    const next = await ada.inNewTab();
    await next.page.goto(url);
    await expect(next.tasks.description).toHaveText('From the quarry');
    await expect(field(next)).toHaveText('Or rather five hundred');
    await next.page.close();
  });

  await test.step('the search finds what was said, and a colleague to write to', async () => {
    const { page } = ben;
    const found = page.getByRole('dialog').filter({ has: page.getByPlaceholder('Search, go to or do') });
    await page.keyboard.press('Escape');
    await expect(ben.tasks.sheet).toBeHidden();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('hundrd');
    await expect(found.getByRole('option', { name: /Four hundred and fifty/ })).toContainText('Order slates');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Ada');
    await found.getByRole('option', { name: new RegExp(`Ada Berg ${ada.who.email}`) }).click();
    await expect(page.getByRole('textbox', { name: 'Message to Ada Berg' })).toBeVisible();
  });

  for (const viewport of [desk, phone]) {
    await ada.page.setViewportSize(viewport);
    await field(ada).scrollIntoViewIfNeeded();
    await looksFine(ada.page, `comments at ${viewport.width}`);
    await fits(ada.page, `comments at ${viewport.width}`);
  }
});
