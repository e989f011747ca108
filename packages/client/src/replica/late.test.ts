/** Additions to a task or a folder by somebody who does not know yet that a colleague moved or deleted it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { moveTasks } from '../nouns/task.ts';
import type { Replica } from './replica.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

const [adaId, benId] = ['019a0000-0000-7000-8000-0000000000d1', '019a0000-0000-7000-8000-0000000000d2'];
const words = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

let server: ProtocolServer;
let [ada, ben]: Replica[] = [];
let [here, there, taskId] = ['', '', ''];
const connection = { ada: createDevice(adaId).connection, ben: createDevice(benId).connection };

async function meet(): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const each of [ada!, ben!]) {
      await each.outbox.sent();
      await each.pull();
    }
}

beforeEach(async () => {
  server = new ProtocolServer();
  const devices = [createDevice(adaId), createDevice(benId)] as const;
  [ada, ben] = await Promise.all(devices.map((device) => openOn(device, server)));
  [connection.ada, connection.ben] = devices.map((device) => device.connection) as [
    typeof connection.ada,
    typeof connection.ben,
  ];
  [here, there] = ['Here', 'There'].map((name) => createProject(ada!, { name }).id) as [string, string];
  taskId = ada!.create('task', here, { title: 'Roof', status: 'IN_REVIEW' }).id;
  await meet();
});

const say = (by: Replica, text = 'Which tiles?') =>
  by.create('comment', here, {
    taskId,
    userId: benId,
    notifyIds: [adaId],
    content: words(text),
    createdAt: 1,
  });
const inTask = (replica: Replica, id = taskId) => ({
  comments: replica.collections.comment.where('container', id).map(({ content }) => content),
  tasks: replica.collections.task.where('container', id).map(({ title }) => title),
  files: replica.collections.document.where('container', id).map(({ name }) => name),
});
const failures = (replica: Replica) => replica.outbox.failed.get().map(({ code }) => code);

/** Has Ben put things into the task without a connection. */
function writeOffline(): void {
  connection.ben.isOffline = true;
  say(ben!);
  const subtask = ben!.create('task', here, { title: 'Measure', parentId: taskId });
  ben!.create('task', here, { title: 'Twice', parentId: subtask.id });
  ben!.transaction(() => {
    const folder = ben!.create('document', here, { kind: 'folder', name: 'Tiles', taskId });
    ben!.create('document', here, { kind: 'folder', name: 'Red', parentId: folder.id });
  });
}

describe('into a task that was moved', () => {
  it.each(['sends', 'pulls'])('goes along, whether its device %s first', async (what) => {
    writeOffline();
    moveTasks(ada!, [taskId], there);
    await ada!.outbox.sent();
    connection.ben.isOffline = false;
    if (what === 'pulls') await ben!.pull();
    await meet();
    for (const each of [ada!, ben!]) {
      expect(inTask(each)).toEqual({
        comments: [words('Which tiles?')],
        tasks: ['Measure'],
        files: ['Tiles'],
      });
      const all = [...each.collections.task.all(), ...each.collections.document.all()];
      expect(all.map(({ scopeId }) => scopeId)).toEqual(all.map(() => there));
      expect(failures(each)).toEqual([]);
      expect(each.faults.get()).toEqual([]);
    }
  });

  it('is written once, where the answer to it got lost and the move came behind it', async () => {
    connection.ben.losesAnswers = true;
    const { id } = say(ben!);
    await until(() => [...server.rows.values()].some((row) => row.id === id));
    connection.ben.isOffline = true;
    moveTasks(ada!, [taskId], there);
    await ada!.outbox.sent();
    Object.assign(connection.ben, { isOffline: false, losesAnswers: false });
    await meet();
    expect([...server.rows.values()].filter((row) => row.id === id && !row.deleted)).toHaveLength(1);
    expect(failures(ben!)).toEqual([]);
  });
});

