// @vitest-environment happy-dom
/** Order and archived rows of the lists of projects and customers: as they were left, on the next device, too. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn, until } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { forgetDrafts } from '../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { RecordList } from './recordList.tsx';

it('shows archived records, and the order, as they were left', async () => {
  const device = createDevice();
  const records = await openOn(device, new ProtocolServer());
  provideWorkspace({ records, userId: device.userId } as unknown as OpenWorkspace);
  for (const name of ['House', 'Garden']) createProject(records, { name });
  const columns = [{ key: 'name', header: 'Name', isSortable: true, cell: () => null }];
  const page = () => (
    <RecordList
      noun="project"
      title="Projects"
      create={null}
      collection={records.collections.project}
      columns={columns as never}
      orders={{}}
      reads={{}}
      matches={() => true}
      matchReads={[]}
      onOpen={() => {}}
      search="Search"
      none=""
      onlyArchived=""
      noneFound={() => ''}
    />
  );
  const archived = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]');
  const order = () => document.querySelector('[aria-sort]')?.getAttribute('aria-sort');
  const open = async () => {
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
    await until(() => archived() !== null);
    return () => {
      root.unmount();
      document.body.replaceChildren();
    };
  };
  const leave = await open();
  expect([archived()!.checked, order()]).toEqual([false, 'ascending']);
  archived()!.click();
  await until(() => archived()!.checked);
  document.querySelector<HTMLElement>('[aria-sort] button')!.click();
  await until(() => order() === 'descending');
  leave();
  // The next device has the records, and nothing of the memory of this tab.
  forgetDrafts();
  const leaveAgain = await open();
  expect([archived()!.checked, order()]).toEqual([true, 'descending']);
  leaveAgain();
  await records.close();
});
