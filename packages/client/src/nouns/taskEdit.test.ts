import { expect, it } from 'vitest';
import type { ReplicaVault } from '../replica/engineParts.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import type { OpenedRecord } from '../vault/plainRecord.ts';
import { createProject } from './project.ts';
import { moveTasks, reorderTask } from './task.ts';
import { joinEdits } from './taskEdit.ts';

const [ada, ben] = ['019a0000-0000-7000-8000-0000000000d1', '019a0000-0000-7000-8000-0000000000d2'];

async function twoPeople() {
  const server = new ProtocolServer();
  const devices = [createDevice(ada), createDevice(ben)] as const;
  const replicas = await Promise.all(devices.map((device) => openOn(device, server)));
  const meet = async () => {
    for (const { outbox } of replicas) await outbox.sent();
    for (const replica of replicas) await replica.pull();
  };
  return { replicas: replicas as [(typeof replicas)[0], (typeof replicas)[0]], meet };
}

it('is written with each change of a task, whoever makes it and by whatever way', async () => {
  const { replicas, meet } = await twoPeople();
  const [own, other] = replicas;
  const [roof, wall] = ['Roof', 'Wall'].map((name) => createProject(own, { name }));
  const [task, second] = ['Beam', 'Nail'].map((title) => own.create('task', roof!.id, { title }));
  const history = (replica = own) =>
    replica.collections.taskEdit
      .where('container', task!.id)
      .toSorted((a, b) => a.at - b.at)
      .map(({ userId, edits }) => [userId, edits]);
  await meet();
  expect(history()).toEqual([]);

  own.update('task', task!.id, { status: 'IN_PROGRESS', description: { type: 'doc', content: [] } });
  reorderTask(own, task!.id, second!.id, undefined);
  const first = [
    { field: 'status', from: 'TODO', to: 'IN_PROGRESS' },
    { field: 'description', from: null, to: null },
  ];
  expect(history()).toEqual([[ada, first]]);
  await meet();
  expect(history(other)).toEqual([[ada, first]]);

  other.update('task', task!.id, { assigneeIds: [ben], dueDate: '2026-12-01' });
  await meet();
  const bens = [
    { field: 'assigneeIds', from: [], to: [ben] },
    { field: 'dueDate', from: null, to: '2026-12-01' },
  ];
  expect(history()).toEqual([
    [ada, first],
    [ben, bens],
  ]);

  moveTasks(own, [task!.id], wall!.id);
  own.update('task', task!.id, { title: 'Long beam' });
  await meet();
  expect(history(other).at(-1)).toEqual([
    ada,
    [
      { field: 'title', from: 'Beam', to: 'Long beam' },
      { field: 'projectId', from: roof!.id, to: wall!.id },
    ],
  ]);
  const scopes = other.collections.taskEdit.all().map(({ scopeId }) => scopeId);
  expect(new Set(scopes)).toEqual(new Set([wall!.id]));

  other.remove('task', task!.id);
  await meet();
  expect(own.collections.taskEdit.all()).toEqual([]);
});

it('tells what one person changed on two devices at once, one of them without a connection', async () => {
  const server = new ProtocolServer();
  const devices = [createDevice(ada), createDevice(ada)] as const;
  const [phone, laptop] = await Promise.all(devices.map((device) => openOn(device, server)));
  const task = phone!.create('task', createProject(phone!, { name: 'Roof' }).id, { title: 'Beam' });
  await phone!.outbox.sent();
  await laptop!.pull();
  laptop!.update('task', task.id, { title: 'Oak beam' });
  await laptop!.outbox.sent();
  await phone!.pull();
  devices[1].connection.isOffline = true;
  laptop!.update('task', task.id, { dueDate: '2026-12-01', timeEstimate: 60 });
  const at = laptop!.collections.taskEdit.all()[0]!.at;
  while (Date.now() <= at) await new Promise((resolve) => setTimeout(resolve, 1));
  phone!.update('task', task.id, { status: 'DONE', timeEstimate: 30 });
  await phone!.outbox.sent();
  devices[1].connection.isOffline = false;
  await laptop!.outbox.sent();
  await phone!.pull();
  const [edit, ...more] = phone!.collections.taskEdit.all();
  expect(more).toEqual([]);
  expect(edit!.edits.toSorted((a, b) => (a.field < b.field ? -1 : 1))).toEqual([
    { field: 'dueDate', from: null, to: '2026-12-01' },
    { field: 'status', from: 'TODO', to: 'DONE' },
    { field: 'timeEstimate', from: null, to: 60 },
    { field: 'title', from: 'Beam', to: 'Oak beam' },
  ]);
  expect(edit!.at).toBeGreaterThan(at);
});

