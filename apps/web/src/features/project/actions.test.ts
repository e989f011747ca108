/** Tasks of a project whose readers change, and the room of one that is renamed. */
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { updateProject } from './actions.ts';
import { projectValues } from './projectFields.ts';

const [ada, ben, cora] = ['aa', 'bb', 'cc'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];

it('leaves nobody assigned to a task of a private project who is not in it any more', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  const project = createProject(replica, { name: 'Roof', memberIds: [ada, ben] });
  const task = replica.create('task', project.id, { title: 'Beams', assigneeIds: [ada, ben, cora] });
  const below = replica.create('task', project.id, { title: 'Cut', parentId: task.id, assigneeIds: [cora] });
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const assigned = () => [task, below].map(({ id }) => replica.collections.task.get(id)!.assigneeIds);
  const save = (changes: object) =>
    updateProject(project, changes, {
      ...projectValues(replica.collections.project.get(project.id)),
      ...changes,
    });
  save({ memberIds: [ada, ben] });
  expect(assigned()).toEqual([[ada, ben, cora], [cora]]);
  save({ access: 'private' });
  expect(assigned()).toEqual([[ada, ben], []]);
  save({ memberIds: [ada] });
  expect(assigned()).toEqual([[ada], []]);
  await replica.close();
});

it('calls the room of a project as that is called, unless it has a name of its own', async () => {
  const replica = await openOn(createDevice(), new ProtocolServer());
  provideWorkspace({ records: replica, userId: ada } as unknown as OpenWorkspace);
  const project = createProject(replica, { name: 'Website' });
  const roomId = createRoom(replica, { name: 'Website', memberIds: [], projectId: project.id }, 'open', {
    userId: ada,
    at: 1,
  });
  const rename = (name: string) => {
    const before = replica.collections.project.get(project.id)!;
    updateProject(before, { name }, { ...projectValues(before), name });
    return replica.collections.room.get(roomId)!.name;
  };
  expect(rename('Webshop')).toBe('Webshop');
  replica.update('room', roomId, { name: 'Talk' });
  expect(rename('Shop')).toBe('Talk');
  await replica.close();
});
