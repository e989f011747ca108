/**
 * A backup that is put back under open browsers: an admin looks at what it lacks and confirms it, everybody else goes on
 * without a click. What comes back, and what is refused, is tried in packages/testkit/src/restore.pg.test.ts.
 */

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createProject } from '@kontor/client/nouns/project';
import { createActor } from '@kontor/testkit/actor';
import { emptyFolder } from '@kontor/testkit/preparedFolder';
import { type RunningServer, startServer } from '@kontor/testkit/server';
import { act, takeIn } from '@kontor/testkit/team';
import { type Browser, expect, test } from '@playwright/test';
import { looksFine } from './axe.ts';
import { guardContext } from './guard.ts';
import { identity, Person } from './person/person.ts';

let folder: string;
let server: RunningServer;
test.beforeAll(async () => {
  folder = emptyFolder();
  server = await startServer({ dataPath: join(folder, 'data') });
});
test.afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Does something with the data folder while the server is down, and these people hear nothing of it. */
async function meanwhile(
  people: readonly Person[],
  work: (data: string, backup: string) => void,
): Promise<void> {
  const offline = (isOffline: boolean) =>
    Promise.all(people.map(({ page }) => page.context().setOffline(isOffline)));
  const { port, dataPath } = server;
  await offline(true);
  await server.stop();
  work(dataPath, join(folder, 'backup'));
  server = await startServer({ dataPath, port });
  await offline(false);
}

async function atProject(browser: Browser, who: Person['who'], workspaceId: string, task: string) {
  const context = await browser.newContext({ baseURL: server.url });
  const person = new Person(await context.newPage(), await guardContext(context, server.url), who);
  await person.signIn();
  await person.page.goto(`/${workspaceId}/projects`);
  await person.page.getByRole('link', { name: 'Rebuild', exact: true }).click();
  await person.projects.show('Rebuild', 'Tasks');
  await expect(person.page.getByText(task)).toBeVisible();
  return person;
}

test('an admin confirms a backup, and everybody goes on', async ({ browser }) => {
  const [who, other] = [identity('Anna'), identity('Cora')];
  const [anna, cora] = [await createActor(server.url, who), await createActor(server.url, other)];
  const ben = await createActor(server.url, { firstName: 'Ben' });
  const id = await anna.createWorkspace();
  for (const newcomer of [ben, cora]) await takeIn(anna, id, newcomer, { role: 'EMPLOYEE' });
  const workspace = await anna.open(id);
  // Who works here is in the directory once they were here.
  await ben.open(id);
  const project = createProject(workspace, { name: 'Rebuild' }).id;
  const task = workspace.create('task', project, { title: 'Draft the offer' });
  await workspace.outbox.sent();
  const admin = await atProject(browser, who, id, 'Draft the offer');
  const employee = await atProject(browser, other, id, 'Draft the offer');

  await meanwhile([admin, employee], (data, backup) => execFileSync('cp', ['-a', data, backup]));
  await workspace.pull();
  workspace.update('task', task.id, { title: 'Send the offer' });
  await workspace.outbox.sent();
  await act(anna, id, { type: 'remove', userId: ben.session.user!.id });
  await (await workspace.team()).invite({ email: 'dora@example.org', role: 'EMPLOYEE' });
  for (const { page } of [admin, employee]) await expect(page.getByText('Send the offer')).toBeVisible();
  // Node's devices are away from here on: only browsers have what the backup lacks.
  for (const actor of [anna, ben, cora]) await actor.session.workspaces.close();
  await meanwhile([admin, employee], (data, backup) => {
    rmSync(data, { recursive: true });
    execFileSync('cp', ['-a', backup, data]);
  });

  const older = 'The server shows an older state than you have seen.';
  for (const { page } of [admin, employee]) {
    await expect(page.getByText(older)).toBeVisible();
    await expect(page.getByText('Send the offer')).toBeVisible();
  }
  await expect(employee.page.getByText('Ask an admin of your workspace', { exact: false })).toBeVisible();
  await expect(employee.page.getByRole('button', { name: 'Look at it' })).toBeHidden();
  await looksFine(employee.page, 'a server that was set back, to an employee');
  await admin.page.getByRole('button', { name: 'Look at it' }).click();
  const dialog = admin.page.getByRole('dialog', { name: 'The server was set back to a backup' });
  await expect(dialog.getByText('Anna Berg removed', { exact: false })).toBeVisible();
  const go = dialog.getByRole('button', { name: 'Go on from the backup' });
  await expect(go).toBeDisabled();
  await looksFine(admin.page, 'what a backup lacks');
  await dialog.getByRole('checkbox').check();
  await go.click();
  for (const { page } of [admin, employee]) {
    await expect(page.getByText(older)).toBeHidden();
    await expect(page.getByText('Send the offer')).toBeVisible();
  }
  const todo = admin.page.getByRole('status').filter({ hasText: 'Please do again by hand' });
  await expect(todo.getByText('Anna Berg invited somebody as an employee.', { exact: false })).toBeVisible();
  await looksFine(admin.page, 'what a restored backup left to do');
  await todo.getByRole('button', { name: 'Done' }).click();
  await expect(todo).toBeHidden();
  await employee.tasks.add('Call the customer');
  await expect(admin.page.getByText('Call the customer')).toBeVisible();
  // Whoever comes anew finds the same, and Ben finds nothing.
  const later = await cora.onAnotherDevice();
  const again = await later.open(id);
  expect(
    again.collections.task
      .all()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Call the customer', 'Send the offer']);
  expect(again.log.get()?.members.has(ben.session.user!.id)).toBe(false);
  await later.session.signOut();
});
