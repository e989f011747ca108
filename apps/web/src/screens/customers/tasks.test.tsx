// @vitest-environment happy-dom
/** The tasks of a customer's projects, and the way back from a choice that shows none. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
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
import { CustomerTasks } from './tasks.tsx';

const setView = vi.hoisted(() => vi.fn());
vi.mock('../../platform/workspace/listView.ts', () => ({
  useListView: () => [{ show: 'assigned' }, setView],
}));
vi.mock('./breadcrumbs.ts', () => ({ useCustomerPage: () => {} }));

it('leads back to all tasks where the chosen ones are none', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: true });
  provideWorkspace({ records: { ...replica, loaded }, userId: 'ada' } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const { id } = createProject(replica, { name: 'Roof', customerId: 'A' });
  replica.create('task', id, { title: 'Beams', status: 'TODO', assigneeIds: ['ben'] });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const customer = createRoute({
    getParentRoute: () => signedIn,
    path: '$workspace/customers/$customer',
    component: CustomerTasks,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([customer])]),
    history: createMemoryHistory({ initialEntries: ['/w/customers/A'] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const way = () =>
    [...element.querySelectorAll('button')].find(({ textContent }) => textContent === 'Show all tasks');
  await expect.poll(way).toBeTruthy();
  way()!.click();
  expect(setView).toHaveBeenCalledExactlyOnceWith({ show: 'all' });
  rendered.unmount();
  await replica.close();
});
