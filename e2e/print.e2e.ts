/** On paper: a project's overview, tasks, board and timeline, and a task, with their words, without the frame and what can only be pressed. */
import { createProject } from '@kontor/client/nouns/project';
import { richTextOf } from '@kontor/testkit/seed/richText';
import { expect, test } from './fixture.ts';
import { textOf } from './pdf.ts';

const daysFromNow = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

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
    await page.goto(`/${id}/projects/${project.id}${address}`);
    await expect(page.getByText(expected[0]!).first()).toBeVisible();
    await expect(page.locator('[data-loading], .mantine-Skeleton-root')).toHaveCount(0);
    if (address.includes('timeline')) {
      await expect(page.locator('[data-timeline]').getByText('Today', { exact: true })).toBeInViewport();
      expect(await page.locator('[data-timeline]').evaluate((element) => element.scrollLeft)).toBeGreaterThan(
        0,
      );
    }
    const path = info.outputPath(`printed${address.replaceAll(/\W/g, '-')}.pdf`);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: /^(Actions for|Start the timer)/ })).toHaveCount(0);
    await page.emulateMedia({ media: null });
    await page.pdf({ path, printBackground: true });
    const text = await textOf(path);
    for (const word of ['Roof', ...expected]) expect.soft(text, address).toContain(word);
    for (const word of ['Edit', 'New task', 'Skip to content', 'Connected'])
      expect.soft(text, address).not.toContain(word);
  }
});
