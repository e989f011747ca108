/** Writes records through `POST /api/changes`. */
import type { Batch, Change } from '@kontor/contract/wire/change';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { random, seal } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createCustomer,
  createProject,
  createWorkspace,
  enrol,
  newId,
  recordChange,
  send,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
let owner: TestAccount;
let project: string;
let customer: Awaited<ReturnType<typeof createCustomer>>;

beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  owner = workspace.owner;
  project = await createProject(workspace);
  customer = await createCustomer(workspace);
});
afterAll(() => server.stop());

const apply = (...changes: Change[]) => change(owner, workspace.id, ...changes);
const newTask = (more: Partial<Parameters<typeof recordChange>[1]> = {}) =>
  recordChange('task.create', { scopeId: project, ...more });
const nextTask = (task: { args: { id: string; scopeId: string; version: number } }, more = {}) =>
  recordChange('task.update', {
    ...task.args,
    sealed: seal(random(16)),
    version: task.args.version + 1,
    ...more,
  });

/** Returns the stored row of a task. */
const stored = async (id: string) =>
  server.services.db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirst();

describe('a record', () => {
  it('is created, changed and deleted, and counts its versions', async () => {
    const parent = newTask();
    const task = newTask({ refs: { parentId: parent.args.id, assigneeIds: [owner.userId] } });
    const created = await apply(parent, task);
    expect(created.status).toBe(200);
    expect(await stored(task.args.id)).toMatchObject({
      workspace_id: workspace.id,
      scope_id: project,
      version: 1,
      revision: created.body.revisions[project],
      parent_id: parent.args.id,
      assignee_ids: [owner.userId],
      sealed: Buffer.from(task.args.sealed, 'base64url'),
      deleted: false,
    });
    const update = nextTask(task, { refs: {} });
    expect((await apply(update)).status).toBe(200);
    const gone = recordChange('task.delete', { scopeId: project, id: task.args.id, version: 3 });
    const deleted = await apply(gone);
    expect(deleted.body.revisions).toEqual({ [project]: created.body.revisions[project]! + 2 });
    expect(await stored(task.args.id)).toMatchObject({
      version: 3,
      deleted: true,
      parent_id: null,
      assignee_ids: [],
      sealed: Buffer.from(gone.args.sealed, 'base64url'),
    });
  });

  it('is refused from another version, and all that are stale are named', async () => {
    const [a, b, c] = [newTask(), newTask(), newTask()];
    await apply(a, b, c);
    await apply(nextTask(a), nextTask(b));
    const answer = await apply(nextTask(a), nextTask(c), nextTask(b));
    expect(answer).toMatchObject({ status: 409, body: { code: 'STALE_VERSION', status: 409 } });
    expect(answer.body.data).toEqual({
      stale: [a, b].map(({ args: { id, scopeId } }) => ({ id, scopeId, version: 2 })),
    });
    expect(await stored(c.args.id)).toMatchObject({ version: 1 });
    expect((await apply(recordChange('task.delete', { ...a.args, version: 4 }))).body.code).toBe(
      'STALE_VERSION',
    );
  });

  it('that is not there is not found', async () => {
    const missing = await apply(recordChange('task.update', { scopeId: project, version: 2 }));
    expect(missing).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  it('may be created again as it stands, and not as something else', async () => {
    const task = newTask();
    await apply(task);
    expect((await apply(task)).status).toBe(200);
    const other = { ...task, args: { ...task.args, sealed: seal(random(16)) } };
    expect((await apply(newTask(), other)).body.code).toBe('STALE_VERSION');
    await apply(nextTask(task));
    expect((await apply(task)).body).toMatchObject({
      code: 'STALE_VERSION',
      data: { stale: [{ version: 2 }] },
    });
  });

  it('takes the place of another of its id where it is moved to, and only then', async () => {
    const [from, to] = [await createProject(workspace), await createProject(workspace)];
    const [there, here] = [
      recordChange('task.create', { scopeId: from }),
      recordChange('task.create', { scopeId: to }),
    ];
    const { id } = there.args;
    await apply(there, { ...here, args: { ...here.args, id } });
    const made = recordChange('task.create', { scopeId: to, id, version: 3 });
    const stale = { code: 'STALE_VERSION', data: { stale: [{ scopeId: to, id, version: 1 }] } };
    expect((await apply(made)).body).toMatchObject(stale);
    const gone = recordChange('task.delete', { scopeId: from, id, version: 2 });
    expect((await apply({ ...made, args: { ...made.args, version: 1 } }, gone)).body).toMatchObject(stale);
    expect((await apply(made, gone)).body).toMatchObject(stale);
    expect((await apply({ ...made, args: { ...made.args, version: 2 } }, gone)).status).toBe(200);
  });

  it.each([2, 2 ** 31 - 1])('is new in its first version, not in %i', async (version) => {
    expect((await apply(newTask({ version }))).body.code).toBe('BAD_INPUT');
    const shared = recordChange('share.create', { scopeId: customer.id, kid: customer.kid, version });
    expect((await apply(shared)).body.code).toBe('BAD_INPUT');
    expect((await apply({ ...shared, args: { ...shared.args, version: 1 } })).status).toBe(200);
    const scopeId = newId();
    const scope = { id: scopeId, kind: 'project', access: 'open' } as const;
    const founded = await apply(
      { name: 'scope.create', args: { scope } },
      recordChange('project.create', { id: scopeId, scopeId, version }),
    );
    expect(founded.body.code).toBe('BAD_INPUT');
  });

  it('comes back over its tombstone, or from elsewhere, in the next version and no later one', async () => {
    const elsewhere = await createProject(workspace);
    const task = newTask();
    const at = (verb: 'create' | 'delete', version: number, scopeId = project) =>
      recordChange(`task.${verb}`, { ...task.args, scopeId, version });
    await apply(task);
    for (const version of [4, 2 ** 31 - 1]) {
      expect((await apply(at('delete', 2), at('create', version))).body.code).toBe('STALE_VERSION');
      const moved = [at('create', version - 1, elsewhere), at('delete', 2)];
      expect((await apply(...moved)).body.code).toBe('STALE_VERSION');
    }
    expect((await apply(at('create', 2, elsewhere), at('delete', 2))).status).toBe(200);
    expect((await apply(at('create', 4), at('delete', 3, elsewhere))).body.code).toBe('STALE_VERSION');
    expect((await apply(at('create', 3), at('delete', 3, elsewhere))).status).toBe(200);

    const refs = { taskId: task.args.id, userId: owner.userId, notifyIds: [] };
    const comment = recordChange('comment.create', { scopeId: project, refs });
    const said = (verb: 'create' | 'delete', version: number) =>
      recordChange(`comment.${verb}`, { ...comment.args, version });
    expect((await apply(comment, said('delete', 2))).status).toBe(200);
    expect((await apply(said('create', 2 ** 31 - 1))).body.code).toBe('STALE_VERSION');
    expect((await apply(said('create', 3))).status).toBe(200);
  });

  it('names only what its scope holds', async () => {
    const elsewhere = await createProject(workspace);
    const there = recordChange('task.create', { scopeId: elsewhere });
    await apply(there);
    const [parent, task] = [newTask(), newTask()];
    await apply(task);
    for (const parentId of [there.args.id, newId()]) {
      expect((await apply(newTask({ refs: { parentId } }))).body.code).toBe('NOT_FOUND');
      expect((await apply(nextTask(task, { refs: { parentId } }))).body.code).toBe('NOT_FOUND');
    }
    // Neighbours may name each other, in either order.
    const child = newTask({ refs: { parentId: parent.args.id } });
    expect((await apply(child, parent)).status).toBe(200);
  });

  it('names only members; somebody who left may stay', async () => {
    const leaver = await createSignedIn(server);
    const assigned = newTask({ refs: { assigneeIds: [leaver.userId] } });
    expect((await apply(assigned)).body.code).toBe('NOT_FOUND');
    await enrol(workspace, leaver);
    expect((await apply(assigned)).status).toBe(200);
    await server.services.pool.query('DELETE FROM membership WHERE user_id = $1', [leaver.userId]);
    const kept = nextTask(assigned, { refs: assigned.args.refs });
    expect((await apply(kept)).status).toBe(200);
    const fresh = newTask();
    await apply(fresh);
    expect((await apply(nextTask(fresh, { refs: assigned.args.refs }))).body.code).toBe('NOT_FOUND');
  });

  it('lies in a scope of its kind, under the id that its noun asks for', async () => {
    const { admins, staff } = workspace;
    for (const bad of [
      recordChange('task.create', { scopeId: staff.id, kid: staff.kid }),
      recordChange('project.create', { scopeId: project }),
      recordChange('business.create', { scopeId: admins.id, kid: admins.kid }),
      newTask({ sealed: 'AAAA' }),
    ])
      expect((await apply(bad)).body.code).toBe('BAD_INPUT');
  });

  it('of a logged scope is sealed under its current key', async () => {
    const { admins } = workspace;
    const outdated = recordChange('business.update', { id: workspace.id, scopeId: admins.id, version: 2 });
    expect((await apply(outdated)).body).toMatchObject({
      code: 'OUTDATED_KEY',
      data: { scopeId: admins.id },
    });
    const current = recordChange('business.update', { ...outdated.args, sealed: seal(admins.kid) });
    expect((await apply(current)).status).toBe(200);
  });

  it('may be a thousand', async () => {
    const tasks = Array.from({ length: 1_000 }, () => newTask());
    expect((await apply(...tasks)).status).toBe(200);
    expect((await apply(...tasks, newTask())).status).toBe(400);
  });
});

describe('a name', () => {
  const folder = (nameTag: string, more: Partial<Parameters<typeof recordChange>[1]> = {}) =>
    recordChange('document.create', { scopeId: project, ...more, refs: { nameTag, ...more.refs } });

  it('is there once in a folder, until its holder goes', async () => {
    const tag = random(32);
    const first = folder(tag);
    expect((await apply(first)).status).toBe(200);
    const second = folder(tag);
    expect((await apply(folder(random(32)), second)).body).toMatchObject({
      code: 'NAME_TAKEN',
      data: { scopeId: project, id: second.args.id },
    });
    expect((await apply(folder(tag, { refs: { parentId: first.args.id } }))).status).toBe(200);
    await apply(recordChange('document.delete', { ...first.args, version: 2 }));
    expect((await apply(second)).status).toBe(200);
  });

  it('cannot be taken over by a rename, nor twice in one batch', async () => {
    const [a, b, c] = [folder(random(32)), folder(random(32)), folder(random(32))];
    await apply(a, b, c);
    const rename = (doc: typeof a, nameTag: string) =>
      recordChange('document.update', { ...doc.args, version: 2, refs: { nameTag } });
    const answer = await apply(rename(c, random(32)), rename(b, a.args.refs.nameTag as string));
    expect(answer.body).toMatchObject({ code: 'NAME_TAKEN', data: { id: b.args.id } });
    const twice = random(32);
    expect((await apply(folder(twice), folder(twice))).body.code).toBe('NAME_TAKEN');
  });

  it('in a missing folder says that the folder is missing', async () => {
    expect((await apply(folder(random(32), { refs: { parentId: newId() } }))).body.code).toBe('NOT_FOUND');
  });

  it('of a file with parts that were never uploaded is refused', async () => {
    const file = folder(random(32), { refs: { blobs: [random(16)] } });
    expect((await apply(file)).body.code).toBe('BLOB_MISSING');
  });
});

describe('a batch', () => {
  it('is all or nothing', async () => {
    const task = newTask();
    const before = await server.services.db
      .selectFrom('scope')
      .select('revision')
      .where('id', '=', project)
      .executeTakeFirstOrThrow();
    expect((await apply(task, recordChange('task.update', { scopeId: project, version: 2 }))).status).toBe(
      404,
    );
    expect(await stored(task.args.id)).toBeUndefined();
    const after = await server.services.db
      .selectFrom('scope')
      .select('revision')
      .where('id', '=', project)
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  it('sent again, or twice at once, has one effect and one answer', async () => {
    const task = newTask();
    await apply(task);
    const batch: Batch = { id: newId(), workspaceId: workspace.id, changes: [nextTask(task), newTask()] };
    const [one, two] = await Promise.all([send(owner, batch), send(owner, batch)]);
    const again = await send(owner, batch);
    expect([one!.status, two!.status, again.status]).toEqual([200, 200, 200]);
    expect(two!.body).toEqual(one!.body);
    expect(again.body).toEqual(one!.body);
    expect(await stored(task.args.id)).toMatchObject({ version: 2 });
  });

  it('that was refused may be sent again', async () => {
    const task = newTask();
    const batch: Batch = { id: newId(), workspaceId: workspace.id, changes: [nextTask(task)] };
    expect((await send(owner, batch)).status).toBe(404);
    await apply(task);
    expect((await send(owner, batch)).status).toBe(200);
  });

  it("of another account's id is another batch", async () => {
    const mate = await createSignedIn(server);
    await enrol(workspace, mate);
    const id = newId();
    await send(owner, { id, workspaceId: workspace.id, changes: [newTask()] });
    const theirs = newTask();
    expect((await send(mate, { id, workspaceId: workspace.id, changes: [theirs] })).status).toBe(200);
    expect(await stored(theirs.args.id)).toBeDefined();
  });

  it('keeps the order of its changes', async () => {
    const task = newTask();
    expect(
      (await apply(task, nextTask(task), recordChange('task.delete', { ...task.args, version: 3 }))).status,
    ).toBe(200);
    expect(await stored(task.args.id)).toMatchObject({ version: 3, deleted: true });
  });

  it('needs a session, its workspace in the header, and sense', async () => {
    const batch: Batch = { id: newId(), workspaceId: workspace.id, changes: [newTask()] };
    const stranger = { ...owner, client: httpClient(server.url) };
    expect(await send(stranger, batch)).toMatchObject({ status: 401, body: { code: 'NOT_SIGNED_IN' } });
    for (const header of [newId(), ''])
      expect((await send(owner, batch, { 'x-workspace-id': header })).body.code).toBe('INVALID_WORKSPACE');
    const senseless: unknown[] = [
      {},
      { ...batch, changes: [] },
      { ...batch, id: 'x' },
      { ...batch, changes: [{ name: 'task.erase', args: {} }] },
      { ...batch, changes: [{ name: 'task.create', args: { ...newTask().args, title: 'open' } }] },
      { ...batch, changes: [{ name: 'task.create', args: { ...newTask().args, refs: { title: newId() } } }] },
      { ...batch, changes: [{ name: 'task.create', args: { ...newTask().args, version: 0 } }] },
      { ...batch, changes: [{ name: 'task.create', args: { ...newTask().args, version: 2 ** 31 } }] },
      { ...batch, changes: [{ name: 'task.create', args: { ...newTask().args, sealed: 'not base64!' } }] },
    ];
    for (const body of senseless)
      expect(await send(owner, body as Batch, { 'x-workspace-id': workspace.id })).toMatchObject({
        status: 400,
        body: { code: 'BAD_INPUT' },
      });
  });

  it("without a workspace reaches the caller's own scope alone", async () => {
    const profile = recordChange('profile.create', { id: owner.userId, scopeId: owner.userId });
    expect((await change(owner, undefined, profile)).body).toEqual({
      revisions: { [owner.userId]: expect.any(Number) },
      at: expect.any(Number),
    });
    expect((await sync(owner, {})).answer.scopes).toMatchObject([
      { id: owner.userId, rows: [{ entity: 'profile' }] },
    ]);
    expect((await change(owner, undefined, newTask())).body.code).toBe('NOT_FOUND');
    const open = {
      name: 'scope.create',
      args: { scope: { id: newId(), kind: 'project', access: 'open' } },
    } as const;
    expect((await change(owner, undefined, open)).body.code).toBe('INVALID_WORKSPACE');
    expect((await apply(recordChange('profile.update', { ...profile.args, version: 2 }))).status).toBe(200);
    // One is all: nobody fills the server up with records that no workspace counts.
    const another = recordChange('profile.create', { scopeId: owner.userId });
    expect((await change(owner, undefined, another)).body.code).toBe('BAD_INPUT');
  });
});
