// @vitest-environment happy-dom

import { observable } from '@kontor/client/observable';
import { createCollections } from '@kontor/client/replica/collections';
import type { SetBack } from '@kontor/client/replica/status';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { BackupNotice } from './backupNotice.tsx';

it('opens what a backup lacks when it is asked for, and not by itself when the server is set back once more', async () => {
  const setBack = observable<SetBack | undefined>({ log: [] } as unknown as SetBack);
  provideSession({
    subscribe: () => () => {},
    user: { id: 'ada' },
    workspaces: { list: [{ id: 'w', role: 'ADMIN', status: 'ACTIVE', isOwner: true }] },
  } as unknown as Session);
  const records = {
    id: 'w',
    setBack,
    lost: observable(undefined),
    log: observable(undefined),
    logEntries: () => [],
    collections: createCollections(),
    compare: () => new Promise(() => {}),
  };
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <BackupNotice />
      </MantineProvider>,
    ),
  );
  const dialog = () => document.querySelector('[role="dialog"]');
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(dialog()).not.toBeNull(), 10_000);
  flushSync(() => setBack.set(undefined));
  await vi.waitFor(() => expect(dialog()).toBeNull(), 10_000);
  flushSync(() => setBack.set({ log: [] } as unknown as SetBack));
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull(), 10_000);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(dialog()).toBeNull();
  flushSync(() => root.unmount());
});
