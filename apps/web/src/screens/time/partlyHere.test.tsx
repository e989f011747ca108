// @vitest-environment happy-dom
/** The forms of hours that are not here yet: a closed month among them would ask for a reason. */
import { createHours } from '@kontor/client/nouns/workingTime';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { anyAuthor } from '@kontor/client/replica/testing/clearVault';
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
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { AbsencePanel } from './absencePanel.tsx';
import { EntryPanel } from './entryPanel.tsx';

// happy-dom has no fonts, to which fields that grow listen.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

const hours = '019a0000-0000-8000-8000-0000000000e1';
const theirs = '019a0000-0000-8000-8000-0000000000e2';
const ben = '019a0000-0000-7000-8000-0000000000bb';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  document.body.replaceChildren();
});

it.each([
  ['a new entry', EntryPanel, '', 'New time entry', false],
  ['a new absence', AbsencePanel, '', 'Enter absence', false],
  [
    'a new entry of somebody else, which waits for everything',
    EntryPanel,
    `?person=${ben}`,
    'New time entry',
    true,
  ],
] as const)('waits for the hours with %s', async (_, Panel, search, title, needsAll) => {
  const replica = await openOn(createDevice(anyAuthor), new ProtocolServer(), { role: 'ADMIN' });
  createHours(replica, hours, anyAuthor);
  createHours(replica, theirs, ben);
  const loaded = observable<Loaded>({ scopes: new Set(), heads: true, isComplete: false });
  const need = vi.fn();
  const records = { ...replica, loaded, need };
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  provideWorkspace({ records, userId: anyAuthor } as unknown as OpenWorkspace);
  const top = createRootRoute();
  const page = createRoute({
    getParentRoute: () => top,
    path: '$workspace',
    component: () => <Panel item={undefined} close={() => {}} />,
  });
  const history = createMemoryHistory({ initialEntries: [`/${workspaceId}${search}`] });
  const router = createRouter({ routeTree: top.addChildren([page]), history });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  ends.push(
    () => replica.close(),
    () => root.unmount(),
  );
  root.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain(title));
  const fields = () => document.querySelectorAll('input').length;
  expect(fields()).toBe(0);
  flushSync(() => loaded.set({ scopes: new Set([hours, theirs]), heads: true, isComplete: false }));
  if (needsAll) {
    expect(fields()).toBe(0);
    flushSync(() => loaded.set({ scopes: new Set(), heads: true, isComplete: true }));
  } else expect(need).toHaveBeenCalledWith([hours]);
  await vi.waitFor(() => expect(fields()).toBeGreaterThan(0));
});
