/** The fast path takes what is in order, and leaves no trace of anything else. */
import type { RecordVerb } from '@kontor/contract/wire/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { random, seal } from '../../testing/sealed.ts';
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
import { type Batches, type FastBatch, fastBatch } from './fastBatch.ts';
import { applyFast } from './fastPath.ts';
import { type Plan, planBatch } from './plan.ts';

let server: TestServer;
let workspace: TestWorkspace;
let project: string;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
});
afterAll(() => server.stop());

type Task = ReturnType<typeof recordChange>;

const planOf = (...changes: Parameters<typeof change>[2][]) =>
  planBatch({ id: newId(), workspaceId: workspace.id, changes });

/** Builds a batch of tasks for the fast path. */
function batchOf(
  { userId }: Pick<TestAccount, 'userId'>,
  tasks: Task[],
  workspaceId = workspace.id,
  id = newId(),
): FastBatch {
  const plan = planBatch({ id, workspaceId, changes: tasks });
  const batch = fastBatch({ id }, userId, plan, { records: {}, effects: {} });
  if (!batch) throw new Error('not for the fast path');
  return batch;
}

const writeAll = async (...batches: Batches) =>
  (await applyFast(server.services.db, batches, server.clock.now()))?.scopes;

/** Writes one batch of tasks on the fast path. */
const writeOne = async (...parts: Parameters<typeof batchOf>) => (await writeAll(batchOf(...parts)))?.[0];

/** Reads everything that a write leaves behind. */
async function traces() {
  const { rows } = await server.services.pool.query(
    `SELECT (SELECT json_agg(s ORDER BY id) FROM scope s) AS scopes, (SELECT count(*) FROM applied_batch) AS batches,
       (SELECT json_agg((id, version, revision) ORDER BY id) FROM task) AS tasks`,
  );
  return rows[0];
}

const newTask = (more: Partial<Parameters<typeof recordChange>[1]> = {}) =>
  recordChange('task.create', { scopeId: project, ...more });

