// @vitest-environment happy-dom
/** A customer’s page before everything is here: it tells no sums, and does not say that there is nothing. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { CustomerTotals } from './customerTotals.tsx';
import { ProjectTable } from './projectTable.tsx';

it('shows the figures of a project once its tasks are here, and sums once everything is', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  const records = { ...replica, loaded };
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const page = () => (
    <>
      <CustomerTotals customerId="A" />
      <ProjectTable workspace="w" customerId="A" withArchived={false} />
    </>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const says = () => element.textContent;
  await expect.poll(() => element.querySelector('.mantine-Skeleton-root')).not.toBeNull();
  expect(says()).not.toContain('No project');
  loaded.set({ scopes: new Set(), heads: true, isComplete: false });
  await expect.poll(says).toContain('No project');

  const { id } = createProject(replica, { name: 'Roof', customerId: 'A' });
  replica.create('task', id, { title: 'Beams', status: 'DONE' });
  await expect.poll(says).toContain('Roof');
  const unknown = () => element.querySelectorAll('.mantine-Skeleton-root').length;
  // What was worked in all, and of the project: how far it is, and its hours.
  expect([unknown(), says()]).toEqual([3, expect.not.stringContaining('1/1')]);
  loaded.set({ scopes: new Set([id]), heads: true, isComplete: false });
  await expect.poll(says).toContain('1/1');
  expect(unknown()).toBe(1);
  loaded.set({ scopes: new Set([id]), heads: true, isComplete: true });
  await expect.poll(unknown).toBe(0);
  root.unmount();
  await replica.close();
});