it('forgets what one person changes and changes back', async () => {
  const { replicas } = await twoPeople();
  const [own] = replicas;
  const task = own.create('task', createProject(own, { name: 'Roof' }).id, { title: 'Beam' });
  own.update('task', task.id, { status: 'DONE', title: 'Oak beam' });
  own.update('task', task.id, { status: 'TODO' });
  expect(own.collections.taskEdit.all().map(({ edits }) => edits)).toEqual([
    [{ field: 'title', from: 'Beam', to: 'Oak beam' }],
  ]);
  own.update('task', task.id, { title: 'Beam' });
  expect(own.collections.taskEdit.all()).toEqual([]);
});

it('quotes nothing that was refused', async () => {
  const server = new ProtocolServer();
  const forged = 'Forged';
  const hold = Promise.withResolvers<void>();
  const vault = (clear: ReplicaVault): ReplicaVault => ({
    ...clear,
    openPage: async (workspaceId, page) => {
      const { opened, ...rest } = await clear.openPage(workspaceId, page);
      const isWaiting = ({ plain }: OpenedRecord) => plain?.title === forged;
      const proof = { isUnverified: true as const, proof: forged };
      return { ...rest, opened: opened.map((each) => (isWaiting(each) ? { ...each, ...proof } : each)) };
    },
    verifyRecords: (_, records) => hold.promise.then(() => records.map(() => false)),
  });
  const own = await openOn(createDevice(ada), server, { vault });
  const other = await openOn(createDevice(ben), server);
  const { id } = own.create('task', createProject(own, { name: 'Roof' }).id, { title: 'Beam' });
  await own.outbox.sent();
  const changes = async (change: object) => {
    await other.pull();
    other.update('task', id, change);
    await other.outbox.sent();
    await own.pull();
  };
  await changes({ title: forged, status: 'DONE' });
  expect(own.collections.task.get(id)?.status).toBe('DONE');
  own.update('task', id, { status: 'IN_PROGRESS' });
  hold.resolve();
  await until(() => own.outbox.failed.get().length > 0);
  await changes({ title: 'Beam', status: 'IN_REVIEW' });
  for (const failed of own.outbox.failed.get()) await own.outbox.retry(failed.id);
  await own.outbox.sent();
  await other.pull();
  const mine = other.collections.taskEdit.where('container', id).filter(({ userId }) => userId === ada);
  expect(mine.map(({ edits }) => edits)).toEqual([
    [{ field: 'status', from: 'IN_REVIEW', to: 'IN_PROGRESS' }],
  ]);
});

it('joins edits that follow each other to what came of them', () => {
  const status = (from: string, to: string) => ({ field: 'status' as const, from, to });
  expect(joinEdits([status('TODO', 'DONE')], [status('DONE', 'IN_REVIEW')])).toEqual([
    status('TODO', 'IN_REVIEW'),
  ]);
  expect(joinEdits([status('TODO', 'DONE')], [status('DONE', 'TODO')])).toEqual([]);
  const description = { field: 'description' as const, from: null, to: null };
  expect(joinEdits([description], [description])).toEqual([description]);
  expect(joinEdits([status('TODO', 'DONE')], [description])).toEqual([status('TODO', 'DONE'), description]);
});
