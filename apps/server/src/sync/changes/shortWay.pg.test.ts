/** The short way takes what is in order, and leaves no trace of anything else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { random, seal } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  type change,
  createProject,
  createWorkspace,
  enrol,
  newId,
  recordChange,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { planBatch } from './plan.ts';
import { applyShort, shortRun } from './shortWay.ts';

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

/** Sends tasks the short way. */
async function short(
  account: Pick<TestAccount, 'userId'>,
  tasks: Task[],
  workspaceId = workspace.id,
  batchId = newId(),
) {
  const plan = planOf(...tasks);
  const run = shortRun(plan, () => false);
  if (!run) throw new Error('not for the short way');
  const { scopeIds } = plan;
  const now = server.clock.now();
  const sender = { batchId, userId: account.userId, workspaceId, staffKid: undefined };
  return applyShort(server.services.db, { ...sender, run, scopeIds, now });
}

/** Everything that a write leaves behind. */
async function traces() {
  const { rows } = await server.services.pool.query(
    `SELECT (SELECT json_agg(s ORDER BY id) FROM scope s) AS scopes, (SELECT count(*) FROM applied_batch) AS batches,
       (SELECT json_agg((id, version, revision) ORDER BY id) FROM task) AS tasks`,
  );
  return rows[0];
}

const newTask = (more: Partial<Parameters<typeof recordChange>[1]> = {}) =>
  recordChange('task.create', { scopeId: project, ...more });

describe('the short way', () => {
  it('is for one run of records without rules of their own, in a workspace', () => {
    const hasRule = (entity: string) => entity === 'document';
    expect(shortRun(planOf(newTask(), newTask()), hasRule)?.records).toHaveLength(2);
    const document = recordChange('document.create', { scopeId: project, refs: { nameTag: random(32) } });
    expect(shortRun(planOf(document), hasRule)).toBeUndefined();
    expect(shortRun(planOf(newTask(), document), hasRule)).toBeUndefined();
    const own = recordChange('profile.create', { scopeId: workspace.owner.userId });
    expect(shortRun(planOf(own), hasRule)).toBeUndefined();
    expect(shortRun({ ...planOf(newTask()), workspaceId: undefined }, hasRule)).toBeUndefined();
  });

  it('writes, bumps and remembers', async () => {
    const parent = newTask();
    const tasks = [
      parent,
      newTask({ refs: { parentId: parent.args.id, assigneeIds: [workspace.owner.userId] } }),
    ];
    const [scope] = (await short(workspace.owner, tasks))!;
    expect(scope).toMatchObject({ id: project, kind: 'project', access: 'open', workspaceId: workspace.id });
    const next = recordChange('task.update', {
      ...parent.args,
      version: 2,
      refs: { parentId: tasks[1]!.args.id },
    });
    expect((await short(workspace.owner, [next]))![0]!.revision).toBe(scope!.revision + 1);
    const gone = recordChange('task.delete', { ...parent.args, version: 3, refs: {} });
    expect((await short(workspace.owner, [gone]))![0]!.revision).toBe(scope!.revision + 2);
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
    await short(workspace.owner, [known], workspace.id, usedId);
    await server.services.pool.query('UPDATE scope SET kid = $2 WHERE id = $1', [theirs, 'K'.repeat(22)]);
    const before = await traces();

    const { owner } = workspace;
    const stale = recordChange('task.update', { ...known.args, sealed: seal(random(16)), version: 3 });
    const wrong: [string, () => Promise<unknown>][] = [
      ['a customer', () => short(customer, [newTask()])],
      ['somebody locked', () => short(locked, [newTask()])],
      ['a stranger', () => short(stranger, [newTask()])],
      ["another workspace's scope", () => short(owner, [newTask({ scopeId: theirs })])],
      ['a scope of nobody', () => short(owner, [newTask({ scopeId: newId() })])],
      ['one good scope and one bad', () => short(owner, [newTask(), newTask({ scopeId: theirs })])],
      ['a scope of another kind', () => short(owner, [newTask({ scopeId: workspace.staff.id })])],
      ['a stale version', () => short(owner, [newTask(), stale].slice(1))],
      [
        'one stale among good ones',
        () =>
          short(owner, [
            recordChange('task.update', { ...known.args, version: 2 }),
            { ...stale, args: { ...stale.args, id: newId() } },
          ]),
      ],
      ['an id that stands', () => short(owner, [newTask({ id: known.args.id })])],
      ['a parent that is not there', () => short(owner, [newTask({ refs: { parentId: newId() } })])],
      [
        'an assignee who is no member',
        () => short(owner, [newTask({ refs: { assigneeIds: [stranger.userId] } })]),
      ],
      ['an outdated key', () => short(other.owner, [newTask({ scopeId: theirs })], other.id)],
      ['a batch that was applied', () => short(owner, [newTask()], workspace.id, usedId)],
    ];
    for (const [what, attempt] of wrong) expect(await attempt(), what).toBeUndefined();
    expect(await traces()).toEqual(before);
    // The same, in order, goes through: the refusals were not for some other reason.
    expect(await short(owner, [newTask()])).toBeDefined();
  });
});
