// @vitest-environment happy-dom
/** The bar at the foot of a phone. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { BottomBar } from './bottomBar.tsx';

vi.mock('../../platform/workspace/actor.ts', () => ({ useActor: () => ({ role: 'ADMIN' }) }));
vi.mock('../../platform/workspace/session.ts', () => ({ useSession: () => false }));
vi.mock('./accountItems.tsx', () => ({ AccountItems: () => null }));
vi.mock('./connectionStatus.tsx', () => ({ ConnectionStatus: () => null }));
vi.mock('./wordsItem.tsx', () => ({ useWordsItem: () => ({}) }));
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  useMatchRoute: () => () => false,
  useNavigate: () => () => {},
}));

it('holds five items, whatever there is to go to and to make', () => {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <BottomBar workspace="w" unread={0} timer={null} />
      </MantineProvider>,
    ),
  );
  const items = [...place.querySelectorAll('nav > a, nav > button')].map(({ textContent }) => textContent);
  expect(items).toEqual(['Home', 'Projects', 'Chat', 'Time', 'More']);
  flushSync(() => root.unmount());
});
