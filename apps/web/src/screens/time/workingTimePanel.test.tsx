// @vitest-environment happy-dom
/** Removing a working week takes that one, and nothing that somebody else changed while the question stood. */
import { createHours } from '@kontor/client/nouns/workingTime';
import { anyAuthor } from '@kontor/client/replica/testing/clearVault';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { WorkingTimePanel } from './workingTimePanel.tsx';

const asked = vi.hoisted(() => vi.fn<() => Promise<boolean>>());
vi.mock('../../ui/overlay/confirm.tsx', () => ({ confirm: asked }));

it('removes a week and keeps what somebody else adds meanwhile', async () => {
  const device = createDevice(anyAuthor);
  const replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  provideWorkspace({ records: replica, userId: device.userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const id = '019a0000-0000-7000-8000-0000000000c1';
  createHours(replica, id, device.userId);
  const week = (from: string) => ({ from, minutes: [480, 480, 480, 480, 480, 0, 0] });
  const setWeeks = (...days: string[]) => replica.update('workingTime', id, { weeks: days.map(week) });
  const daysNow = () => replica.collections.workingTime.get(id)?.weeks.map(({ from }) => from);
  setWeeks('2026-01-05', '2026-03-02');
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => <WorkingTimePanel item={device.userId} close={() => {}} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const rendered = createRoot(document.body.appendChild(document.createElement('div')));
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const remove = () => document.querySelector<HTMLElement>('button[aria-label^="Remove"]');
  await expect.poll(remove).toBeTruthy();
  asked.mockImplementation(async () => {
    setWeeks('2026-01-05', '2026-03-02', '2026-05-04');
    return true;
  });
  remove()!.click();
  await expect.poll(daysNow).toEqual(['2026-03-02', '2026-05-04']);
  asked.mockImplementation(async () => false);
  remove()!.click();
  await expect.poll(() => asked.mock.calls.length).toBe(2);
  expect(daysNow()).toEqual(['2026-03-02', '2026-05-04']);
  rendered.unmount();
  await replica.close();
});
