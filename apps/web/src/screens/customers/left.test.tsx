// @vitest-environment happy-dom
/** The lists on a customer's pages: as they were left, on the next device, too. */
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
  type RouteComponent,
  RouterProvider,
} from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { CustomerProjects } from './projects.tsx';
import { CustomerTasks } from './tasks.tsx';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Opens a workspace. Returns it with what shows a page of a customer, as the next device does. */
async function open() {
  const device = createDevice();
  const records = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  ends.push(() => records.close());
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const show = (customerId: string, component: RouteComponent) => {
    // The next device has the records, and nothing of the memory of this tab.
    forgetDrafts();
    const root = createRootRoute();
    const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
    const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
    const customer = createRoute({ getParentRoute: () => workspace, path: 'customers/$customer' });
    const page = createRoute({ getParentRoute: () => customer, path: '/', component });
    const router = createRouter({
      routeTree: root.addChildren([
        signedIn.addChildren([workspace.addChildren([customer.addChildren([page])])]),
      ]),
      history: createMemoryHistory({ initialEntries: [`/${workspaceId}/customers/${customerId}`] }),
    });
    const element = document.body.appendChild(document.createElement('div'));
    const rendered = createRoot(element);
    const leave = () => {
      rendered.unmount();
      element.remove();
    };
    rendered.render(
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>,
    );
    return { element, leave };
  };
  return { records, show };
}

it('shows archived projects, and the order, as they were left', async () => {
  const { records, show } = await open();
  createProject(records, { name: 'Attic', customerId: 'a', endDate: '2026-12-02' });
  createProject(records, { name: 'Roof', customerId: 'a', endDate: '2026-12-01' });
  createProject(records, { name: 'Shed', customerId: 'a', archivedAt: 1 });
  createProject(records, { name: 'Barn', customerId: 'b', archivedAt: 1 });
  const names = (element: Element) =>
    [...element.querySelectorAll('tbody tr a')].map(({ textContent }) => textContent);
  const head = (element: Element, name: string) =>
    [...element.querySelectorAll<HTMLElement>('th button')].find(({ textContent }) => textContent === name);

  const first = show('a', CustomerProjects);
  await expect.poll(() => names(first.element)).toEqual(['Attic', 'Roof']);
  first.element.querySelector<HTMLElement>('input[type="checkbox"]')!.click();
  await expect.poll(() => names(first.element)).toEqual(['Attic', 'Roof', 'Shed']);
  head(first.element, 'Name')!.click();
  await expect.poll(() => names(first.element)).toEqual(['Shed', 'Roof', 'Attic']);
  first.leave();

  const again = show('a', CustomerProjects);
  await expect.poll(() => names(again.element)).toEqual(['Shed', 'Roof', 'Attic']);
  expect(again.element.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending');
  head(again.element, 'Dates')!.click();
  await expect.poll(() => names(again.element)).toEqual(['Roof', 'Attic', 'Shed']);
  head(again.element, 'Dates')!.click();
  await expect.poll(() => names(again.element)).toEqual(['Shed', 'Attic', 'Roof']);
  again.leave();

  const other = show('b', CustomerProjects);
  await expect.poll(() => names(other.element)).toEqual(['Barn']);
  other.leave();
  expect(records.collections.listView.all()).toHaveLength(1);
});

it('shows whose tasks were asked for', async () => {
  const { show } = await open();
  const switches = (element: Element) => [...element.querySelectorAll<HTMLInputElement>('[type="radio"]')];
  const shown = (element: Element) => switches(element).find(({ checked }) => checked)?.value;
  const first = show('a', CustomerTasks);
  await expect.poll(() => shown(first.element)).toBe('all');
  switches(first.element)
    .find(({ value }) => value === 'owned')!
    .click();
  await expect.poll(() => shown(first.element)).toBe('owned');
  first.leave();
  const again = show('a', CustomerTasks);
  await expect.poll(() => shown(again.element)).toBe('owned');
  again.leave();
});