describe('the fast path', () => {
  it('is for one run of records without rules of their own, in a workspace', () => {
    const of = (plan: Plan) =>
      fastBatch({ id: newId() }, workspace.owner.userId, plan, { records: { document: {} }, effects: {} });
    expect(of(planOf(newTask(), newTask()))?.runs[0].records).toHaveLength(2);
    const document = recordChange('document.create', { scopeId: project, refs: { nameTag: random(32) } });
    expect(of(planOf(document))).toBeUndefined();
    expect(of(planOf(newTask(), document))).toBeUndefined();
    const own = recordChange('profile.create', {
      id: workspace.owner.userId,
      scopeId: workspace.owner.userId,
    });
    expect(of(planOf(own))).toBeUndefined();
    expect(of({ ...planOf(newTask()), workspaceId: undefined })).toBeUndefined();
  });

  it('writes, bumps and remembers', async () => {
    const parent = newTask();
    const tasks = [
      parent,
      newTask({ refs: { parentId: parent.args.id, assigneeIds: [workspace.owner.userId] } }),
    ];
    const [scope] = (await writeOne(workspace.owner, tasks))!;
    expect(scope).toMatchObject({ id: project, kind: 'project', access: 'open', workspaceId: workspace.id });
    const next = recordChange('task.update', {
      ...parent.args,
      version: 2,
      refs: { parentId: tasks[1]!.args.id },
    });
    expect((await writeOne(workspace.owner, [next]))![0]!.revision).toBe(scope!.revision + 1);
    const gone = recordChange('task.delete', { ...parent.args, version: 3, refs: {} });
    expect((await writeOne(workspace.owner, [gone]))![0]!.revision).toBe(scope!.revision + 2);
    const { rows } = await server.services.pool.query('SELECT version, deleted FROM task WHERE id = $1', [
      parent.args.id,
    ]);
    expect(rows).toEqual([{ version: 3, deleted: true }]);
  });

  it('does nothing at all where anything is wrong', async () => {
    const [customer, locked, stranger] = await Promise.all([
      createSignedIn(server),
      createSignedIn(server),
      createSignedIn(server),
    ]);
    await enrol(workspace, customer, { role: 'CUSTOMER' });
    await enrol(workspace, locked, { role: 'ADMIN', status: 'LOCKED' });
    const other = await createWorkspace(server);
    const theirs = await createProject(other);
    const known = newTask();
    const usedId = newId();
    await writeOne(workspace.owner, [known], workspace.id, usedId);
    await server.services.pool.query('UPDATE scope SET kid = $2 WHERE id = $1', [theirs, 'K'.repeat(22)]);
    const before = await traces();

    const { owner } = workspace;
    const stale = recordChange('task.update', { ...known.args, sealed: seal(random(16)), version: 3 });
    const wrong: [string, () => Promise<unknown>][] = [
      ['a customer', () => writeOne(customer, [newTask()])],
      ['somebody locked', () => writeOne(locked, [newTask()])],
      ['a stranger', () => writeOne(stranger, [newTask()])],
      ["another workspace's scope", () => writeOne(owner, [newTask({ scopeId: theirs })])],
      ['a scope of nobody', () => writeOne(owner, [newTask({ scopeId: newId() })])],
      ['one good scope and one bad', () => writeOne(owner, [newTask(), newTask({ scopeId: theirs })])],
      ['a scope of another kind', () => writeOne(owner, [newTask({ scopeId: workspace.staff.id })])],
      ['a stale version', () => writeOne(owner, [newTask(), stale].slice(1))],
      [
        'one stale among good ones',
        () =>
          writeOne(owner, [
            recordChange('task.update', { ...known.args, version: 2 }),
            { ...stale, args: { ...stale.args, id: newId() } },
          ]),
      ],
      ['an id that stands', () => writeOne(owner, [newTask({ id: known.args.id })])],
      ['a parent that is not there', () => writeOne(owner, [newTask({ refs: { parentId: newId() } })])],
      [
        'an assignee who is no member',
        () => writeOne(owner, [newTask({ refs: { assigneeIds: [stranger.userId] } })]),
      ],
      ['an outdated key', () => writeOne(other.owner, [newTask({ scopeId: theirs })], other.id)],
      ['a batch that was applied', () => writeOne(owner, [newTask()], workspace.id, usedId)],
    ];
    for (const [what, attempt] of wrong) expect(await attempt(), what).toBeUndefined();
    expect(await traces()).toEqual(before);
    // The same, in order, goes through: the refusals were not for some other reason.
    expect(await writeOne(owner, [newTask()])).toBeDefined();
  });
});

describe('what was deleted', () => {
  const [wall, inside] = [newId(), newId()];
  const put = (verb: RecordVerb, version: number, parentId: string | undefined, id = inside) =>
    recordChange(`task.${verb}`, { id, scopeId: project, version, refs: parentId ? { parentId } : {} });

  it('takes nothing in any more, by neither path, and lets go of what lies in it', async () => {
    const { owner, id } = workspace;
    const late = newTask({ refs: { parentId: wall } });
    const other = newTask();
    await writeOne(owner, [put('create', 1, undefined, wall)]);
    await writeOne(owner, [put('create', 1, wall), other]);
    await writeOne(owner, [put('delete', 2, undefined, wall)]);

    const moved = put('update', 2, wall, other.args.id);
    for (const each of [late, moved]) {
      expect(await writeOne(owner, [each])).toBeUndefined();
      expect((await change(owner, id, each)).body).toMatchObject({ code: 'NOT_FOUND' });
    }
    // What was written before nobody knew is changed, taken out and deleted as ever.
    expect(await writeOne(owner, [put('update', 2, wall)])).toBeDefined();
    await expectApplied(change(owner, id, put('update', 3, wall)));
    expect(await writeOne(owner, [put('delete', 4, wall)])).toBeDefined();
  });

  it('takes in what is deleted with it, or moved along when it comes back', async () => {
    const { owner, id } = workspace;
    const there = await createProject(workspace);
    const [task, below] = [newTask(), newTask()];
    below.args.refs = { parentId: task.args.id };
    await expectApplied(change(owner, id, task, below));
    const both = (verb: 'create' | 'delete', scopeId: string, version: number) =>
      [task, below].map(({ args }) => recordChange(`task.${verb}`, { ...args, scopeId, version }));
    await expectApplied(
      change(owner, id, ...both('create', there, 2), ...both('delete', project, 2).toReversed()),
    );
    await expectApplied(change(owner, id, ...both('create', project, 3), ...both('delete', there, 3)));
  });
});

