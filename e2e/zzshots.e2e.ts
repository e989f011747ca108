import { createActor } from '@kontor/testkit/actor';
import { expect, test } from './fixture.ts';
test('shots', async ({ founder, product }) => {
  test.setTimeout(60_000); 
  const ada = await founder('Ada', 'Haus Ast', { viewport: { width: 1280, height: 800 } });
  const { page } = ada;
  await ada.projects.create('Villa am See, Umbau des Dachgeschosses');
  await ada.projects.show('Villa am See, Umbau des Dachgeschosses', 'Tasks');
  await ada.tasks.add('Plans for the ground floor', 'Permit', 'A very long title of a task that does not fit into one line of the table at all');
  await page.screenshot({ path: '/tmp/shots/rows.png' });
  await page.getByRole('button', { name: 'Start the timer on “Permit”' }).click();
  await page.waitForTimeout(1500);
  await page.getByRole('link', { name: 'Permit', exact: true }).first().click();
  await page.waitForTimeout(800);
  await page.screenshot({ path: '/tmp/shots/running.png' });
  await page.keyboard.press('Escape');
  await page.waitForTimeout(400);
  await page.keyboard.press('t');
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/shots/dialog.png' });
  await page.keyboard.press('Escape');
  await page.waitForTimeout(400);
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Time' }).click();
  for (const task of ['Plans', 'A very']) {
    await page.getByRole('combobox', { name: 'Add a task to the week' }).click();
    await page.getByRole('option', { name: new RegExp(`^${task}`) }).click();
  }
  const cell = (task: string, day: string) => page.getByRole('textbox', { name: new RegExp(`^${task}.*, ${day}`) });
  for (const [task, day, value] of [['Plans', 'Mon', '6'], ['A very', 'Mon', '2,5'], ['Plans', 'Tue', '7:45'], ['A very', 'Wed', '1']]) {
    await cell(task!, day!).fill(value!);
    await cell(task!, day!).press('Tab');
  }
  await page.getByRole('button', { name: 'Working week' }).click();
  const week = page.getByRole('dialog');
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) await week.getByLabel(`Hours on ${day}`).fill('7:42');
  await page.screenshot({ path: '/tmp/shots/week.png' });
  await week.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /^Mon/ }).click();
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/shots/time.png', fullPage: true });
  await page.getByRole('region', { name: /^Entries of/ }).getByRole('link').first().click();
  await page.waitForTimeout(600);
  await page.screenshot({ path: '/tmp/shots/entry.png' });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/shots/time360.png', fullPage: true });
  await page.getByRole('link', { name: 'Projects', exact: true }).last().click();
  await page.waitForTimeout(500);
  await page.screenshot({ path: '/tmp/shots/projects360.png' });
  await page.getByRole('button', { name: 'More' }).last().click();
  await page.waitForTimeout(300);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => localStorage.getItem('x'));
  void createActor; void product; void expect;
});
