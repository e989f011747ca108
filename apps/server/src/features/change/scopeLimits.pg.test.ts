/** The limits of how many projects and rooms there may be, tested over HTTP. */
import type { Change } from '@kontor/contract/wire/change';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, type Mock, vi } from 'vitest';
import { createSignedIn } from '../../testing/accounts.ts';
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
} from '../../testing/workspaces.ts';
import { maxScopes } from '../scope/changes.ts';
import { keyLimits, keysPerDay, scopeLimits, scopesPerDay } from './scopeLimits.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: 'https://kontor.example' } });
});
afterAll(() => server.stop());

const scopeOf = (id: string) =>
  ({ name: 'scope.create', args: { scope: { id, kind: 'project', access: 'open' } } }) as const;
const project = (id = newId()) => [scopeOf(id), recordChange('project.create', { id, scopeId: id })];

it('a scope comes with its head', async () => {
  const { owner, id } = await createWorkspace(server);
  const bare = newId();
  expect((await change(owner, id, scopeOf(bare))).body.code).toBe('BAD_INPUT');
  const elsewhere = recordChange('project.create', { id: bare, scopeId: newId() });
  expect((await change(owner, id, scopeOf(bare), elsewhere)).status).toBe(400);
  await expectApplied(change(owner, id, ...project(bare)));
});

it('nobody makes more in a day than anybody needs', async () => {
  const workspace = await createWorkspace(server);
  const mate = await createSignedIn(server);
  await enrol(workspace, mate);
  const codeOf = async (who: typeof mate, ...changes: Parameters<typeof change>[2][]) =>
    (await change(who, workspace.id, ...changes)).body.code;
  const many = (count: number) => Array.from({ length: count }, () => scopeOf(newId()));
  // What is refused does not count.
  expect(await codeOf(mate, ...many(scopesPerDay + 1))).toBe('TOO_MANY_SCOPES_TODAY');
  expect(await codeOf(mate, ...many(scopesPerDay))).toBe('BAD_INPUT');
  const first = Array.from({ length: scopesPerDay / 2 }, () => project()).flat();
  expect(await codeOf(mate, ...first.slice(0, 998))).toBeUndefined();
  expect(await codeOf(mate, ...many(scopesPerDay / 2 + 2))).toBe('TOO_MANY_SCOPES_TODAY');
  expect(await codeOf(workspace.owner, ...project())).toBeUndefined();
});

it('nobody makes more keys of one place in a day than anybody needs', async () => {
  const { services } = server;
  const count = keyLimits(services);
  const [maker, mate, [full, next]] = [newId(), newId(), [newId(), newId()]];
  const renew = (userId: string, ...scopeIds: string[]) => {
    const terms = { type: 'previous', generation: 2, kid: '', previousKid: '', sealed: '' } as const;
    const rows = scopeIds.map(
      (scopeId): Change => ({ name: 'key.add', args: { key: { ...terms, scopeId } } }),
    );
    // Its rows are of one generation.
    return count({ userId, address: '' }, { id: newId(), workspaceId: newId(), changes: [...rows, ...rows] });
  };
  for (let made = 1; made < keysPerDay; made++) await renew(maker, full!);
  const giveBack = await renew(maker, full!);
  await expect(renew(maker, next!, full!)).rejects.toMatchObject({ code: 'TOO_MANY_KEYS_TODAY' });
  await renew(maker, next!);
  await renew(mate, full!);
  // What the server refused does not count.
  await giveBack();
  await renew(maker, full!);
});

it('a database that fails is no limit', async () => {
  const terms = { type: 'previous', generation: 2, kid: '', previousKid: '', sealed: '' } as const;
  const renewal: Change = { name: 'key.add', args: { key: { ...terms, scopeId: newId() } } };
  const counts = [
    [keyLimits, renewal],
    [scopeLimits, scopeOf(newId())],
  ] as const;
  for (const [limits, made] of counts) {
    const pool = new pg.Pool();
    const query = vi.spyOn(pool, 'query') as Mock;
    query.mockRejectedValueOnce(new Error('the connection broke'));
    query.mockResolvedValue({ rows: [{ points: 0, expire: null }] });
    const count = limits({ pool, env: server.services.env });
    const batch = { id: newId(), workspaceId: newId(), changes: [made] };
    await expect(count({ userId: newId(), address: '' }, batch)).rejects.toThrow('the connection broke');
  }
});

it('nothing counts of a batch that one of the limits refuses', async () => {
  const { owner, id: workspaceId } = await createWorkspace(server);
  const scopeId = newId();
  const key = { type: 'previous', scopeId, generation: 2, kid: random(16), previousKid: random(16) } as const;
  const renewal = { name: 'key.add', args: { key: { ...key, sealed: random(61) } } } as const;
  const scopes = Array.from({ length: scopesPerDay + 1 }, () => scopeOf(newId()));
  const counted = async () => {
    const { rows } = await server.services.pool.query(
      "SELECT coalesce(sum(points), 0)::int AS points FROM throttle WHERE key LIKE 'keys:%'",
    );
    return rows[0].points;
  };
  const before = await counted();
  expect((await change(owner, workspaceId, renewal, ...scopes)).body.code).toBe('TOO_MANY_SCOPES_TODAY');
  expect(await counted()).toBe(before);
});

it('a workspace has no more than one removal can name', async () => {
  const workspace = await createWorkspace(server);
  const { owner, id } = workspace;
  await createProject(workspace);
  await server.services.pool.query(
    `INSERT INTO scope (id, kind, access, workspace_id, revision, created_at)
     SELECT gen_random_uuid(), CASE WHEN i % 2 = 0 THEN 'project' ELSE 'room' END, 'open', $1, 1, now() FROM generate_series(1, $2) i`,
    [id, maxScopes - 2],
  );
  const answers = await Promise.all([1, 2, 3].map(() => change(owner, id, ...project())));
  expect(answers.map(({ status, body }) => (status === 200 ? status : body.code)).sort()).toEqual([
    200,
    'TOO_MANY_SCOPES',
    'TOO_MANY_SCOPES',
  ]);
});
