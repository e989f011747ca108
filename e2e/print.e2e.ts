/**
 * On paper: the first page, lists, a project's overview, tasks, board and timeline, and a task, with their words, without the
 * frame and what can only be pressed.
 */
import { createProject } from '@kontor/client/nouns/project';
import { richTextOf } from '@kontor/testkit/seed/richText';
import { createCustomer } from '@kontor/testkit/team';
import type { Page, TestInfo } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { textOf } from './pdf.ts';

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Opens an address and waits until its page is whole. */
async function shows(page: Page, address: string, word: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(word).first()).toBeVisible();
  await expect(page.locator('[data-loading], .mantine-Skeleton-root')).toHaveCount(0);
}

/** Expects these words on the paper of a page, and none of what can only be pressed. */
async function isPrinted(
  page: Page,
  info: TestInfo,
  address: string,
  words: readonly string[],
): Promise<void> {
  const path = info.outputPath(`printed${address.replaceAll(/\W/g, '-')}.pdf`);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: /^(Actions for|Start the timer)/ })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  await page.pdf({ path, printBackground: true });
  const text = await textOf(path);
  for (const word of words) expect.soft(text, address).toContain(word);
  const pressed = ['Edit', 'New task', 'New project', 'New customer', 'New folder', 'Upload'];
  for (const word of [...pressed, 'Skip to content', 'Connected'])
    expect.soft(text, address).not.toContain(word);
}

test('a project’s overview, tasks, board and timeline are printed, and a task; the timeline of a long one opens at today', async ({
  firm,
}, info) => {
  const { id, people, enter } = await firm('Haus am Wald', ['Ada']);
  const workspace = await people[0]!.open(id);
  const project = createProject(workspace, {
    name: 'Roof',
    description: richTextOf(['New slates all over']),
  });
  const dates = { startDate: daysFromNow(-900), dueDate: daysFromNow(30) };
  const description = richTextOf(['From the quarry']);
  const slates = workspace.create('task', project.id, { title: 'Order slates', description, ...dates });
  workspace.create('task', project.id, { title: 'Nail battens', dueDate: daysFromNow(3), status: 'DONE' });
  await workspace.outbox.sent();
  const { page } = await enter(people[0]!);
  const words = {
    '': ['New slates all over'],
    '/tasks': ['Order slates', 'Nail battens'],
    [`/tasks?panel=task&item=${slates.id}`]: ['Order slates', 'From the quarry'],
    '/tasks?view=board': ['Order slates', 'Nail battens', 'To Do', 'Done'],
    '/tasks?view=timeline': ['Order slates', 'Nail battens'],
  };
  for (const [address, expected] of Object.entries(words)) {
    await shows(page, `/${id}/projects/${project.id}${address}`, expected[0]!);
    // A list is there before the panel that opens over it.
    for (const word of expected)
      await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible();
    if (address.includes('timeline')) {
      await expect(page.locator('[data-timeline]').getByText('Today', { exact: true })).toBeInViewport();
      expect(await page.locator('[data-timeline]').evaluate((element) => element.scrollLeft)).toBeGreaterThan(
        0,
      );
    }
    await isPrinted(page, info, address, ['Roof', ...expected]);
  }
});

test('the first page and the lists of projects, customers and documents are printed', async ({
  firm,
}, info) => {
  const { id, people, enter } = await firm('Haus am Wald', ['Ada']);
  const ada = people[0]!;
  await createCustomer(ada, id, { customer: { name: 'Alder AG', type: 'COMPANY' } });
  const workspace = await ada.open(id);
  const project = createProject(workspace, { name: 'Roof' });
  workspace.create('task', project.id, {
    title: 'Order slates',
    assigneeIds: [ada.session.user!.id],
    dueDate: daysFromNow(0),
  });
  workspace.create('document', project.id, { kind: 'folder', name: 'Offers' });
  workspace.create('document', project.id, { kind: 'folder', name: 'Plans' });
  await workspace.outbox.sent();
  const { page } = await enter(ada);
  const words = {
    '': ['Order slates', 'My tasks', 'Roof'],
    '/projects': ['Roof', 'Projects'],
    '/customers': ['Alder AG', 'Company'],
    [`/projects/${project.id}/documents`]: ['Offers', 'Plans', 'Roof'],
  };
  for (const [address, expected] of Object.entries(words)) {
    await shows(page, `/${id}${address}`, expected[0]!);
    await isPrinted(page, info, address, expected);
  }
});
