// @vitest-environment happy-dom
/** The chat comes back to the room that was open last. */
import { createRoom } from '@kontor/client/nouns/room';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
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
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { Chat } from './chat.tsx';
import { NoRoom } from './noRoom.tsx';

vi.mock('../../features/room/roomList.tsx', () => ({ RoomList: () => null }));

it('opens the last room on a wide screen, and leaves a phone with the list', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const userId = 'ada';
  provideWorkspace({ records: replica, userId } as unknown as OpenWorkspace);
  const room = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId, at: 1 });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const home = createRoute({ getParentRoute: () => workspace, path: '/', component: () => null });
  const chat = createRoute({ getParentRoute: () => workspace, path: 'chat', component: Chat });
  const none = createRoute({ getParentRoute: () => chat, path: '/', component: NoRoom });
  const one = createRoute({ getParentRoute: () => chat, path: '$room', component: () => null });
  const tree = [signedIn.addChildren([workspace.addChildren([home, chat.addChildren([none, one])])])];
  const history = createMemoryHistory({ initialEntries: ['/w/chat'] });
  const router = createRouter({ routeTree: root.addChildren(tree), history });
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const at = () => router.state.location.pathname;
  const go = (to: string) => router.navigate({ to: to as '/' });
  const asks = () => element.textContent;
  // Nothing was open yet.
  await expect.poll(asks).toContain('Choose a room');
  await go(`/w/chat/${room}`);
  await expect.poll(asks).not.toContain('Choose a room');
  await go('/w');
  await go('/w/chat');
  await expect.poll(at).toBe(`/w/chat/${room}`);
  history.back();
  await expect.poll(at).toBe('/w');
  vi.spyOn(globalThis, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList);
  await go('/w/chat');
  await expect.poll(asks).toContain('Choose a room');
  vi.restoreAllMocks();
  // Somebody took the person out of it.
  await go('/w');
  replica.update('room', room, { memberIds: ['ben'] });
  await go('/w/chat');
  await expect.poll(asks).toContain('Choose a room');
  expect(at()).toBe('/w/chat');
  rendered.unmount();
  await replica.close();
});
