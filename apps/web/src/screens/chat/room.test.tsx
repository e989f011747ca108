// @vitest-environment happy-dom
/** Links that lead to a message of the room in view. */
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
import type { Target } from '../../features/room/stream/stream.tsx';
import { tellFollowedAgain } from '../../platform/followed.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { WrittenLink } from '../../ui/richText/writtenLink.tsx';
import { RoomScreen } from './room.tsx';
import { roomSearch } from './search.ts';

const targets = vi.hoisted(() => new Set<object | undefined>());
vi.mock('../../features/room/stream/stream.tsx', () => ({
  Stream: ({ target }: { target: Target | undefined }) => {
    targets.add(target);
    return 'Messages';
  },
}));
vi.mock('../../features/room/stream/composer.tsx', () => ({ Composer: () => null }));
vi.mock('../../features/room/roomHead.tsx', () => ({ RoomHead: () => null }));
vi.mock('../../features/sync/notices.tsx', () => ({ SyncNotices: () => null }));
vi.mock('../../platform/page.tsx', () => ({ usePage: () => {} }));
vi.mock('../../features/member/queries.ts', () => ({
  useColleagues: () => new Map([['ada', {}]]),
  usePeople: () => new Map(),
}));
vi.mock('../search/useSearch.ts', () => ({ useLookups: () => ({ places: [] }) }));
vi.mock('../search/searchText.ts', () => ({ useSearchText: () => ['', () => {}] }));

it('are followed as often as they are pressed, and not again where a slide-over opens and closes', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const userId = 'ada';
  provideWorkspace({ records: replica, userId } as unknown as OpenWorkspace);
  const id = createRoom(replica, { name: 'Site', memberIds: [] }, 'open', { userId, at: 1 });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const workspace = createRoute({ getParentRoute: () => signedIn, path: '$workspace' });
  const chat = createRoute({ getParentRoute: () => workspace, path: 'chat' });
  const room = createRoute({
    getParentRoute: () => chat,
    path: '$room',
    validateSearch: roomSearch,
    component: () => (
      <>
        <RoomScreen />
        <WrittenLink href={`${location.origin}/w/chat/${id}?message=m&at=5`}>There</WrittenLink>
      </>
    ),
  });
  const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
  const slow = createRoute({ getParentRoute: () => workspace, path: 'slow', loader: () => isLoaded });
  const routeTree = root.addChildren([
    signedIn.addChildren([workspace.addChildren([chat.addChildren([room]), slow])]),
  ]);
  const history = createMemoryHistory({ initialEntries: [`/w/chat/${id}`] });
  const router = createRouter({ routeTree, history });
  tellFollowedAgain(router);
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await expect.poll(() => element.textContent).toContain('Messages');
  const press = () => element.querySelector('a')!.click();
  const wanted = () => [...targets].filter((target) => target !== undefined);
  press();
  await expect.poll(wanted).toEqual([{ id: 'm', revision: 5 }]);
  press();
  await expect.poll(wanted, { timeout: 5_000 }).toEqual([1, 2].map(() => ({ id: 'm', revision: 5 })));
  // As the palette does, and a system's notification.
  const { length } = history;
  await router.navigate({ to: `/w/chat/${id}`, search: { message: 'm', at: '5' } } as never);
  await expect.poll(() => wanted().length).toBe(3);
  expect(history.length).toBe(length);
  // Whatever is loaded anew leads nowhere.
  await router.invalidate();
  history.push(`/w/chat/${id}?message=m&at=5&panel=room&item=${id}`);
  await expect.poll(() => router.state.location.search).toHaveProperty('panel');
  history.back();
  await expect.poll(() => router.state.location.search).not.toHaveProperty('panel');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(wanted()).toHaveLength(3);
  // From beneath a slide-over, too.
  history.push(`/w/chat/${id}?message=m&at=5&panel=room&item=${id}`);
  await expect.poll(() => router.state.location.search).toHaveProperty('panel');
  press();
  await expect.poll(() => wanted().length).toBe(4);
  // A link to another page that is followed twice before that is there.
  for (const _ of [1, 2]) void router.navigate({ href: '/w/slow' });
  await expect.poll(() => router.latestLocation.pathname).toBe('/w/slow');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([router.state.resolvedLocation?.pathname, wanted().length]).toEqual([`/w/chat/${id}`, 4]);
  load();
  await expect.poll(() => router.state.resolvedLocation?.pathname).toBe('/w/slow');
  rendered.unmount();
  await replica.close();
});
