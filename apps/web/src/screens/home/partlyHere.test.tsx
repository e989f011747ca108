// @vitest-environment happy-dom
/** Home before everything is here: each part as soon as what it needs is, and nothing said to be empty or counted before. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { budgetId } from '@kontor/contract/nouns/budget';
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
import { toggleStar } from '../../features/document/star.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { Home } from './home.tsx';

vi.mock('../../features/agreement/agreementNotice.tsx', () => ({
  AgreementNotice: () => 'Agreement offered',
}));
vi.mock('../../features/sync/notices.tsx', () => ({ SyncNotices: () => null }));

const admins = '019a0000-0000-7000-8000-0000000000ad';

it('shows what runs, and my tasks as they come', async () => {
  const device = createDevice();
  const server = new ProtocolServer();
  server.addScope({ id: admins, kind: 'admins', access: 'open' });
  const replica = await openOn(device, server, { role: 'ADMIN' });
  await replica.pull();
  const { userId } = device;
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  const records = { ...replica, loaded, serverTime: () => undefined, id: 'w' };
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  provideSession({
    subscribe: () => () => {},
    workspaces: { list: [{ id: 'w', name: 'Alder' }] },
    connection: {},
  } as never);
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const home = createRoute({ getParentRoute: () => workspace, path: '/', component: Home });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([workspace.addChildren([home])])]),
    history: createMemoryHistory({ initialEntries: ['/w'] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const open = () => {
    const rendered = createRoot(element);
    rendered.render(
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>,
    );
    return () => rendered.unmount();
  };
  let close = open();
  /** Tells whether one text stands above another. */
  const isAbove = (upper: string, lower: string) => {
    const text = says() ?? '';
    return text.includes(upper) && text.indexOf(upper) < text.indexOf(lower);
  };
  const says = () => element.textContent;
  const line = () => element.querySelector('[role=status]')?.textContent;
  const emptyWords = /No project|No open task|Nobody else changed|No document|No file/;
  await expect.poll(line).toContain('More is still being loaded.');
  expect(says()).not.toMatch(emptyWords);

  const { id } = createProject(replica, { name: 'Roof' });
  loaded.set({ scopes: new Set(), heads: true, isComplete: false });
  await expect.poll(says).toContain('Roof');
  expect(says()).not.toMatch(emptyWords);
  replica.create('task', id, { title: 'Beams', assigneeIds: [userId], status: 'TODO' });
  await expect.poll(says).toContain('Beams');
  const counts = () => element.querySelector('[role=group][aria-label="My tasks"]')?.textContent;
  expect(counts()).not.toContain('1');
  expect(says()).not.toContain('0/1');
  loaded.set({ scopes: new Set([id]), heads: true, isComplete: false });
  await expect.poll(says).toContain('0/1');

  // It may be signed by what is not here.
  expect(says()).not.toContain('Agreement offered');
  loaded.set({ scopes: new Set([id]), heads: true, isComplete: true });
  await expect.poll(says).toContain('Agreement offered');
  // Nothing that stands moves.
  expect(isAbove('Recent documents', 'Agreement offered')).toBe(true);
  await expect.poll(counts).toContain('All open 1');
  // A budget in money shows to who may see it, in place of hours that nothing limits.
  const bars = () => [...element.querySelectorAll('[aria-labelledby=running] [role=img]')];
  const budgets = () =>
    bars().flatMap(
      (bar) => /^(Hours worked|Value of the work):/.exec(bar.getAttribute('aria-label') ?? '')?.[1] ?? [],
    );
  expect(budgets()).toEqual([]);
  replica.create('budget', admins, { id: budgetId(id), projectId: id, value: 500_000 });
  await expect.poll(budgets).toEqual(['Value of the work']);
  replica.update('project', id, { timeBudget: 600 });
  await expect.poll(budgets).toEqual(['Hours worked', 'Value of the work']);
  expect(line()).toBe('');
  expect(says()).toContain('Nobody else changed');

  const other = createProject(replica, { name: 'Attic' }).id;
  const file = (name: string, scopeId: string) =>
    replica.create('document', scopeId, { kind: 'file', name, createdBy: userId, createdAt: 1 }).id;
  const starred = () => {
    const section = element.querySelector('section[aria-labelledby=starred]');
    return [...(section?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);
  };
  expect(starred()).toEqual([]);
  toggleStar(file('Roof.pdf', id));
  toggleStar(file('Attic.pdf', other));
  file('Unstarred.pdf', id);
  const lines = [/^Attic.pdf ?Attic/, /^Roof.pdf ?Roof/];
  await expect.poll(starred).toEqual(lines.map((line) => expect.stringMatching(line)));
  for (let i = 10; i < 20; i++) toggleStar(file(`Sketch ${i}.pdf`, id));
  await expect.poll(() => starred().length).toBe(8);
  const all = [...element.querySelectorAll('button')].find((each) => each.textContent === 'Show all 12');
  all!.click();
  await expect.poll(() => starred().length).toBe(12);
  // A star can be taken off where the stars are, and whoever did goes on from there.
  const section = element.querySelector('section[aria-labelledby=starred]')!;
  await expect.poll(() => section.querySelector('[aria-label="Actions for Attic.pdf"]')).toBeTruthy();
  section.querySelector<HTMLElement>('[aria-label="Actions for Attic.pdf"]')!.click();
  const item = () =>
    [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
      ({ textContent }) => textContent === 'Remove star',
    );
  await expect.poll(item).toBeTruthy();
  item()!.focus();
  item()!.click();
  await expect.poll(() => starred().length).toBe(11);
  await expect.poll(() => document.activeElement?.textContent).toBe('Roof.pdf');
  expect(section.contains(document.activeElement)).toBe(true);

  // A project that is shared with me comes in pieces: what was listed before stays.
  loaded.set({ scopes: new Set([id]), heads: true, isComplete: false });
  await expect.poll(line).toContain('More is still being loaded.');
  expect(starred()).toHaveLength(11);
  expect(says()).toContain('Agreement offered');
  expect(isAbove('Recent documents', 'Starred')).toBe(true);

  // Who comes back has all of it at once: what is to be done stands on top.
  close();
  close = open();
  await expect.poll(() => isAbove('Agreement offered', 'Recent documents')).toBe(true);
  expect(isAbove('Agreement offered', 'My tasks')).toBe(true);
  expect(isAbove('Starred', 'Recent documents')).toBe(true);
  close();
  await replica.close();
});
