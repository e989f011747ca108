/** Where the system chooses the colours, what is chosen is told from what is not. */
import { createProject } from '@kontor/client/nouns/project';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** Returns what an element is filled with, and the system's colour of what is chosen. */
const fillsOf = (element: Locator): Promise<string[]> =>
  element.evaluate((each) => {
    const probe = document.createElement('i');
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none';
    document.body.append(probe);
    const fills = [each, probe].map((one) => getComputedStyle(one).backgroundColor);
    probe.remove();
    return fills;
  });

/** Checks that of a list one line is filled as chosen. */
async function standsOut(chosen: Locator, other: Locator): Promise<void> {
  await expect(chosen).toHaveCount(1);
  const [fill, highlight] = await fillsOf(chosen);
  expect.soft(fill).toBe(highlight);
  expect.soft((await fillsOf(other.first()))[0]).not.toBe(highlight);
}

test('the chosen line of each list stands out where the system chooses the colours', async ({ firm }) => {
  const { id, people, enter } = await firm('Haus am Wald', ['Ada', 'Ben']);
  const workspace = await people[0]!.open(id);
  const project = createProject(workspace, { name: 'Roof' });
  createProject(workspace, { name: 'Cellar' });
  await workspace.outbox.sent();
  const ada = await enter(people[0]!);
  const { page } = ada;
  await page.emulateMedia({ forcedColors: 'active' });
  await ada.projects.open('Roof', 'Documents');

  const lists = page.getByRole('navigation', { name: 'Lists' });
  await standsOut(lists.locator('li[data-here] a'), lists.locator('li:not([data-here]) a'));

  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search, go to or do').fill('Roof');
  const actions = page.getByRole('dialog').locator('.mantine-Spotlight-action');
  await expect(actions.nth(1)).toBeVisible();
  await standsOut(
    page.locator('.mantine-Spotlight-action[data-selected]'),
    page.locator('.mantine-Spotlight-action:not([data-selected])'),
  );
  await page.keyboard.press('Escape');

  await page.goto(`/${id}/projects/${project.id}/tasks?panel=task`);
  await page.getByLabel('Project').first().click();
  await page.keyboard.press('ArrowDown');
  await standsOut(
    page.locator('[data-combobox-option][data-combobox-selected]'),
    page.locator('[data-combobox-option]:not([data-combobox-selected])'),
  );
  await page.keyboard.press('Escape');

  await page.goto(`/${id}/projects/${project.id}/tasks`);
  const views = page.getByRole('radiogroup', { name: 'View' });
  await standsOut(views.locator('label[data-active]'), views.locator('label:not([data-active])'));
  const rail = page.getByRole('navigation', { name: 'Navigation' });
  await standsOut(
    rail.locator('a[data-status=active]'),
    rail.getByRole('link').and(rail.locator('a:not([data-status=active])')),
  );

  await ada.tasks.create({ title: 'Slates' });
  await page.getByRole('textbox', { name: 'Write a comment' }).click();
  await page.keyboard.type('@');
  const offered = page.getByRole('listbox');
  await standsOut(
    offered.locator('[role=option][aria-selected=true]'),
    offered.locator('[role=option][aria-selected=false]'),
  );
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 360, height: 740 });
  const bar = page.getByRole('navigation', { name: 'Navigation' });
  await standsOut(
    bar.locator('[data-status=active]:visible'),
    bar.getByRole('link').and(bar.locator('a:not([data-status=active]):visible')),
  );
});
