/** One sender's notices, however many, hide nobody else's and ring nobody again and again; what they take back stays away. */
import type { Inbox } from '@kontor/contract/wire/notification';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  expectApplied,
  newId,
  recordChange,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
let project: string;
let ada: TestAccount;
let eve: TestAccount;
let ben: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  ada = workspace.owner;
  [eve, ben] = [await createSignedIn(server), await createSignedIn(server)];
  await enrol(workspace, eve);
  await enrol(workspace, ben);
  project = await createProject(workspace);
});
afterAll(() => server.stop());

const write = (who: TestAccount, ...changes: Parameters<typeof change>[2][]) =>
  expectApplied(change(who, workspace.id, ...changes));
const path = () => `/api/workspaces/${workspace.id}/notifications`;
const listOf = async ({ client }: TestAccount) =>
  (await client.call<Inbox>('GET', path())).body.notifications;
const taskOf = (assignee: TestAccount) =>
  recordChange('task.create', { scopeId: project, refs: { assigneeIds: [assignee.userId] } });

it('leaves what others said in the list, and else fills it', async () => {
  const asked = [taskOf(ben), taskOf(ben), taskOf(ben)];
  await write(ada, ...asked);
  server.clock.advance(1_000);
  const refs = { taskId: asked[0]!.args.id, userId: eve.userId, notifyIds: [ben.userId] };
  const comments = (count: number) =>
    write(
      eve,
      ...Array.from({ length: count }, () => recordChange('comment.create', { scopeId: project, refs })),
    );
  const seen = async () => {
    const list = await listOf(ben);
    expect(list.map(({ createdAt }) => createdAt)).toEqual(
      list.map(({ createdAt }) => createdAt).sort((one, other) => other - one),
    );
    return Object.groupBy(list, ({ senderId }) => (senderId === eve.userId ? 'eve' : 'ada'));
  };
  await comments(150);
  expect((await seen()).eve).toHaveLength(150);
  server.clock.advance(1_000);
  await comments(450);
  const { ada: hers, eve: theirs } = await seen();
  expect(hers!.map(({ recordId }) => recordId).sort()).toEqual(asked.map(({ args }) => args.id).sort());
  expect(theirs).toHaveLength(497);
});

it('stays read where it is taken back and said again within the hour', async () => {
  const task = taskOf(ben);
  const { id } = task.args;
  const at = (verb: 'create' | 'update' | 'delete', version: number, assigneeIds: string[]) =>
    recordChange(`task.${verb}`, { scopeId: project, id, version, refs: { assigneeIds } });
  server.clock.advance(1_000);
  const find = async () => (await listOf(ben)).find(({ recordId }) => recordId === id);
  await write(eve, task);
  const { id: noticeId } = (await find())!;
  const json = { ids: [noticeId], isRead: true };
  expect((await ben.client.call('PATCH', path(), { json })).status).toBe(200);

  await write(eve, at('update', 2, []));
  expect(await find()).toBeUndefined();
  server.clock.advance(30_000);
  await write(eve, at('update', 3, [ben.userId]));
  expect((await find())?.readAt).toEqual(expect.any(Number));
  await write(eve, at('delete', 4, []));
  expect(await find()).toBeUndefined();
  await write(eve, at('create', 5, [ben.userId]));
  expect((await find())?.readAt).toEqual(expect.any(Number));
  // By somebody else, or later, it is news.
  await write(ada, at('update', 6, []), at('update', 7, [ben.userId]));
  expect((await find())?.readAt).toBeNull();
  await ben.client.call('PATCH', path(), { json });
  server.clock.advance(3_600_000);
  await write(ada, at('update', 8, []), at('update', 9, [ben.userId]));
  expect((await find())?.readAt).toBeNull();
});

it.each(['before', 'after'])(
  'stays away where its cause went %s its reader took it away and undid that',
  async (when) => {
    const task = taskOf(ben);
    const { id } = task.args;
    const update = (version: number, assigneeIds: string[]) =>
      write(eve, recordChange('task.update', { scopeId: project, id, version, refs: { assigneeIds } }));
    const find = async () => (await listOf(ben)).find(({ recordId }) => recordId === id);
    await write(eve, task);
    const { id: noticeId } = (await find())!;
    const mark = async (isRemoved: boolean) => {
      const { status } = await ben.client.call('PATCH', path(), { json: { ids: [noticeId], isRemoved } });
      expect(status).toBe(200);
    };
    await mark(true);
    await mark(false);
    expect(await find()).toBeDefined();
    if (when === 'after') await mark(true);
    await update(2, []);
    if (when === 'before') await mark(true);
    await mark(false);
    expect(await find()).toBeUndefined();
    await update(3, [ben.userId]);
    expect(await find()).toBeDefined();
    await mark(true);
    await mark(false);
    expect(await find()).toBeDefined();
  },
);

it('comes back with the file on which somebody wrote, and with the Undo of a reader who had taken it away', async () => {
  const file = recordChange('document.create', {
    scopeId: project,
    refs: { nameTag: random(32), blobs: [] },
  });
  const { id } = file.args;
  const refs = { documentId: id, userId: ada.userId, notifyIds: [ben.userId] };
  const comment = recordChange('comment.create', { scopeId: project, refs });
  await write(eve, file);
  await write(ada, comment);
  let version = 1;
  const place = (more: object) => {
    server.clock.advance(1_000);
    const refs = { nameTag: random(32), blobs: [], ...more };
    return recordChange('document.update', { scopeId: project, id, version: ++version, refs });
  };
  const trash = () => {
    const trashEntryId = newId();
    const entry = recordChange('trashEntry.create', { scopeId: project, id: trashEntryId, refs: {} });
    return write(eve, entry, place({ trashEntryId }));
  };
  const restore = () => write(eve, place({}));
  const find = async () => (await listOf(ben)).find(({ recordId }) => recordId === comment.args.id);
  const json = { ids: [(await find())!.id] };
  const mark = (isRemoved: boolean) => {
    server.clock.advance(1_000);
    return ben.client.call('PATCH', path(), { json: { ...json, isRemoved } });
  };
  const seen: boolean[] = [];
  for (const step of [
    ...[trash, restore],
    ...[() => mark(true), trash, () => mark(false), restore],
    ...[() => mark(true), trash, restore, () => mark(false)],
  ]) {
    await step();
    seen.push((await find()) !== undefined);
  }
  expect(seen).toEqual([...[false, true], ...[false, false, false, true], ...[false, false, false, true]]);
});
