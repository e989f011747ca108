/** Late additions to a task, by a colleague without a connection: it is moved or deleted meanwhile, on the real server. */
import { createProject } from '@kontor/client/nouns/project';
import { moveTasks } from '@kontor/client/nouns/task';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { type Actor, createActor, type DeviceOptions } from './actor.ts';
import { takeIn } from './team.ts';

/** Lines that can be cut. */
const cut = new Set<string>();
const lineOf =
  (name: string): NonNullable<DeviceOptions['wrap']> =>
  (inner) =>
  async (input, init) => {
    if (cut.has(name)) throw new TypeError('the connection is cut');
    return inner(input, init);
  };

const server = inject('server');
let [ada, ben]: Actor[] = [];
let [asAda, asBen]: Workspace[] = [];
let [here, there, taskId] = ['', '', ''];

const idOf = (actor: Actor) => actor.session.user!.id;
const content = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Red?' }] }] };

beforeAll(async () => {
  [ada, ben] = await Promise.all(
    ['Ada', 'Ben'].map((firstName) => createActor(server.url, { firstName }, { wrap: lineOf(firstName) })),
  );
  const id = await ada!.createWorkspace();
  await takeIn(ada!, id, ben!, { role: 'EMPLOYEE' });
  [asAda, asBen] = [await ada!.open(id), await ben!.open(id)];
});
afterAll(async () => {
  await Promise.all([ada!, ben!].map((actor) => actor.session.signOut({ discard: true })));
});

beforeEach(async () => {
  [here, there] = ['Here', 'There'].map((name) => createProject(asAda!, { name }).id) as [string, string];
  taskId = asAda!.create('task', here, { title: 'Roof' }).id;
  await asAda!.outbox.sent();
  await shows(() => asBen!.collections.task.get(taskId) !== undefined);
});

/** Waits for what realtime brings: nobody pulls. */
async function shows(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

function write(): void {
  asBen!.create('comment', here, {
    taskId,
    userId: idOf(ben!),
    notifyIds: [idOf(ada!)],
    content,
    createdAt: 1,
  });
  asBen!.create('task', here, { title: 'Measure', parentId: taskId });
}

const inTask = ({ collections }: Workspace, id = taskId) =>
  collections.comment.where('container', id).length + collections.task.where('container', id).length;
const faults = () => [asAda!, asBen!].flatMap((each) => each.faults.get());

it('goes with the task, and whoever was to hear of it does', async () => {
  cut.add('Ben');
  write();
  moveTasks(asAda!, [taskId], there);
  await asAda!.outbox.sent();
  cut.delete('Ben');
  await asBen!.pull();
  await asBen!.outbox.sent();
  await shows(() => inTask(asAda!) === 2 && inTask(asBen!) === 2);
  const [said] = asAda!.collections.comment.where('container', taskId);
  expect(said).toMatchObject({ scopeId: there, userId: idOf(ben!), authorId: idOf(ben!) });
  const told = () =>
    asAda!.notifications.inbox.get()?.notifications.find(({ recordId }) => recordId === said!.id);
  await shows(() => told() !== undefined);
  expect(told()).toMatchObject({ scopeId: there, subjectId: taskId });
  expect([asBen!.outbox.failed.get(), faults()]).toEqual([[], []]);
});

it('follows the task that is moved behind it', async () => {
  cut.add('Ada');
  moveTasks(asAda!, [taskId], there);
  write();
  await asBen!.outbox.sent();
  cut.delete('Ada');
  await asAda!.pull();
  await asAda!.outbox.sent();
  const isThere = ({ collections: { comment, task } }: Workspace) =>
    [...comment.all(), ...task.all()].filter(({ scopeId }) => scopeId === there).length === 3;
  await shows(() => isThere(asAda!) && isThere(asBen!));
  for (const each of [asAda!, asBen!]) {
    const [said] = each.collections.comment.where('container', taskId);
    expect(said).toMatchObject({ scopeId: there, userId: idOf(ben!), authorId: idOf(ben!) });
    expect(each.collections.task.where('container', taskId)).toMatchObject([{ scopeId: there }]);
    await each.outbox.sent();
    expect(each.outbox.failed.get()).toEqual([]);
  }
  expect(faults()).toEqual([]);
});

it('is held back where the task was deleted, and makes it anew', async () => {
  cut.add('Ben');
  write();
  asAda!.remove('task', taskId);
  await asAda!.outbox.sent();
  cut.delete('Ben');
  await asBen!.pull();
  await shows(() => asBen!.outbox.failed.get().length === 2);
  expect(asBen!.outbox.failed.get().map(({ code }) => code)).toEqual(['GONE', 'GONE']);
  await asBen!.outbox.retry(asBen!.outbox.failed.get()[0]!.id);
  await shows(() => asAda!.collections.task.where('container', here).length === 1);
  const [again] = asAda!.collections.task.where('container', here);
  await shows(() => inTask(asAda!, again!.id) === 2);
  expect([again!.title, asBen!.outbox.failed.get(), faults()]).toEqual(['Roof', [], []]);
});

it('is held back as a change of what lay in it, too, and comes back with the task', async () => {
  write();
  await asBen!.outbox.sent();
  await asAda!.pull();
  cut.add('Ben');
  const [said] = asBen!.collections.comment.where('container', taskId);
  asBen!.update('comment', said!.id, { editedAt: 2 });
  asAda!.remove('task', taskId);
  await asAda!.outbox.sent();
  cut.delete('Ben');
  await asBen!.pull();
  await shows(() => asBen!.outbox.failed.get().length === 1);
  await asBen!.outbox.retry(asBen!.outbox.failed.get()[0]!.id);
  await shows(() => asAda!.collections.task.where('container', here).length === 1);
  const [again] = asAda!.collections.task.where('container', here);
  await shows(() => inTask(asAda!, again!.id) === 1);
  const [comment] = asAda!.collections.comment.where('container', again!.id);
  expect([again!.title, comment!.editedAt]).toEqual(['Roof', 2]);
  expect([asBen!.outbox.failed.get(), faults()]).toEqual([[], []]);
});
