// @vitest-environment happy-dom
/** A project's tasks, those of one colleague. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn, workspaceId } from '@kontor/client/replica/testing/client';
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
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { Tasks } from './tasks.tsx';

const people = new Map(
  ['Ada', 'Ben', 'Cem'].map((name) => [name.toLowerCase(), { id: name.toLowerCase(), name }]),
);
/** One of them has no name here yet. */
const assignable = new Map([...people, ['dan', { id: 'dan', name: 'Dan' }]]);
vi.mock('../../features/member/queries.ts', () => ({
  usePeople: () => people,
  useAssignable: () => assignable,
}));
vi.mock('../../features/task/list/taskList.tsx', async () => {
  const { useTasks } = await import('../../features/task/queries.ts');
  const { useWindow } = await import('../../platform/workspace/views.ts');
  return {
    TaskList: ({ selection }: { selection: Parameters<typeof useTasks>[0] }) => (
      <p id="shown">
        {useWindow(useTasks(selection))
          .map(({ title }) => title)
          .sort()
          .join()}
      </p>
    ),
  };
});

it('shows those that are assigned to a person, and all again', async () => {
  const records = await openOn(createDevice(), new ProtocolServer());
  const uploads = { entries: { get: () => [] } };
  provideWorkspace({ records, uploads, userId: 'ada' } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const { id } = createProject(records, { name: 'House' });
  for (const [title, assigneeIds] of Object.entries({ Roof: ['ben'], Wall: ['ada', 'ben'], Door: ['ada'] }))
    records.create('task', id, { title, assigneeIds });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const page = createRoute({
    getParentRoute: () => workspace,
    path: 'projects/$space/tasks',
    component: Tasks,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren([page])])]),
    history: createMemoryHistory({ initialEntries: [`/${workspaceId}/projects/${id}/tasks`] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const shown = () => document.querySelector('#shown')?.textContent;
  const person = () => document.querySelector<HTMLInputElement>('input[aria-label="Person"]')!;
  const choose = async (name: string) => {
    person().click();
    const option = () =>
      [...document.querySelectorAll<HTMLElement>('[role="option"]')].find(
        (each) => each.textContent === name,
      );
    await expect.poll(option).toBeTruthy();
    option()!.click();
  };
  await expect.poll(shown).toBe('Door,Roof,Wall');
  await choose('Ben');
  await expect.poll(shown).toBe('Roof,Wall');
  await choose('?');
  await expect.poll(() => person().value).toBe('?');
  await choose('Cem');
  await expect.poll(() => element.textContent).toContain('No task matches this view.');
  const all = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Show all tasks',
  );
  all!.click();
  await expect.poll(shown).toBe('Door,Roof,Wall');
  rendered.unmount();
  await records.close();
});
