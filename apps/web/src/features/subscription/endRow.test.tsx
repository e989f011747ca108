// @vitest-environment happy-dom
/** The question before a subscription is cancelled. */

import type { Session } from '@kontor/client/session/session';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../platform/workspace/session.ts';
import { EndRow } from './endRow.tsx';

vi.mock('../../platform/workspace/calls.ts', () => ({ useMutation: () => ({ isPending: false }) }));
vi.mock('../../ui/nav/link.tsx', () => ({ ButtonLink: () => null }));
vi.mock('../../ui/overlay/dialog.tsx', () => ({
  Dialog: ({ title, children }: { title: string; children: ReactNode }) => (
    <section aria-label={title}>{children}</section>
  ),
}));

it('names the workspace whose subscription ends, for who has several', () => {
  const list = [
    { id: 'v', name: 'Birch' },
    { id: 'w', name: 'Alder' },
  ];
  provideSession({ subscribe: () => () => {}, workspaces: { list } } as unknown as Session);
  const now = Date.UTC(2026, 10, 3, 12);
  const subscription = {
    plan: 'standard',
    interval: 'month',
    state: 'active',
    pastDueSince: null,
    now,
    periodEnd: now,
    deletionIfCanceled: now,
  } as Subscription;
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <EndRow workspace="w" subscription={subscription} />
      </MantineProvider>,
    ),
  );
  flushSync(() => place.querySelector('button')!.click());
  expect(place.querySelector('section')!.getAttribute('aria-label')).toBe(
    'Cancel the subscription of Alder?',
  );
  flushSync(() => root.unmount());
});