describe('a change, and what is written down of it', () => {
  const changed = (task: Task, version = 2) => recordChange('task.update', { ...task.args, version });
  const edit = (
    taskId: string,
    { verb = 'create', userId = workspace.owner.userId, ...more }: EditArgs = {},
  ) => recordChange(`taskEdit.${verb}`, { scopeId: project, ...more, refs: { taskId, userId } });
  interface EditArgs extends Partial<Parameters<typeof recordChange>[1]> {
    verb?: 'create' | 'update' | 'delete';
    userId?: string;
  }
  const fits = (...changes: Parameters<typeof planOf>) =>
    fastBatch({ id: newId() }, workspace.owner.userId, planOf(...changes), {
      records: {},
      effects: { comment: 'an effect' },
    })?.runs.map(({ entity, verb }) => `${entity}.${verb}`);

  it('take it together, and nothing else', () => {
    const task = newTask();
    const update = changed(task);
    const { id } = task.args;
    expect(fits(update, edit(id))).toEqual(['task.update', 'taskEdit.create']);
    expect(fits(update, edit(id, { verb: 'update', version: 2 }))).toEqual([
      'task.update',
      'taskEdit.update',
    ]);
    const { userId } = workspace.owner;
    const comment = recordChange('comment.create', { scopeId: project, refs: { taskId: id, userId } });
    const others = [
      [task, edit(id)],
      [edit(id), update],
      [update, comment],
      [update, edit(id), edit(id, { verb: 'update', version: 2 })],
      [update, edit(id, { userId: newId() })],
      [recordChange('task.delete', { ...task.args, version: 2 }), edit(id)],
    ];
    for (const changes of others) expect(fits(...changes)).toBeUndefined();
  });

  it('are written as one, in rounds too', async () => {
    const tasks = [newTask(), newTask()];
    const [scope] = (await writeOne(workspace.owner, tasks))!;
    const edits = tasks.map(({ args }) => edit(args.id));
    const moved = await writeAll(
      batchOf(workspace.owner, [changed(tasks[0]!), edits[0]!]),
      batchOf(workspace.owner, [changed(tasks[1]!), edits[1]!]),
    );
    expect(moved!.map(([each]) => each!.revision - scope!.revision)).toEqual([1, 2]);
    const { rows } = await server.services.pool.query(
      `SELECT t.version, t.revision - $2 AS step, e.version AS edit, e.revision - $2 AS "editStep", e.user_id AS "userId"
       FROM task t JOIN task_edit e ON e.task_id = t.id WHERE t.id = ANY ($1::uuid[]) ORDER BY t.revision`,
      [tasks.map(({ args }) => args.id), scope!.revision],
    );
    const { userId } = workspace.owner;
    expect(rows).toEqual([1, 2].map((step) => ({ version: 2, step, edit: 1, editStep: step, userId })));
    const again = edit(tasks[0]!.args.id, { verb: 'update', id: edits[0]!.args.id, version: 2 });
    expect(await writeOne(workspace.owner, [changed(tasks[0]!, 3), again])).toBeDefined();
  });

  it('leave no trace where either is wrong', async () => {
    const { owner } = workspace;
    const mate = await createSignedIn(server);
    await enrol(workspace, mate);
    const task = newTask();
    const { id } = task.args;
    const theirs = edit(id, { userId: mate.userId });
    await writeOne(owner, [task]);
    await writeOne(mate, [theirs]);
    const state = async () => {
      const { rows } = await server.services.pool.query(
        'SELECT json_agg((id, version, user_id) ORDER BY id) FROM task_edit',
      );
      return [await traces(), rows];
    };
    const before = await state();
    const claimed = edit(id, { verb: 'update', id: theirs.args.id, version: 2 });
    const wrong: [string, Task[]][] = [
      ['a stale task', [changed(task, 3), edit(id)]],
      ['a stale note', [changed(task), edit(id, { verb: 'update', version: 2 })]],
      ["another's note", [changed(task), claimed]],
      ['a note on what is not there', [changed(task), edit(newId())]],
    ];
    for (const [what, changes] of wrong) expect(await writeOne(owner, changes), what).toBeUndefined();
    expect(await state()).toEqual(before);
    expect(await writeOne(owner, [changed(task), edit(id)])).toBeDefined();
  });
});

