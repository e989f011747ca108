/** Effects run with each write, on both paths, with the refs before and after it; a refused write has none. */
import type { Change } from '@kontor/contract/wire/change';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeHandlers } from '../../changeHandlers.ts';
import { composeFeatures } from '../../features.ts';
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
  send,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import type { ChangeHandlers } from './context.ts';
import { type Batches, fastBatch } from './fastBatch.ts';
import { applyFast } from './fastPath.ts';
import { planBatch } from './plan.ts';

/** Notes what was written, and if the fast path's own statement wrote it; the pattern does not match itself. */
const probe = `
  noted AS (SELECT workspace_id, scope_id, id, verb, writer_id, written_at, before_parent_id, after_parent_id,
      before_assignee_ids, after_assignee_ids, current_query() ~ 'bumped [A]S' FROM written),
  probed AS (INSERT INTO probe SELECT * FROM noted),
  told AS (SELECT workspace_id, writer_id AS user_id FROM written WHERE false)`;

const handlers: ChangeHandlers = { ...changeHandlers, effects: { task: probe } };

let server: TestServer;
let workspace: TestWorkspace;
let project: string;
let mate: TestAccount;
beforeAll(async () => {
  server = await startTestServer({ features: (services) => composeFeatures(services, handlers) });
  await server.alter(
    `CREATE TABLE probe (workspace_id uuid, scope_id uuid, id uuid, verb text, writer_id uuid, written_at timestamptz,
       before_parent_id uuid, after_parent_id uuid, before_assignee_ids uuid[], after_assignee_ids uuid[],
       is_fast boolean)`,
  );
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
  mate = await createSignedIn(server);
  await enrol(workspace, mate);
});
afterAll(() => server.stop());
beforeEach(() => server.services.pool.query('DELETE FROM probe'));

/** Returns what the effect has noted, oldest first. */
const noted = async () =>
  (
    await server.services.pool.query(
      `SELECT id, verb, writer_id AS writer, before_assignee_ids AS before, after_assignee_ids AS after,
         is_fast AS "isFast" FROM probe ORDER BY xmin::text::bigint, ctid`,
    )
  ).rows;

const apply = (...changes: Change[]) => expectApplied(change(workspace.owner, workspace.id, ...changes));

const taskChange = (
  verb: 'create' | 'update' | 'delete',
  id: string,
  version: number,
  assigneeIds: string[],
) => recordChange(`task.${verb}`, { id, scopeId: project, version, refs: { assigneeIds } });

/** Returns a change of another noun: a batch with it takes the slow path. */
const folder = () => recordChange('document.create', { scopeId: project, refs: { nameTag: random(32) } });

describe.each([
  ['the fast path', true, () => []],
  ['the slow path', false, () => [folder()]],
] as const)('%s', (_name, isFast, more) => {
  it('runs the effect with the refs before and after', async () => {
    const id = newId();
    const { userId: writer } = workspace.owner;
    await apply(taskChange('create', id, 1, [writer]), ...more());
    await apply(taskChange('update', id, 2, [mate.userId, writer]), ...more());
    await apply(taskChange('delete', id, 3, []), ...more());
    expect(await noted()).toEqual([
      { id, verb: 'create', writer, before: null, after: [writer], isFast },
      { id, verb: 'update', writer, before: [writer], after: [mate.userId, writer], isFast },
      { id, verb: 'delete', writer, before: [mate.userId, writer], after: [], isFast },
    ]);
    const { rows } = await server.services.pool.query(
      'SELECT DISTINCT workspace_id, scope_id, written_at FROM probe',
    );
    const written_at = server.clock.now();
    expect(rows).toEqual([{ workspace_id: workspace.id, scope_id: project, written_at }]);
  });

  it('runs it for no batch that is refused', async () => {
    const [known, other] = [newId(), newId()];
    await apply(taskChange('create', known, 1, []));
    await server.services.pool.query('DELETE FROM probe');
    const refused: [Change[], number][] = [
      [[taskChange('create', other, 1, []), taskChange('create', known, 1, [mate.userId])], 409],
      [[taskChange('update', known, 3, [])], 409],
      [[taskChange('update', known, 2, [newId()])], 404],
      [[taskChange('create', other, 1, [newId()])], 404],
    ];
    for (const [changes, status] of refused)
      expect((await change(workspace.owner, workspace.id, ...changes, ...more())).status).toBe(status);
    expect(await noted()).toEqual([]);
  });

  it('runs it once for a batch that is sent again', async () => {
    const task = taskChange('create', newId(), 1, [mate.userId]);
    const batch = { id: newId(), workspaceId: workspace.id, changes: [task, ...more()] };
    const [one, two] = [await send(workspace.owner, batch), await send(workspace.owner, batch)];
    expect([one.status, two.status, two.body]).toEqual([200, 200, one.body]);
    // In a batch of another id the record stands already, as it was sent.
    await apply(task, ...more());
    expect(await noted()).toMatchObject([{ id: task.args.id, isFast }]);
  });

  it('names each record of several, and its own refs', async () => {
    const ids = [newId(), newId(), newId()];
    await apply(
      ...ids.map((id, at) => taskChange('create', id, 1, at === 1 ? [mate.userId] : [])),
      ...more(),
    );
    await apply(
      ...ids.map((id, at) => taskChange('update', id, 2, at === 2 ? [mate.userId] : [])),
      ...more(),
    );
    const facts = (await noted()).map((row) => [row.id, row.verb, row.before, row.after]);
    expect(facts).toHaveLength(6);
    expect(facts).toEqual(
      expect.arrayContaining([
        ...ids.map((id, at) => [id, 'create', null, at === 1 ? [mate.userId] : []]),
        ...ids.map((id, at) => [id, 'update', at === 1 ? [mate.userId] : [], at === 2 ? [mate.userId] : []]),
      ]),
    );
  });
});

