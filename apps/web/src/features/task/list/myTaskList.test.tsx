// @vitest-environment happy-dom
/** The group of one's tasks that was asked for: it stays so, on the next device, too. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { forgetDrafts } from '../../../platform/draft/drafts.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { MyTaskList } from './myTaskList.tsx';

it('shows the group as it was left', async () => {
  const device = createDevice();
  const records = await openOn(device, new ProtocolServer());
  const { userId } = device;
  provideWorkspace({ records, userId } as unknown as OpenWorkspace);
  const { id } = createProject(records, { name: 'House' });
  records.create('task', id, { title: 'Beams', status: 'TODO', assigneeIds: [userId] });
  records.create('task', id, {
    title: 'Tiles',
    status: 'TODO',
    assigneeIds: [userId],
    dueDate: '2020-01-01',
  });
  const filter = { filter: () => true, reads: [] };
  const open = () => {
    // The next device has the records, and nothing of the memory of this tab.
    forgetDrafts();
    const element = document.body.appendChild(document.createElement('div'));
    const root = createRoot(element);
    root.render(
      <MantineProvider env="test">
        <MyTaskList userId={userId} filter={filter} heading="h2" projectOf={() => null} onOpen={() => {}} />
      </MantineProvider>,
    );
    const groups = () =>
      [...element.querySelectorAll('section')].map((each) => each.getAttribute('aria-label'));
    const choose = (value: string) => element.querySelector<HTMLElement>(`input[value="${value}"]`)!.click();
    return { groups, choose, leave: () => root.unmount() };
  };
  const first = open();
  await expect.poll(first.groups).toEqual(['Overdue', 'Without due date']);
  first.choose('overdue');
  await expect.poll(first.groups).toEqual(['Overdue']);
  first.leave();
  const again = open();
  await expect.poll(again.groups).toEqual(['Overdue']);
  again.choose('all');
  await expect.poll(again.groups).toHaveLength(2);
  again.leave();
  await records.close();
});
