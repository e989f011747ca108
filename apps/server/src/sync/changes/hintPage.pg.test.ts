/** Compares what a hint brings along with what a pull brings: of each noun in each kind of place, created, changed and deleted. */
import { isWindowed, type ScopeKind } from '@kontor/contract/entity/scopeKind';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import type { RecordChange } from '@kontor/contract/wire/change';
import type { RevisionHint } from '@kontor/contract/wire/channel';
import { decodeSync, type SyncAnswer } from '@kontor/contract/wire/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withPage } from '../../adapters/realtime/realtime.ts';
import type { TestAccount } from '../../testing/accounts.ts';
import { Samples } from '../../testing/matrix/samples.ts';
import { createWorld, type World } from '../../testing/matrix/world.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { change, createProject, expectApplied, recordChange, sync } from '../../testing/workspaces.ts';

let server: TestServer;
let world: World;
let samples: Samples;
const heard: RevisionHint[] = [];
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
  samples = new Samples(world, { fillsRefs: true });
  const { owner, id } = world.team.workspace;
  await expectApplied(change(owner, id, ...samples.standingRecords()));
  const { realtime } = server.services;
  server.services.realtime = {
    ...realtime,
    publish: (_, event, data, makePage) => {
      if (event === 'revision') heard.push(withPage(data, makePage) as RevisionHint);
    },
  };
});
afterAll(() => server.stop());

/** Returns what the hint of a scope's revision brought along. */
async function pageOf(scopeId: string, revision: number): Promise<SyncAnswer | undefined> {
  const find = () => heard.find((hint) => hint.scope === scopeId && hint.revision === revision);
  await expect.poll(find, { interval: 1 }).toBeDefined();
  const { page } = find()!;
  return page === undefined ? undefined : decodeSync(fromBase64Url(page));
}

/** Pulls a scope alone from the revision before one. */
async function pullTo(account: TestAccount, scopeId: string, revision: number): Promise<SyncAnswer> {
  const { id: workspaceId } = world.team.workspace;
  const request = { workspaceId, cursors: { [scopeId]: revision - 1 }, only: [scopeId], logLength: 1_000 };
  return (await sync(account, request)).answer;
}

/** Sends changes of a scope and returns what their hint brought along, and what a pull from the revision before brings. */
async function told(
  account: TestAccount,
  ...made: [RecordChange, ...RecordChange[]]
): Promise<{ page: SyncAnswer | undefined; pulled: SyncAnswer } | undefined> {
  const { scopeId } = made[0].args;
  const { status, body } = await change(account, world.team.workspace.id, ...made);
  if (status !== 200) return undefined;
  const revision = body.revisions[scopeId]!;
  return { page: await pageOf(scopeId, revision), pulled: await pullTo(account, scopeId, revision) };
}

/** Returns a change of what another one made, sealed under the same key. */
const after = ({ args }: RecordChange, name: RecordChange['name'], version: number): RecordChange => ({
  name,
  args: { ...args, version },
});

it('tells of what any noun became as a pull does, or of its revision alone', async () => {
  const people = world.people.flatMap(({ account, column }) =>
    account && ['owner', 'inside'].includes(column) ? [account] : [],
  );
  const { rows: scopes } = await server.services.pool.query<{ id: string; kind: ScopeKind }>(
    'SELECT id, kind FROM scope',
  );
  const kinds = new Map(scopes.map(({ id, kind }) => [id, kind]));
  const [tried, brought] = [new Set<string>(), new Set<string>()];
  const created = samples.all().filter(({ key }) => / ?\w+\.create (in|of oneself)/.test(key));
  for (const sample of created)
    for (const account of people) {
      const [made] = sample.changes(account) as [RecordChange];
      const { scopeId } = made.args;
      const named = (name: string) => `${isWindowed(kinds.get(scopeId)!) ? 'windowed ' : ''}${name}`;
      // A noun is the same in each place of a kind.
      if (tried.has(named(made.name))) continue;
      const name = made.name.slice(0, made.name.indexOf('.')) as EntityName;
      for (const step of [made, after(made, `${name}.update`, 2), after(made, `${name}.delete`, 3)]) {
        const answer = await told(account, step);
        if (!answer) continue;
        tried.add(named(step.name));
        if (!answer.page) continue;
        expect(answer.page, `${sample.key}: ${step.name}`).toEqual(answer.pulled);
        brought.add(named(step.name));
      }
    }
  expect([...brought]).toEqual(
    expect.arrayContaining([
      ...['task.create', 'task.update', 'task.delete', 'timeEntry.create', 'comment.create'],
      'windowed message.create',
    ]),
  );
  expect([...brought].filter((name) => /^windowed .*\.(update|delete)$/.test(name))).toEqual([]);
});

it('tells of a change together with what is written down of it', async () => {
  const { workspace } = world.team;
  const { owner } = workspace;
  const scopeId = await createProject(workspace);
  const task = recordChange('task.create', { scopeId }) as RecordChange;
  await expectApplied(change(owner, workspace.id, task));
  const refs = { taskId: task.args.id, userId: owner.userId };
  const edit = recordChange('taskEdit.create', { scopeId, refs }) as RecordChange;
  const answer = (await told(owner, after(task, 'task.update', 2), edit))!;
  expect(answer.page!.scopes[0]!.rows.map(({ entity }) => entity)).toEqual(['task', 'taskEdit']);
  expect(answer.page).toEqual(answer.pulled);
});

it('tells of each of the changes that share a statement', async () => {
  const { workspace } = world.team;
  const { pool } = server.services;
  const scopeId = await createProject(workspace);
  const blocker = await pool.connect();
  await blocker.query('BEGIN');
  await blocker.query('SELECT FROM scope WHERE id = $1 FOR UPDATE', [scopeId]);
  const sent = Array.from({ length: 12 }, () =>
    expectApplied(change(workspace.owner, workspace.id, recordChange('task.create', { scopeId }))),
  );
  // By now the others wait for those that wait.
  await expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      return rowCount;
    })
    .toBeGreaterThan(2);
  await blocker.query('COMMIT');
  blocker.release();
  const revisions = (await Promise.all(sent)).map(({ revisions }) => revisions[scopeId]!);
  revisions.sort((a, b) => a - b);
  const pages = await Promise.all(revisions.map((revision) => pageOf(scopeId, revision)));
  const pulled = await pullTo(workspace.owner, scopeId, revisions[0]!);
  expect(pages.flatMap((page) => page!.scopes[0]!.rows)).toEqual(pulled.scopes[0]!.rows);
  const statements = await pool.query('SELECT DISTINCT xmin::text FROM task WHERE scope_id = $1', [scopeId]);
  expect(statements.rowCount).toBeLessThan(sent.length);
});
