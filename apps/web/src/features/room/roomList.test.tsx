// @vitest-environment happy-dom
/** The list of rooms while they come. */
import { observable } from '@kontor/client/observable';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { RoomList } from './roomList.tsx';

it('says that there are none once all rooms are here', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  provideWorkspace({ records: { ...replica, loaded }, userId: 'ada' } as unknown as OpenWorkspace);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const page = (
    <MantineProvider env="test">
      <RoomList workspace="w" people={new Map()} onNewRoom={() => {}} onNewDirect={() => {}} />
    </MantineProvider>
  );
  flushSync(() => root.render(page));
  const lines = () => [...document.querySelectorAll('nav li')].map((line) => line.textContent);
  const comes = 'More is still being loaded.';
  expect(lines()).toEqual([comes, comes]);
  flushSync(() => loaded.set({ scopes: new Set(), heads: true, isComplete: false }));
  expect(lines()).not.toContain(comes);
  expect(lines()).toHaveLength(2);
  root.unmount();
  await replica.close();
});
