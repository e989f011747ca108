import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isNameTaken } from '../nouns/document.ts';
import { createProject } from '../nouns/project.ts';
import { moveTasks, reorderTask } from '../nouns/task.ts';
import type { Replica } from '../replica/replica.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';

let server: ProtocolServer;
const open: Replica[] = [];

beforeEach(() => {
  server = new ProtocolServer();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((workspace) => workspace.close()));
});

async function client(device = createDevice(), hints = server.hints) {
  const workspace = await openOn(device, server, { hints });
  open.push(workspace);
  return { workspace, device };
}

describe('workspace', () => {
  it('shows a change at once, and to others when the server has it', async () => {
    const { workspace: anna } = await client();
    const { workspace: ben } = await client();
    const project = createProject(anna, { name: 'Website', type: 'WORKSPACE_PROJECT' });
    const task = anna.create('task', project.id, { title: 'Write the offer' });
    expect(anna.collections.task.get(task.id)).toBe(task);
    expect(anna.isPending(task.id)).toBe(true);
    await until(() => ben.collections.task.get(task.id)?.title === 'Write the offer');
    await anna.outbox.sent();
    expect(anna.isPending(task.id)).toBe(false);
    expect(ben.collections.project.get(project.id)?.name).toBe('Website');
    ben.update('task', task.id, { status: 'DONE', dueDate: '2026-03-01' });
    await until(() => anna.collections.task.get(task.id)?.status === 'DONE');
    ben.update('task', task.id, { dueDate: undefined });
    await until(() => anna.collections.task.get(task.id)?.dueDate === undefined);
    anna.remove('task', task.id);
    await until(() => ben.collections.task.get(task.id) === undefined);
  });

  it('keeps different fields of both, and both texts of one field', async () => {
    const { workspace: anna, device } = await client();
    const { workspace: ben } = await client();
    const project = createProject(anna, { name: 'P' });
    const task = anna.create('task', project.id, { title: 'A' });
    await until(() => ben.collections.task.get(task.id) !== undefined);
    await anna.outbox.sent();
    device.connection.isOffline = true;
    anna.update('task', task.id, { title: 'A by Anna', status: 'DONE' });
    ben.update('task', task.id, { title: 'A by Ben', timeEstimate: 30 });
    await ben.outbox.sent();
    device.connection.isOffline = false;
    await anna.pull();
    await anna.outbox.sent();
    await until(() => ben.collections.task.get(task.id)?.status === 'DONE');
    for (const side of [anna, ben]) {
      const now = side.collections.task.get(task.id)!;
      expect(now).toMatchObject({ title: 'A by Ben', status: 'DONE', timeEstimate: 30 });
      expect(side.conflictsOf(now)).toMatchObject([
        { field: 'title', kept: { title: 'A by Anna' }, by: device.userId },
      ]);
    }
    const [conflict] = ben.conflictsOf(ben.collections.task.get(task.id)!);
    ben.resolveConflicts('task', task.id, [conflict!.id], conflict!.id);
    await until(() => anna.collections.task.get(task.id)?.title === 'A by Anna');
    expect(anna.conflictsOf(anna.collections.task.get(task.id)!)).toEqual([]);
  });

  it('opens offline with what it had, unsent acts included', async () => {
    const device = createDevice();
    const { workspace: first } = await client(device);
    const project = createProject(first, { name: 'P' });
    const task = first.create('task', project.id, { title: 'sent' });
    await first.outbox.sent();
    await first.pull();
    device.connection.isOffline = true;
    first.update('task', task.id, { title: 'unsent' });
    const draft = first.create('task', project.id, { title: 'new', id: uuidv7() });
    await first.outbox.stored();
    await first.close();
    const { workspace: second } = await client(device);
    expect(second.collections.task.get(task.id)?.title).toBe('unsent');
    expect(second.collections.task.get(draft.id)?.title).toBe('new');
    expect(second.isPending(draft.id)).toBe(true);
    device.connection.isOffline = false;
    await second.outbox.sent();
    const { workspace: other } = await client();
    await until(() => other.collections.task.get(draft.id) !== undefined);
    expect(other.collections.task.get(task.id)?.title).toBe('unsent');
  });

  it('parks what was refused, goes on with the rest, retries and discards', async () => {
    const { workspace: anna } = await client();
    const { workspace: ben } = await client();
    const project = createProject(anna, { name: 'P' });
    const folder = anna.create('document', project.id, { kind: 'folder', name: 'Offers' });
    await anna.outbox.sent();
    await ben.pull();
    expect(isNameTaken(ben, { scopeId: project.id }, 'OFFERS')).toBe(true);
    const twin = ben.create('document', project.id, { kind: 'folder', name: 'offers' });
    const inside = ben.create('document', project.id, { kind: 'folder', name: 'x', parentId: twin.id });
    const task = ben.create('task', project.id, { title: 'goes through' });
    await until(() => ben.outbox.status.get().failed === 1 && !ben.isPending(task.id));
    expect(ben.failureOf(twin.id)).toBe('NAME_TAKEN');
    expect(ben.collections.document.get(twin.id)?.name).toBe('offers');
    expect(ben.isPending(inside.id)).toBe(true);
    const [act] = ben.outbox.failed.get();
    anna.update('document', folder.id, { name: 'Old offers' });
    await anna.outbox.sent();
    await ben.outbox.retry(act!.id);
    await ben.outbox.sent();
    expect(ben.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    const again = ben.create('document', project.id, { kind: 'folder', name: 'Offers' });
    const below = ben.create('document', project.id, { kind: 'folder', name: 'y', parentId: again.id });
    await until(() => ben.outbox.status.get().failed === 1);
    await ben.outbox.discard(ben.outbox.failed.get()[0]!.id);
    expect(ben.collections.document.get(again.id)).toBeUndefined();
    expect(ben.collections.document.get(below.id)).toBeUndefined();
    expect(ben.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  });

  it('restores as a new record what was deleted while somebody wrote', async () => {
    const { workspace: anna, device } = await client();
    const { workspace: ben } = await client();
    const project = createProject(anna, { name: 'P' });
    const task = anna.create('task', project.id, { title: 'A' });
    await anna.outbox.sent();
    await ben.pull();
    device.connection.isOffline = true;
    anna.update('task', task.id, { title: 'a long text' });
    anna.update('task', task.id, { status: 'DONE' });
    ben.remove('task', task.id);
    await ben.outbox.sent();
    device.connection.isOffline = false;
    await until(() => anna.outbox.status.get().failed > 0);
    expect(anna.failureOf(task.id)).toBe('GONE');
    expect(anna.collections.task.get(task.id)?.title).toBe('a long text');
    await anna.outbox.retry(anna.outbox.failed.get()[0]!.id);
    await anna.outbox.sent();
    await anna.pull();
    expect(anna.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
    expect(anna.collections.task.all()).toMatchObject([{ title: 'a long text', status: 'DONE' }]);
    await ben.pull();
    expect(ben.collections.task.all()).toMatchObject([{ title: 'a long text', status: 'DONE' }]);
  });

  it('asks before it deletes what somebody wrote meanwhile', async () => {
    const { workspace: anna, device } = await client();
    const { workspace: ben } = await client();
    const project = createProject(anna, { name: 'P' });
    const task = anna.create('task', project.id, { title: 'A' });
    await anna.outbox.sent();
    await ben.pull();
    device.connection.isOffline = true;
    anna.remove('task', task.id);
    expect(anna.collections.task.get(task.id)).toBeUndefined();
    ben.update('task', task.id, { title: 'A, and more' });
    await ben.outbox.sent();
    device.connection.isOffline = false;
    await until(() => anna.outbox.status.get().failed > 0);
    expect(anna.failureOf(task.id)).toBe('STALE_VERSION');
    expect(anna.collections.task.get(task.id)?.title).toBe('A, and more');
    await anna.outbox.retry(anna.outbox.failed.get()[0]!.id);
    await until(() => ben.collections.task.get(task.id) === undefined);
  });

  it('sends a batch whose answer got lost once more, without writing twice', async () => {
    const { workspace: anna, device } = await client();
    const project = createProject(anna, { name: 'P' });
    const task = anna.create('task', project.id, { title: 'A' });
    await anna.outbox.sent();
    await anna.pull();
    device.connection.losesAnswers = true;
    anna.update('task', task.id, { title: 'B' });
    await until(() => [...server.rows.values()].some((row) => row.id === task.id && row.version === 2));
    device.connection.losesAnswers = false;
    await anna.outbox.sent();
    await anna.pull();
    expect(anna.collections.task.get(task.id)).toMatchObject({ title: 'B', version: 2 });
    expect(anna.conflictsOf(anna.collections.task.get(task.id)!)).toEqual([]);
  });

  it('deletes, moves and orders whole trees as one act', async () => {
    const { workspace: anna } = await client();
    const { workspace: ben } = await client();
    const [from, to] = [createProject(anna, { name: 'from' }), createProject(anna, { name: 'to' })];
    const top = anna.create('task', from.id, { title: 'top' });
    const sub = anna.create('task', from.id, { title: 'sub', parentId: top.id });
    const paper = anna.create('document', from.id, { kind: 'folder', name: 'paper', taskId: sub.id });
    const other = anna.create('task', from.id, { title: 'other' });
    expect(top.order < other.order).toBe(true);
    await anna.outbox.sent();
    moveTasks(anna, [top.id, sub.id], to.id);
    for (const id of [top.id, sub.id]) expect(anna.collections.task.get(id)?.scopeId).toBe(to.id);
    await anna.outbox.sent();
    await ben.pull();
    expect(ben.collections.task.get(sub.id)).toMatchObject({ scopeId: to.id, parentId: top.id });
    expect(ben.collections.document.get(paper.id)).toMatchObject({ scopeId: to.id, taskId: sub.id });
    moveTasks(ben, [top.id], from.id);
    await ben.outbox.sent();
    await anna.pull();
    expect(anna.collections.task.get(sub.id)?.scopeId).toBe(from.id);
    reorderTask(anna, other.id, undefined, top.id);
    expect(anna.collections.task.get(other.id)!.order < anna.collections.task.get(top.id)!.order).toBe(true);
    await anna.outbox.sent();
    await ben.pull();
    ben.remove('project', from.id);
    await ben.outbox.sent();
    await anna.pull();
    expect(anna.collections.task.size + anna.collections.document.size).toBe(0);
    expect(anna.collections.project.all().map(({ id }) => id)).toEqual([to.id]);
    for (const side of [anna, ben]) expect(side.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  });
});
