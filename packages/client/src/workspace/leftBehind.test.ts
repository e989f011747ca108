/** Additions to a task while a colleague, who has no connection, moves it: the move comes last and knows nothing of them. */
import { beforeEach, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import { observable } from '../observable.ts';
import { anyAuthor } from '../replica/testing/clearVault.ts';
import { createDevice, until } from '../replica/testing/client.ts';
import { logEntry, openWithLog } from '../replica/testing/openWithLog.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { keepTogether } from './leftBehind.ts';

const [adaId, benId] = ['019a0000-0000-7000-8000-0000000000d1', anyAuthor];
const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Red?' }] }] };

async function person(server: ProtocolServer, userId: string, role: 'ADMIN' | 'EMPLOYEE') {
  const device = createDevice(userId);
  const replica = await openWithLog({ server, log: [logEntry(0, 'genesis')] }, device, { role });
  return {
    userId,
    connection: device.connection,
    replica,
    workspace: { ...replica, confirmed: observable(true) },
  };
}
type Person = Awaited<ReturnType<typeof person>>;

let server: ProtocolServer;
let ada: Person;
let ben: Person;
let [here, there, taskId] = ['', '', ''];

async function meet(): Promise<void> {
  for (let round = 0; round < 4; round++)
    for (const { replica } of [ada, ben]) {
      await replica.outbox.sent();
      await replica.pull();
    }
}

/** Has Ada move the task without a connection; Ben writes into it; then she has one again. */
async function moveLast(): Promise<void> {
  ada.connection.isOffline = true;
  moveTasks(ada.replica, [taskId], there);
  ben.replica.create('comment', here, {
    taskId,
    userId: benId,
    notifyIds: [adaId],
    content,
    createdAt: 1,
  });
  const subtask = ben.replica.create('task', here, { title: 'Measure', parentId: taskId });
  ben.replica.create('task', here, { title: 'Twice', parentId: subtask.id });
  ben.replica.create('document', here, { kind: 'folder', name: 'Tiles', taskId });
  await ben.replica.outbox.sent();
  ada.connection.isOffline = false;
}

beforeEach(async () => {
  server = new ProtocolServer();
  [ada, ben] = [await person(server, adaId, 'ADMIN'), await person(server, benId, 'EMPLOYEE')];
  [here, there] = ['Here', 'There'].map((name) => createProject(ada.replica, { name }).id) as [
    string,
    string,
  ];
  taskId = ada.replica.create('task', here, { title: 'Roof' }).id;
  await meet();
});

const isInTask = ({ entity, deleted }: { entity: string; deleted: boolean }) =>
  !deleted && ['task', 'comment', 'document'].includes(entity);

it.each([
  ['its author', ['ben']],
  ['an admin', ['ada']],
  ['both at once', ['ada', 'ben']],
])('goes to where the task is by the device of %s', async (_, whose) => {
  const people = whose.map((name) => (name === 'ada' ? ada : ben));
  const stops = people.map(keepTogether);
  await moveLast();
  await meet();
  await until(() => [...server.rows.values()].filter(isInTask).every(({ scopeId }) => scopeId === there));
  await meet();
  for (const { replica } of [ada, ben]) {
    const { task, comment, document } = replica.collections;
    expect(comment.where('container', taskId)).toMatchObject([{ scopeId: there, userId: benId, content }]);
    expect(document.where('container', taskId)).toMatchObject([{ scopeId: there, name: 'Tiles' }]);
    const [measure, ...others] = task.where('container', taskId);
    expect([measure!.title, others.length]).toEqual(['Measure', 0]);
    expect(task.where('container', measure!.id)).toMatchObject([{ title: 'Twice', scopeId: there }]);
    expect(replica.faults.get()).toEqual([]);
    expect(replica.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    expect(replica.leftBehind()).toEqual([]);
  }
  for (const stop of stops) stop();
});

it('stays where the server refuses that, and nobody is asked about it', async () => {
  const stop = keepTogether(ben);
  let refused = 0;
  server.onApply = ({ changes }) => {
    if (!changes.some(({ name }) => name === 'comment.delete')) return;
    refused++;
    throw Object.assign(new Error('refused'), { code: 'PERMISSION_DENIED' });
  };
  await moveLast();
  await meet();
  await meet();
  expect(refused).toBe(1);
  expect(ben.replica.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  expect(ben.replica.collections.comment.all()).toMatchObject([{ scopeId: here }]);
  stop();
});

it('stays as far as the server refuses a batch of it, and nobody is asked about that', async () => {
  const stop = keepTogether(ben);
  ada.connection.isOffline = true;
  moveTasks(ada.replica, [taskId], there);
  ben.replica.transaction(() => {
    const { id: parentId } = ben.replica.create('task', here, { title: 'Measure', parentId: taskId });
    for (let i = 0; i < 300; i++) ben.replica.create('task', here, { title: `Tile ${i}`, parentId });
  });
  await ben.replica.outbox.sent();
  let brought = 0;
  server.onApply = ({ changes }) => {
    const isBrought = changes.some(({ name, args }) => name === 'task.delete' && args.id !== taskId);
    if (isBrought && ++brought > 1) throw Object.assign(new Error('refused'), { code: 'PERMISSION_DENIED' });
  };
  ada.connection.isOffline = false;
  await meet();
  await until(() => brought > 1);
  await until(() => {
    const { pending, failed } = ben.replica.outbox.status.get();
    return pending + failed === 0;
  });
  stop();
});
