// @vitest-environment happy-dom
/** The head of a project: who leads it, as far as its people are here. */
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
import { Project } from './project.tsx';

const people = vi.hoisted(() => new Map([['ben', { id: 'ben', name: 'Ben Berg' }]]));
vi.mock('../../features/member/queries.ts', () => ({ usePeople: () => people }));
vi.mock('../../features/project/queries.ts', () => ({
  useProject: () => ({ id: 'p', name: 'Roof', type: 'INTERNAL', memberIds: ['ben', 'ada'], leadId: 'ada' }),
}));
vi.mock('../../features/project/dates.tsx', () => ({ ProjectDates: () => null }));
vi.mock('../../features/project/privateMark.tsx', () => ({ PrivateMark: () => null }));
vi.mock('../../features/project/projectMenu.tsx', () => ({ ProjectMenu: () => null }));
vi.mock('../../features/sync/notices.tsx', () => ({ SyncNotices: () => null }));
vi.mock('../../ui/person/people.tsx', () => ({ PeopleStack: () => null }));

async function shown(): Promise<string> {
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in' });
  const page = createRoute({
    getParentRoute: () => signedIn,
    path: '$workspace/projects/$space',
    component: Project,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([page])]),
    history: createMemoryHistory({ initialEntries: ['/w/projects/p'] }),
  });
  const element = document.body.appendChild(document.createElement('div'));
  const rendered = createRoot(element);
  rendered.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await vi.waitFor(() => expect(element.textContent).toContain('Roof'));
  const text = element.textContent;
  rendered.unmount();
  element.remove();
  return text;
}

it('names the lead, and nobody else while the lead is not here yet', async () => {
  expect(await shown()).not.toContain('Lead');
  people.set('ada', { id: 'ada', name: 'Ada Lind' });
  expect(await shown()).toContain('Lead: Ada Lind');
});