describe('batches of one group commit', () => {
  const stranger = () => createSignedIn(server);

  it('are told apart: each has its revisions, its answer and its workspace', async () => {
    const mate = await createSignedIn(server);
    await enrol(workspace, mate);
    const other = await createWorkspace(server);
    const theirs = await createProject(other);
    const second = await createProject(workspace);
    const batches: Batches = [
      batchOf(workspace.owner, [newTask()]),
      batchOf(mate, [newTask({ scopeId: second }), newTask({ refs: { assigneeIds: [mate.userId] } })]),
      batchOf(
        other.owner,
        [newTask({ scopeId: theirs, refs: { assigneeIds: [other.owner.userId] } })],
        other.id,
      ),
      batchOf(workspace.owner, [newTask()]),
    ];
    const { rows: before } = await server.services.pool.query('SELECT id, revision FROM scope');
    const was = new Map(before.map(({ id, revision }) => [id, revision as number]));
    const moved = await writeAll(...batches);
    const steps = moved!.map((scopes) =>
      Object.fromEntries(scopes.map(({ id, revision }) => [id, revision - was.get(id)!])),
    );
    expect(steps).toEqual([
      { [project]: 1 },
      { [second]: 1, [project]: 2 },
      { [theirs]: 1 },
      { [project]: 3 },
    ]);
    const { rows: after } = await server.services.pool.query('SELECT revision FROM scope WHERE id = $1', [
      project,
    ]);
    expect(after).toEqual([{ revision: was.get(project)! + 3 }]);
    for (const [i, { id, userId, workspaceId, runs }] of batches.entries()) {
      const [{ records }] = runs;
      const revisions = Object.fromEntries(moved![i]!.map((scope) => [scope.id, scope.revision]));
      const { rows } = await server.services.pool.query(
        `SELECT result, (SELECT json_agg(json_build_array(workspace_id, scope_id, revision) ORDER BY array_position($3::uuid[], id)) FROM task WHERE id = ANY ($3::uuid[])) AS tasks
         FROM applied_batch WHERE account_id = $1 AND id = $2`,
        [userId, id, records.map((record) => record.id)],
      );
      const written = records.map(({ scopeId }) => [workspaceId, scopeId, revisions[scopeId]]);
      expect(rows).toEqual([{ result: { revisions }, tasks: written }]);
    }
  });

  it('do nothing at all where anything is wrong with one of them', async () => {
    const { owner } = workspace;
    const other = await createWorkspace(server);
    const nobody = await stranger();
    const twice = newTask();
    const once = newId();
    const wrong: [string, Batches][] = [
      ["a stranger's, to a scope that another one touches", [batchOf(nobody, [newTask()])]],
      ['the same, from a workspace of their own', [batchOf(other.owner, [newTask()], other.id)]],
      [
        "people of another workspace's",
        [batchOf(owner, [newTask({ refs: { assigneeIds: [other.owner.userId] } })])],
      ],
      ['one record in two batches', [batchOf(owner, [twice]), batchOf(owner, [twice])]],
      [
        'one batch twice',
        [batchOf(owner, [newTask()], workspace.id, once), batchOf(owner, [newTask()], workspace.id, once)],
      ],
    ];
    const before = await traces();
    for (const [what, batches] of wrong) {
      expect(await writeAll(batchOf(owner, [newTask()]), ...batches), what).toBeUndefined();
      expect(await writeAll(...batches, batchOf(owner, [newTask()])), what).toBeUndefined();
    }
    expect(await traces()).toEqual(before);
  });

  it('fail alone', async () => {
    const nobody = await stranger();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => {
        const task = newTask(i % 8 === 3 ? { refs: { parentId: newId() } } : {});
        return change(i % 8 === 5 ? nobody : workspace.owner, workspace.id, task);
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_, i) => ([3, 5].includes(i % 8) ? 404 : 200)),
    );
    const revisions = answers.flatMap(({ status, body }) =>
      status === 200 ? [body.revisions[project]] : [],
    );
    expect(new Set(revisions).size).toBe(30);
  });
});
