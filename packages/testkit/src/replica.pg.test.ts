/** Two browsers of one firm that work at the same time, at once, offline and against each other, on the real server. */
import { createProject } from '@kontor/client/nouns/project';
import { moveTasks } from '@kontor/client/nouns/task';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor, type DeviceOptions } from './actor.ts';

/** A connection that can be cut, before a call arrives or before its answer does. */
class BreakableConnection {
  isCut = false;
  losesAnswers = false;
  readonly wrap: NonNullable<DeviceOptions['wrap']> = (inner) => async (input, init) => {
    if (this.isCut) throw new TypeError('the connection is cut');
    const answer = await inner(input, init);
    if (this.losesAnswers && String(input instanceof Request ? input.url : input).endsWith('/api/changes'))
      throw new TypeError('the answer got lost');
    return answer;
  };
}

const connection = new BreakableConnection();
const server = inject('server');
let desk: Actor;
let train: Actor;
let onDesk: Workspace;
let onTrain: Workspace;
let projectId: string;

beforeAll(async () => {
  desk = await createActor(server.url);
  const id = await desk.createWorkspace();
  onDesk = await desk.open(id);
  train = await desk.onAnotherDevice({ wrap: connection.wrap });
  onTrain = await train.open(id);
  projectId = createProject(onDesk, { name: 'Umbau' }).id;
  await shows(() => onTrain.collections.project.get(projectId) !== undefined);
});
afterAll(async () => {
  await Promise.all([desk, train].map((actor) => actor.session.signOut({ discard: true })));
});

/** Waits for what realtime brings: nobody pulls. */
async function shows(holds: () => boolean): Promise<void> {
  const end = Date.now() + 15_000;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`never: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function newTask(title: string): Promise<string> {
  const { id } = onDesk.create('task', projectId, { title });
  await onDesk.outbox.sent();
  await shows(() => onTrain.collections.task.get(id) !== undefined);
  return id;
}

const both = () => [onDesk, onTrain];

describe('two browsers at work', () => {
  it('merge what one wrote offline with what the other wrote meanwhile, and keep both texts', async () => {
    const id = await newTask('Angebot');
    connection.isCut = true;
    onTrain.update('task', id, { title: 'Angebot schreiben', status: 'IN_PROGRESS' });
    const draft = onTrain.create('task', projectId, { title: 'unterwegs' });
    onDesk.update('task', id, { title: 'Angebot prüfen', dueDate: '2026-05-01' });
    await onDesk.outbox.sent();
    expect(onTrain.isPending(draft.id)).toBe(true);
    connection.isCut = false;
    await onTrain.pull();
    await shows(() => onDesk.collections.task.get(draft.id)?.title === 'unterwegs');
    await shows(() => onDesk.collections.task.get(id)?.status === 'IN_PROGRESS');
    await onTrain.outbox.sent();
    await onTrain.pull();
    for (const side of both()) {
      const task = side.collections.task.get(id)!;
      expect(task).toMatchObject({
        title: 'Angebot prüfen',
        status: 'IN_PROGRESS',
        dueDate: '2026-05-01',
        version: 3,
      });
      expect(side.conflictsOf(task)).toMatchObject([
        { field: 'title', kept: { title: 'Angebot schreiben' } },
      ]);
    }
    const [conflict] = onDesk.conflictsOf(onDesk.collections.task.get(id)!);
    onDesk.resolveConflicts('task', id, [conflict!.id], conflict!.id);
    await shows(() => onTrain.collections.task.get(id)?.title === 'Angebot schreiben');
    expect(onTrain.conflictsOf(onTrain.collections.task.get(id)!)).toEqual([]);
  });

  it('write once what was sent twice', async () => {
    const id = await newTask('einmal');
    connection.losesAnswers = true;
    onTrain.update('task', id, { title: 'noch einmal' });
    await shows(() => onDesk.collections.task.get(id)?.title === 'noch einmal');
    expect(onTrain.isPending(id)).toBe(true);
    connection.losesAnswers = false;
    await onTrain.outbox.sent();
    await onTrain.pull();
    for (const side of both())
      expect(side.collections.task.get(id)).toMatchObject({ title: 'noch einmal', version: 2 });
  });

  it('get one folder of a name, and a word about the other', async () => {
    connection.isCut = true;
    const twin = onTrain.create('document', projectId, { kind: 'folder', name: 'PLÄNE' });
    onDesk.create('document', projectId, { kind: 'folder', name: 'Pläne' });
    await onDesk.outbox.sent();
    connection.isCut = false;
    await onTrain.pull();
    await shows(() => onTrain.failureOf(twin.id) === 'NAME_TAKEN');
    const [act] = onTrain.outbox.failed.get();
    await onTrain.outbox.discard(act!.id);
    expect(onTrain.collections.document.all().map(({ name }) => name)).toEqual(['Pläne']);
  });

  it('move a tree to another project and back, and delete a project whole', async () => {
    const top = await newTask('oben');
    const sub = onDesk.create('task', projectId, { title: 'unten', parentId: top });
    const paper = onDesk.create('document', projectId, { kind: 'folder', name: 'Belege', taskId: sub.id });
    const other = createProject(onDesk, { name: 'Anbau' });
    moveTasks(onDesk, [top], other.id);
    await shows(() => onTrain.collections.document.get(paper.id)?.scopeId === other.id);
    onTrain.update('task', sub.id, { title: 'ganz unten' });
    await onTrain.outbox.sent();
    await shows(() => onDesk.collections.task.get(sub.id)?.title === 'ganz unten');
    moveTasks(onDesk, [top], projectId);
    await shows(() => onTrain.collections.task.get(sub.id)?.scopeId === projectId);
    expect(onTrain.collections.task.get(sub.id)).toMatchObject({ title: 'ganz unten', parentId: top });
    expect(onTrain.collections.document.get(paper.id)).toMatchObject({ scopeId: projectId, taskId: sub.id });
    for (const side of both()) expect(side.faults.get()).toEqual([]);
    onDesk.transaction(() => {
      for (let n = 0; n < 1_200; n++) onDesk.create('task', other.id, { title: `Aufgabe ${n}` });
    });
    await shows(() => onTrain.collections.task.where('scopeId', other.id).length === 1_200);
    onTrain.remove('project', other.id);
    expect(onTrain.collections.task.where('scopeId', other.id)).toEqual([]);
    await onTrain.outbox.sent();
    await shows(() => onDesk.collections.project.get(other.id) === undefined);
    await onDesk.pull();
    expect(onDesk.collections.task.where('scopeId', other.id)).toEqual([]);
    for (const side of both()) expect(side.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  });

  it('keep what was not sent through a restart without a connection', async () => {
    const id = await newTask('vor dem Tunnel');
    connection.isCut = true;
    onTrain.update('task', id, { title: 'im Tunnel' });
    await onTrain.outbox.stored();
    connection.isCut = false;
    const again = train.device.restarted();
    await again.session.refresh();
    const reopened = await again.session.workspaces.open(onDesk.id);
    expect(reopened.collections.task.get(id)?.title).toBe('im Tunnel');
    await shows(() => onDesk.collections.task.get(id)?.title === 'im Tunnel');
    await reopened.outbox.sent();
    await reopened.close();
  });

  it('change their own profile, which lies in no workspace', async () => {
    const [profile] = onDesk.collections.profile.all();
    onDesk.update('profile', profile!.id, { firstName: 'Annette' });
    await shows(() => onTrain.collections.profile.get(profile!.id)?.firstName === 'Annette');
  });
});