describe('into a task that was deleted', () => {
  beforeEach(async () => {
    writeOffline();
    ada!.remove('task', taskId);
    await ada!.outbox.sent();
    connection.ben.isOffline = false;
  });

  it.each(['sends', 'pulls'])(
    'is held back, whether its device %s first, until a person decides',
    async (what) => {
      if (what === 'pulls') await ben!.pull();
      await until(() => ben!.outbox.status.get().failed === 3);
      expect(failures(ben!)).toEqual(['GONE', 'GONE', 'GONE']);
      // Whichever comes first: the others follow it.
      await ben!.outbox.retry(ben!.outbox.failed.get()[1]!.id);
      await meet();
      for (const each of [ada!, ben!]) {
        const [again] = each.collections.task.where('container', here);
        expect(again).toMatchObject({ title: 'Roof', status: 'IN_REVIEW' });
        expect(again!.id).not.toBe(taskId);
        expect(inTask(each, again!.id)).toEqual({
          comments: [words('Which tiles?')],
          tasks: ['Measure'],
          files: ['Tiles'],
        });
        expect(each.collections.task.all()).toHaveLength(3);
        expect(each.collections.document.all()).toHaveLength(2);
        expect(each.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
      }
    },
  );

  it('is gone where they let it go', async () => {
    await until(() => ben!.outbox.status.get().failed === 3);
    for (const { id } of ben!.outbox.failed.get()) await ben!.outbox.discard(id);
    await meet();
    expect(ben!.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    for (const each of [ada!, ben!]) expect(each.collections.task.all()).toEqual([]);
  });
});

it('makes a deleted task anew once, with what was changed in it and what was put into it', async () => {
  connection.ben.isOffline = true;
  say(ben!);
  ben!.update('task', taskId, { title: 'Tiled roof' });
  ada!.remove('task', taskId);
  await ada!.outbox.sent();
  connection.ben.isOffline = false;
  await until(() => ben!.outbox.status.get().failed === 2);
  await ben!.outbox.retry(ben!.outbox.failed.get()[0]!.id);
  await meet();
  const [again, ...more] = ada!.collections.task.all();
  expect([again!.title, more]).toEqual(['Tiled roof', []]);
  expect(inTask(ada!, again!.id).comments).toHaveLength(1);
});

it('makes it anew with all that was changed in it, also where the page ends after the first write of that', async () => {
  await ben!.close();
  const page = createDevice(benId);
  ben = await openOn(page, server);
  await meet();
  page.connection.isOffline = true;
  for (const changes of [{ title: 'Tiled roof' }, { status: 'DONE' } as const])
    ben.update('task', taskId, changes);
  ada!.remove('task', taskId);
  await ada!.outbox.sent();
  page.connection.isOffline = false;
  // The later one waits for it.
  await until(() => ben!.outbox.status.get().failed === 1);
  await ben.outbox.stored();
  page.connection.isOffline = true;
  const write = page.store.write.bind(page.store);
  let writes = 0;
  page.store.write = async (changes) => {
    if (++writes > 1) await new Promise(() => {});
    await write(changes);
  };
  void ben.outbox.retry(ben.outbox.failed.get()[0]!.id);
  await until(() => writes > 0);
  page.store.write = write;
  ben = await openOn({ ...page, connection: createDevice().connection }, server);
  await ben.pull();
  for (const { id } of ben.outbox.failed.get()) await ben.outbox.retry(id);
  await meet();
  expect(ada!.collections.task.all()).toMatchObject([{ title: 'Tiled roof', status: 'DONE' }]);
});

it.each<[string, (by: Replica) => string, (by: Replica, id: string) => void]>([
  [
    'comment',
    (by) => say(by).id,
    (by, id) => by.update('comment', id, { content: words('Red?'), editedAt: 2 }),
  ],
  [
    'taskEdit',
    (by) => by.create('taskEdit', here, { taskId, userId: benId, at: 1, edits: [] }).id,
    (by, id) => by.update('taskEdit', id, { at: 2 }),
  ],
] as const)(
  'brings a changed %s back in its task, which was deleted, and another one in the same',
  async (name, make, change) => {
    const noun = name as 'comment' | 'taskEdit';
    const made = [make(ben!), make(ben!)];
    await meet();
    connection.ben.isOffline = true;
    for (const id of made) change(ben!, id);
    ada!.remove('task', taskId);
    await ada!.outbox.sent();
    connection.ben.isOffline = false;
    await until(() => ben!.outbox.status.get().failed === 2);
    expect(failures(ben!)).toEqual(['GONE', 'GONE']);
    for (let i = 0; i < 2; i++) {
      await ben!.outbox.retry(ben!.outbox.failed.get()[0]!.id);
      await meet();
    }
    for (const each of [ada!, ben!]) {
      const [again, ...more] = each.collections.task.all();
      expect([again!.title, more]).toEqual(['Roof', []]);
      expect(each.collections[noun].where('container', again!.id)).toHaveLength(2);
      expect(each.collections[noun].size).toBe(2);
      expect(each.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    }
  },
);

it('brings a task back that was deleted while it was moved, with what lies in it', async () => {
  say(ben!);
  ben!.create('document', here, { kind: 'folder', name: 'Tiles', taskId });
  await meet();
  connection.ben.isOffline = true;
  moveTasks(ben!, [taskId], there);
  ada!.remove('task', taskId);
  await ada!.outbox.sent();
  connection.ben.isOffline = false;
  await until(() => ben!.outbox.status.get().failed === 1);
  await ben!.outbox.retry(ben!.outbox.failed.get()[0]!.id);
  await meet();
  const [again] = ada!.collections.task.where('container', there);
  expect(inTask(ada!, again!.id)).toEqual({ comments: [words('Which tiles?')], tasks: [], files: ['Tiles'] });
});

it('leaves a changed comment waiting where what it lay in cannot come back', async () => {
  const parts = [{ fileKey: 'b', size: 1, sha256: 'h' }];
  const file = ada!.create('document', here, { kind: 'file', name: 'Plan', parts });
  await meet();
  const said = { userId: benId, notifyIds: [], content: words('Old'), createdAt: 1 };
  const { id } = ben!.create('comment', here, { documentId: file.id, ...said });
  await meet();
  connection.ben.isOffline = true;
  ben!.update('comment', id, { content: words('New'), editedAt: 2 });
  ada!.remove('document', file.id);
  await ada!.outbox.sent();
  connection.ben.isOffline = false;
  await until(() => ben!.outbox.status.get().failed === 1);
  await ben!.outbox.retry(ben!.outbox.failed.get()[0]!.id);
  await meet();
  expect(failures(ben!)).toEqual(['GONE']);
  expect(ada!.collections.comment.all()).toEqual([]);
});

it('holds a task back that is put into one which was deleted', async () => {
  const other = ada!.create('task', here, { title: 'Wall' }).id;
  await meet();
  connection.ben.isOffline = true;
  ben!.update('task', other, { parentId: taskId });
  ada!.remove('task', taskId);
  await ada!.outbox.sent();
  connection.ben.isOffline = false;
  await until(() => ben!.outbox.status.get().failed === 1);
  expect(failures(ben!)).toEqual(['GONE']);
  await ben!.outbox.retry(ben!.outbox.failed.get()[0]!.id);
  await meet();
  const [again] = ada!.collections.task.where('container', here);
  expect(inTask(ada!, again!.id).tasks).toEqual(['Wall']);
});

it.each(['new', 'changed'])(
  'leaves a %s sign on a message out that was deleted, and tells nobody',
  async (what) => {
    const roomId = '019a0000-0000-7000-8000-0000000000f1';
    ada!.transaction((transaction) => {
      transaction.createScope({ id: roomId, kind: 'room', access: 'open' });
      ada!.create('room', roomId, { id: roomId, name: 'Site', isDirect: false, memberIds: [], createdAt: 1 });
    });
    const message = ada!.create('message', roomId, {
      userId: adaId,
      notifyIds: [],
      content: words('Lunch?'),
      createdAt: 1,
    });
    await meet();
    const react = () =>
      ben!.create('reaction', roomId, { messageId: message.id, userId: benId, emojis: ['👍'] }).id;
    const before = what === 'changed' ? react() : undefined;
    await meet();
    connection.ben.isOffline = true;
    if (before) ben!.update('reaction', before, { emojis: ['👎'] });
    else react();
    ada!.remove('message', message.id);
    await ada!.outbox.sent();
    connection.ben.isOffline = false;
    await meet();
    expect(ben!.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    expect([...server.rows.values()].filter((row) => row.entity === 'reaction' && !row.deleted)).toEqual([]);
  },
);
