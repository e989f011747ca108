// @vitest-environment happy-dom
/** Views of a project's tasks: they come back as they were left, unless the address says how. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn, until, workspaceId } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it } from 'vitest';
import { taskSearch } from '../../features/task/search.ts';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { Tasks } from './tasks.tsx';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  forgetDrafts();
});

/** Opens the tasks of a project; answers with what the switches say, and presses them. */
async function open(projectId: string, query = '') {
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const page = createRoute({
    getParentRoute: () => workspace,
    path: 'projects/$space/tasks',
    validateSearch: taskSearch,
    component: Tasks,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren([page])])]),
    history: createMemoryHistory({ initialEntries: [`/${workspaceId}/projects/${projectId}/tasks${query}`] }),
  });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const switches = () => [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')];
  await until(() => switches().length > 0);
  return {
    shown: () =>
      switches()
        .filter(({ checked }) => checked)
        .map(({ value }) => value),
    press: (value: string) =>
      switches()
        .find((each) => each.value === value)!
        .click(),
    person: () => document.querySelector<HTMLInputElement>('input[aria-label="Person"]')!,
    leave: () => {
      rendered.unmount();
      document.body.replaceChildren();
    },
  };
}

it.each([
  { where: 'a workspace', isWritable: true },
  { where: 'a workspace that can only be read', isWritable: false },
])('shows tasks as they were left in $where; an address that says how wins', async ({ isWritable }) => {
  const device = createDevice();
  let takesChanges = true;
  const records = await openOn(device, new ProtocolServer(), { isWritable: () => takesChanges });
  ends.push(() => records.close());
  const uploads = { entries: { get: () => [] } };
  provideWorkspace({ records, uploads, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const [house, garden] = ['House', 'Garden'].map((name) => createProject(records, { name }).id);
  takesChanges = isWritable;
  const first = await open(house!);
  expect(first.shown()).toEqual(['list', 'all']);
  first.press('board');
  await until(() => first.shown()[0] === 'board');
  first.press('assigned');
  await until(() => first.shown()[1] === 'assigned');
  first.leave();
  const linked = await open(house!, '?view=list&show=all');
  expect(linked.shown()).toEqual(['list', 'all']);
  linked.leave();
  const again = await open(house!);
  expect(again.shown()).toEqual(['board', 'assigned']);
  again.press('list');
  await until(() => again.shown()[0] === 'list');
  again.leave();
  const other = await open(garden!);
  expect(other.shown()).toEqual(['list', 'all']);
  other.leave();
  const last = await open(house!);
  expect(last.shown()).toEqual(['list', 'assigned']);
  last.leave();
  expect(records.collections.listView.all()).toHaveLength(isWritable ? 1 : 0);
});

it('shows the tasks of one person as they were left, until all are asked for', async () => {
  const device = createDevice();
  const server = new ProtocolServer();
  const staff = uuidv7();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  const records = await openOn(device, server);
  ends.push(() => records.close());
  await records.pull();
  const uploads = { entries: { get: () => [] } };
  provideWorkspace({ records, uploads, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const { id: house } = createProject(records, { name: 'House' });
  records.create('task', house, { title: 'Beams', status: 'TODO' });
  const bo = uuidv7();
  records.create('member', staff, { id: bo, userId: bo, firstName: 'Bo', lastName: 'Birk', email: '' });
  const personal = records.scopeOf('personal');
  const list = `tasks in ${house}`;
  records.create('listView', personal, { list, sortedBy: '', layout: 'list', show: 'owned', personId: bo });
  const page = await open(house);
  await until(() => page.person().value === 'Bo Birk');
  expect(document.body.textContent).not.toContain('Beams');
  const all = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Show all tasks')!;
  all.click();
  await until(() => document.body.textContent!.includes('Beams'));
  expect([page.person().value, page.shown()]).toEqual(['', ['list', 'all']]);
  page.leave();
  forgetDrafts();
  const again = await open(house);
  await until(() => document.body.textContent!.includes('Beams'));
  expect([again.person().value, again.shown()]).toEqual(['', ['list', 'all']]);
  again.leave();
  expect(records.collections.listView.all()).toHaveLength(1);
});
