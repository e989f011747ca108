// @vitest-environment happy-dom
/** Order and archived rows of the lists of projects and customers: as they were left, on the next device, too. */
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import type { Loaded } from '@kontor/client/replica/status';
import { createDevice, openOn, until } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { RecordList } from './recordList.tsx';

const columns = [
  { key: 'name', header: 'Name', isSortable: true, cell: ({ name }: { name: string }) => name },
];
const archived = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]');

/** Shows the list of projects. Returns the function that leaves it. */
async function open({ collections }: Replica): Promise<() => void> {
  const page = () => (
    <RecordList
      noun="project"
      title="Projects"
      create={null}
      collection={collections.project}
      columns={columns as never}
      orders={{}}
      reads={{}}
      matches={() => true}
      matchReads={[]}
      onOpen={() => {}}
      search="Search"
      none="None."
      onlyArchived="All of them are archived."
      noneFound={() => ''}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await until(() => document.querySelector('h1') !== null);
  return () => {
    root.unmount();
    document.body.replaceChildren();
  };
}

it('shows archived records, and the order, as they were left', async () => {
  const device = createDevice();
  const records = await openOn(device, new ProtocolServer());
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  for (const name of ['House', 'Garden']) createProject(records, { name });
  const order = () => document.querySelector('[aria-sort]')?.getAttribute('aria-sort');
  const leave = await open(records);
  expect([archived()!.checked, order()]).toEqual([false, 'ascending']);
  archived()!.click();
  await until(() => archived()!.checked);
  document.querySelector<HTMLElement>('[aria-sort] button')!.click();
  await until(() => order() === 'descending');
  leave();
  // The next device has the records, and nothing of the memory of this tab.
  forgetDrafts();
  const leaveAgain = await open(records);
  expect([archived()!.checked, order()]).toEqual([true, 'descending']);
  leaveAgain();
  await records.close();
});

it('says that there are none, or none that run, once all are here', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const loaded = observable<Loaded>({ scopes: new Set(), heads: false, isComplete: false });
  const records = { ...replica, loaded };
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  const leave = await open(records);
  const says = () => document.querySelector('div:has(> h1)')!.parentElement!.textContent;
  const tell = (heads: boolean) =>
    flushSync(() => loaded.set({ scopes: new Set(), heads, isComplete: false }));
  expect(says()).not.toContain('None.');
  tell(true);
  expect(says()).toContain('None.');
  tell(false);
  const { id } = createProject(replica, { name: 'House', archivedAt: 1 });
  await until(() => archived() !== null);
  expect(says()).not.toContain('archived.');
  tell(true);
  expect(says()).toContain('archived.');
  tell(false);
  replica.update('project', id, { archivedAt: undefined });
  await until(() => says()!.includes('House'));
  expect(says()).toContain('More is still being loaded.');
  tell(true);
  expect(says()).not.toContain('More is still');
  leave();
  await replica.close();
});
