// @vitest-environment happy-dom
/** The tabs that a customer's user sees. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { CustomerLayout } from './customer.tsx';

const seen = vi.hoisted(() => ({ pathname: '', signings: [] as { isForMe: boolean }[] }));
vi.mock('@tanstack/react-router', () => ({
  getRouteApi: () => ({ useParams: () => ({ workspace: 'w' }) }),
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useLocation: (how?: { select: (at: object) => unknown }) => (how ? how.select(seen) : seen),
}));
vi.mock('../../features/signing/queries.ts', () => ({ useSignings: () => seen.signings }));
vi.mock('../../features/notification/useReading.ts', () => ({ useReading: () => {} }));
vi.mock('../../platform/workspace/actor.ts', () => ({ useHasRole: () => false }));
vi.mock('../../platform/workspace/session.ts', () => ({ useSession: () => undefined }));
vi.mock('../../platform/workspace/workspace.ts', () => ({
  useObservable: () => undefined,
  useWorkspace: () => ({ records: {}, userId: 'u' }),
}));
vi.mock('../../ui/nav/link.tsx', () => ({ TextLink: () => null }));
vi.mock('../frame/accountMenu.tsx', () => ({ AccountMenu: () => null }));
vi.mock('../frame/preload.ts', () => ({ usePreload: () => {} }));
vi.mock('../frame/trays.tsx', () => ({ Trays: () => null }));
vi.mock('../frame/wordsItem.tsx', () => ({ useWordsItem: () => ({}) }));
vi.mock('../roleChange.ts', () => ({ useRoleChange: () => {} }));
vi.mock('../scopesAt.ts', () => ({ subjectsAt: () => [] }));
vi.mock('./syncedOutlet.tsx', () => ({ SyncedOutlet: () => null }));

it.each([
  ['/w/dashboard/project', [], ['Projects', 'Documents']],
  ['/w/dashboard/project', [{ isForMe: false }], ['Projects', 'Documents', 'Signatures']],
  ['/w/dashboard/signatures', [], ['Projects', 'Documents', 'Signatures']],
])('has no tab for signatures before there is one to give, at %s', (pathname, signings, tabs) => {
  Object.assign(seen, { pathname, signings });
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <CustomerLayout />
      </MantineProvider>,
    ),
  );
  const links = [...place.querySelectorAll('main a')].map(({ textContent }) => textContent);
  expect(links).toEqual(tabs);
  flushSync(() => root.unmount());
});
