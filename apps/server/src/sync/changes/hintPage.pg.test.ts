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
import { change, expectApplied, sync } from '../../testing/workspaces.ts';

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

/** Sends a change and returns what its hint brought along, and what a pull from the revision before brings. */
async function told(
  account: TestAccount,
  made: RecordChange,
): Promise<{ page: SyncAnswer | undefined; pulled: SyncAnswer } | undefined> {
  const { id: workspaceId } = world.team.workspace;
  const { scopeId } = made.args;
  const { status, body } = await change(account, workspaceId, made);
  if (status !== 200) return undefined;
  const revision = body.revisions[scopeId]!;
  const find = () => heard.find((hint) => hint.scope === scopeId && hint.revision === revision);
  await expect.poll(find, { interval: 1 }).toBeDefined();
  const { page } = find()!;
  const request = { workspaceId, cursors: { [scopeId]: revision - 1 }, only: [scopeId], logLength: 1_000 };
  const { answer } = await sync(account, request);
  return { page: page === undefined ? undefined : decodeSync(fromBase64Url(page)), pulled: answer };
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