it('names the writer of each batch of a group commit', async () => {
  const other = await createWorkspace(server);
  const theirs = await createProject(other);
  const batch = (who: TestAccount, workspaceId: string, scopeId: string) => {
    const task = recordChange('task.create', { scopeId, refs: { assigneeIds: [] } });
    const plan = planBatch({ id: newId(), workspaceId, changes: [task] });
    return fastBatch({ id: newId() }, who.userId, plan, handlers)!;
  };
  const batches: Batches = [
    batch(workspace.owner, workspace.id, project),
    batch(mate, workspace.id, project),
    batch(other.owner, other.id, theirs),
    batch(mate, workspace.id, project),
  ];
  expect(await applyFast(server.services.db, batches, server.clock.now())).toBeDefined();
  const writers = new Map((await noted()).map(({ id, writer }) => [id, writer]));
  expect(batches.map(({ runs }) => writers.get(runs[0].records[0]!.id))).toEqual(
    batches.map(({ userId }) => userId),
  );
});

it('runs for a change with what is written down of it beside', async () => {
  const id = newId();
  const { userId } = workspace.owner;
  await apply(taskChange('create', id, 1, []));
  const edit = recordChange('taskEdit.create', { scopeId: project, refs: { taskId: id, userId } });
  await apply(taskChange('update', id, 2, [mate.userId]), edit);
  expect(await noted()).toMatchObject([
    { verb: 'create' },
    { id, verb: 'update', before: [], after: [mate.userId], isFast: true },
  ]);
});

it('takes a record that returns to a scope for a new one', async () => {
  const id = newId();
  await apply(taskChange('create', id, 1, [mate.userId]));
  await apply(taskChange('delete', id, 2, []));
  await apply(taskChange('create', id, 3, [mate.userId]));
  expect((await noted()).map(({ verb, before, after }) => [verb, before, after])).toEqual([
    ['create', null, [mate.userId]],
    ['delete', [mate.userId], []],
    ['create', null, [mate.userId]],
  ]);
});

it('gives the refs which the write replaced, where it waited for another one of the same record', async () => {
  const task = taskChange('create', newId(), 1, []);
  await apply(task);
  const blocker = await server.services.pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('UPDATE scope SET revision = revision + 1 WHERE id = $1', [project]);
  await blocker.query('UPDATE task SET version = 2, assignee_ids = $2, sealed = $3 WHERE id = $1', [
    task.args.id,
    [mate.userId],
    Buffer.from(seal(random(16)), 'base64url'),
  ]);
  const waiting = apply(taskChange('update', task.args.id, 3, []));
  await expect
    .poll(async () => {
      const { rows } = await server.services.pool.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rows.length;
    })
    .toBe(1);
  await blocker.query('COMMIT');
  blocker.release();
  await waiting;
  expect((await noted()).at(-1)).toMatchObject({ verb: 'update', before: [mate.userId], after: [] });
});

it('leaves other nouns alone', async () => {
  await apply(folder());
  await apply(
    recordChange('project.update', { id: project, scopeId: project, version: 2, refs: { memberIds: [] } }),
  );
  expect(await noted()).toEqual([]);
});
