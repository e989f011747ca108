/** Reads what happened in a project lately from what the client writes down. */
import { createProject } from '@kontor/client/nouns/project';
import { reorderTask } from '@kontor/client/nouns/task';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Document } from '@kontor/contract/nouns/document';
import type { Task } from '@kontor/contract/nouns/task';
import type { TaskEdit } from '@kontor/contract/nouns/taskEdit';
import { expect, it } from 'vitest';
import { activityOf, newestEdits, newestTasks } from './activity.ts';

const file = { id: 'f', kind: 'file', createdAt: 1_645_557_742_001, createdBy: 'bob' } as Document;
const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'; // made at 1,645,557,742,000

it('tells what happened, the newest first, and who', () => {
  const edit = (taskId: string, more: Partial<TaskEdit>) =>
    ({ taskId, edits: [{ field: 'title', from: '', to: 'Roof' }], ...more }) as TaskEdit;
  const edits = [
    edit('b', { at: 2e12, userId: 'cyd' }),
    edit('c', { at: 1.9e12, authorId: 'dan', edits: [{ field: 'status', from: 'TODO', to: 'DONE' }] }),
    edit('b', { at: 1.8e12, userId: 'eve' }),
  ];
  const tasks = [{ id, createdBy: 'ada' } as Task];
  const found = activityOf(edits, tasks, [file], 10);
  expect(found.map(({ kind, by }) => [kind, by])).toEqual([
    ['taskChanged', 'cyd'],
    ['taskDone', 'dan'],
    ['documentAdded', 'bob'],
    ['taskCreated', 'ada'],
  ]);
  expect(activityOf([], tasks, [file], 1)).toHaveLength(1);
});

it('takes a change of a task that is done for no completion, and its place in a list for no change', async () => {
  const device = createDevice();
  const replica = await openOn(device, new ProtocolServer());
  const project = createProject(replica, { name: 'House' }).id;
  const make = (title: string) => replica.create('task', project, { title, createdBy: 'ada' }).id;
  const [roof, cellar] = [make('Roof'), make('Cellar')];
  const { taskEdit, task } = replica.collections;
  const told = () =>
    activityOf(taskEdit.view(newestEdits(project)).get(), task.view(newestTasks(project)).get(), [], 10).map(
      (each) => ['taskId' in each && task.get(each.taskId)?.title, each.kind],
    );
  replica.update('task', roof, { status: 'DONE' });
  reorderTask(replica, cellar, undefined, roof);
  const all = [
    ['Roof', 'taskDone'],
    ['Cellar', 'taskCreated'],
  ];
  expect(told()).toEqual(all);
  await replica.outbox.sent();
  await replica.pull();
  expect(told()).toEqual(all);
  await replica.close();
});
