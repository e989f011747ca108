/** New tasks, and who is assigned to them. */
import { createProject } from '@kontor/client/nouns/project';
import { moveTasks } from '@kontor/client/nouns/task';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { createTask } from './actions.ts';

const [ada, ben] = ['019a0000-0000-7000-8000-0000000000aa', '019a0000-0000-7000-8000-0000000000bb'];

it('assigns nobody to a task of a private project who does not read it', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const closed = createProject(replica, { name: 'Closed', memberIds: [ada] });
  const open = createProject(replica, { name: 'Open' });
  replica.accessOf = (id) => (id === closed.id ? 'private' : 'open');
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const draft = { title: 'Roof', assigneeIds: [ada, ben] };
  expect(createTask(closed.id, draft)?.assigneeIds).toEqual([ada]);
  expect(createTask(open.id, draft)?.assigneeIds).toEqual([ada, ben]);
  await replica.close();
});

it('leaves nobody assigned in a task that moves, nor to what lies in it, who cannot do it there', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const [there, here] = ['There', 'Here'].map((name) => createProject(replica, { name }).id) as [
    string,
    string,
  ];
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const all = { assigneeIds: [ada, ben] as string[] };
  const top = createTask(here, { title: 'Roof', ...all })!;
  const below = createTask(here, { title: 'Slates', parentId: top.id, ...all })!;
  const lowest = createTask(here, { title: 'Nails', parentId: below.id, ...all })!;
  moveTasks(replica, [top.id], there, (id) => id === ada);
  for (const { id } of [top, below, lowest])
    expect(replica.collections.task.get(id)).toMatchObject({ scopeId: there, assigneeIds: [ada] });
  await replica.close();
});
