/** The storage limit of records, tested over HTTP. */
import type { Batch, Change } from '@kontor/contract/wire/change';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeHandlers } from '../../changeHandlers.ts';
import { measureRoom, namedPartBytes } from '../../db/storage.ts';
import { composeFeatures } from '../../features.ts';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { entryHash, grant, random, seal, signEntry } from '../../testing/sealed.ts';
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
} from '../../testing/workspaces.ts';
import { changeCalls } from './calls.ts';
import { personalBytes, recordQuota } from './recordQuota.ts';

/** Bytes that a workspace may store. */
const limit = 200_000;
const minuteMs = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { STORAGE_LIMIT_BYTES: limit } });
});
afterAll(() => server.stop());

const countTasks = async () =>
  Number((await server.services.pool.query('SELECT count(*) FROM task')).rows[0].count);

it('records stop where the storage is full, and go on when there is room again', async () => {
  const workspace = await createWorkspace(server);
  const { id, owner } = workspace;
  const scopeId = await createProject(workspace);
  const task = (size: number) => recordChange('task.create', { scopeId, sealed: seal(random(16), size) });
  const taken = { id: newId(), workspaceId: id, changes: [task(60_000)] } satisfies Batch;
  const first = await send(owner, taken);
  expect(first.status).toBe(200);
  const { args } = task(60_000);
  expect((await change(owner, id, { name: 'task.create', args })).status).toBe(200);
  const before = await countTasks();
  expect(await change(owner, id, task(90_000))).toMatchObject({ status: 409, body: { code: 'OVER_QUOTA' } });
  expect(await countTasks()).toBe(before);
  // The answer to an accepted batch may have been lost.
  server.clock.advance(minuteMs);
  expect((await change(owner, id, task(90_000))).status).toBe(409);
  expect((await change(owner, id, task(20_000))).status).toBe(200);
  server.clock.advance(minuteMs);
  expect((await change(owner, id, task(90_000))).status).toBe(409);
  expect(await send(owner, taken)).toEqual(expect.objectContaining({ status: 200, body: first.body }));

  // Files find no room either, and both are shown as one.
  const upload = (size: number) =>
    owner.client.call('GET', `/api/s3/pre-signed-url?count=1&sizes=${size}`, {
      headers: { 'x-workspace-id': id },
    });
  expect((await upload(100_000)).status).toBe(409);
  expect((await upload(10_000)).status).toBe(200);
  const { body } = await owner.client.call<{ storageUsed: number }[]>('GET', '/api/workspaces');
  expect(body[0]!.storageUsed).toBeGreaterThan(150_000);
  expect(body[0]!.storageUsed).toBeLessThan(limit);

  // Non-members learn nothing of it.
  const stranger = await createSignedIn(server);
  expect((await change(stranger, id, task(90_000))).body.code).toBe('NOT_FOUND');

  // Deleting makes room.
  const tombstone = recordChange('task.delete', { ...args, version: 2, sealed: seal(random(16)) });
  expect((await change(owner, id, tombstone)).status).toBe(200);
  expect((await change(owner, id, task(60_000))).status).toBe(409);
  server.clock.advance(minuteMs);
  expect((await change(owner, id, task(60_000))).status).toBe(200);
});

it('records count beside an entry of the log, and it goes on without them', async () => {
  const { id, owner, signer, genesis, staff } = await createWorkspace(server);
  const [customerId, kid] = [newId(), random(16)];
  const entry = signEntry(signer, {
    at: server.clock.now().getTime(),
    seq: 1,
    previousHash: entryHash(genesis),
    workspaceId: id,
    type: 'rotate',
    payload: { scopes: [{ scopeId: customerId, kind: 'customer', generation: 1, kid }] },
  });
  const wrap = { parentScopeId: staff.id, parentKid: staff.kid, sealed: random(61) };
  const begin: Change[] = [
    { name: 'log.append', args: { entry } },
    { name: 'key.add', args: { key: { type: 'wrap', scopeId: customerId, generation: 1, kid, ...wrap } } },
  ];
  const customer = (size: number) =>
    recordChange('customer.create', { id: customerId, scopeId: customerId, sealed: seal(kid, size) });
  expect((await change(owner, id, ...begin, customer(200_000))).body.code).toBe('OVER_QUOTA');
  expect((await change(owner, id, ...begin)).status).toBe(200);
});

it('keys count that people make by themselves', async () => {
  const { id, owner, signer, admins } = await createWorkspace(server);
  const scopeId = newId();
  const keysOf = (generation: number, kid: string, previousKid: string | null): Change[] => {
    const terms = { scopeId, generation, kid, previousKid, readers: ['admins'], adminsKid: admins.kid };
    const rows: ScopeKey[] = [grant(signer, { ...terms, recipientId: 'admins' })];
    if (previousKid !== null)
      rows.push({ type: 'previous', scopeId, generation, kid, previousKid, sealed: random(61) });
    return rows.map((key) => ({ name: 'key.add', args: { key } }));
  };
  let kid = random(16);
  const made = [
    { name: 'scope.create', args: { scope: { id: scopeId, kind: 'project', access: 'private' } } } as const,
    ...keysOf(1, kid, null),
    recordChange('project.create', { id: scopeId, scopeId, kid }),
  ];
  expect((await change(owner, id, ...made)).status).toBe(200);
  let code: string | undefined;
  let generation = 1;
  for (; !code && generation < limit / 1_000; generation++) {
    const next = random(16);
    ({ code } = (await change(owner, id, ...keysOf(generation + 1, next, kid))).body);
    kid = next;
    // They are measured as they were counted.
    if (generation % 20 === 0) server.clock.advance(60 * minuteMs);
  }
  expect(code).toBe('OVER_QUOTA');
  expect(generation).toBeGreaterThan(limit / 8_000);
});

it('parts of files count that records name, each time', async () => {
  const workspace = await createWorkspace(server);
  const { id, owner } = workspace;
  const scopeId = await createProject(workspace);
  const naming = (count: number) =>
    recordChange('document.create', {
      scopeId,
      refs: {
        nameTag: random(32),
        blobs: Array.from({ length: count }, (_, at) => at.toString(16).padStart(32, '0')),
      },
    });
  expect((await change(owner, id, naming(limit / 100))).body.code).toBe('OVER_QUOTA');
  // Nobody has uploaded these: but there would be room.
  expect((await change(owner, id, naming(limit / 1_000))).body.code).toBe('BLOB_MISSING');
  const { args } = naming(0);
  await expectApplied(change(owner, id, { name: 'document.create', args }));
  const { db, env, pool } = server.services;
  const before = await measureRoom(db, env, id);
  await pool.query(`UPDATE document SET blobs = array_fill('a'::text, ARRAY[100]) WHERE id = $1`, [args.id]);
  expect(before - (await measureRoom(db, env, id))).toBe(100 * namedPartBytes);
});

it('deleting brings the key that is due, also where the storage is full', async () => {
  const workspace = await createWorkspace(server);
  const { id, owner, signer, admins } = workspace;
  const [scopeId, other] = [newId(), await createProject(workspace)];
  const [first, next] = [random(16), random(16)];
  const granted = (generation: number, kid: string, previousKid: string | null): Change => {
    const terms = { scopeId, generation, kid, previousKid, readers: ['admins'], adminsKid: admins.kid };
    return { name: 'key.add', args: { key: grant(signer, { ...terms, recipientId: 'admins' }) } };
  };
  const previous = { type: 'previous', scopeId, generation: 2, kid: next, previousKid: first } as const;
  const due: Change[] = [
    granted(2, next, first),
    { name: 'key.add', args: { key: { ...previous, sealed: random(61) } } },
  ];
  const made = recordChange('project.create', { id: scopeId, scopeId, kid: first });
  const scope = { id: scopeId, kind: 'project', access: 'private' } as const;
  const begin: Change = { name: 'scope.create', args: { scope } };
  expect((await change(owner, id, begin, granted(1, first, null), made)).status).toBe(200);
  const fill = (size: number) =>
    change(owner, id, recordChange('task.create', { scopeId: other, sealed: seal(random(16), size) }));
  for (const size of [100_000, 10_000, 1_000, 100]) while ((await fill(size)).status === 200);
  const of = { id: scopeId, scopeId, version: 2, sealed: seal(next) };
  const renamed = await change(owner, id, ...due, recordChange('project.update', of));
  expect(renamed.body.code).toBe('OVER_QUOTA');
  expect((await change(owner, id, ...due)).body.code).toBe('OVER_QUOTA');
  expect((await change(owner, id, ...due, recordChange('project.delete', of))).status).toBe(200);
});

it('what lies in a deleted project does not count', async () => {
  const workspace = await createWorkspace(server);
  const { id, owner } = workspace;
  const [full, next] = [await createProject(workspace), await createProject(workspace)];
  const task = (scopeId: string) =>
    recordChange('task.create', { scopeId, sealed: seal(random(16), 150_000) });
  expect((await change(owner, id, task(full))).status).toBe(200);
  server.clock.advance(minuteMs);
  expect((await change(owner, id, task(next))).status).toBe(409);
  const tombstone = recordChange('project.delete', { id: full, scopeId: full, version: 2 });
  expect((await change(owner, id, tombstone)).status).toBe(200);
  server.clock.advance(minuteMs);
  expect((await change(owner, id, task(next))).status).toBe(200);
});

it('nobody fills the server up with what they keep for themselves', async () => {
  const keeper = await createSignedIn(server);
  const scopeId = keeper.userId;
  const keep = (more: object = {}) =>
    recordChange('keptSignature.create', { scopeId, sealed: seal(random(16), 170_000), ...more });
  const send = () => change(keeper, undefined, keep(), keep(), keep(), keep());
  let written = 0;
  for (let answer = await send(); answer.status === 200; answer = await send()) {
    written += 4 * 170_000;
    expect(written).toBeLessThan(personalBytes);
  }
  expect(written).toBeGreaterThan(personalBytes / 2);
  const refused = await send();
  expect(refused).toMatchObject({ status: 409, body: { code: 'OVER_PERSONAL_QUOTA' } });
  // In a batch of a workspace it is the same, and the workspace goes on.
  const workspace = await createWorkspace(server, keeper);
  expect((await change(keeper, workspace.id, keep(), keep(), keep(), keep())).body.code).toBe(
    'OVER_PERSONAL_QUOTA',
  );
  expect(
    (
      await change(
        keeper,
        workspace.id,
        recordChange('task.create', { scopeId: await createProject(workspace) }),
      )
    ).status,
  ).toBe(200);
  // What is taken away makes room.
  const { rows } = await server.services.pool.query('SELECT id FROM kept_signature WHERE scope_id = $1', [
    scopeId,
  ]);
  const gone = rows.map(({ id }) => recordChange('keptSignature.delete', { id, scopeId, version: 2 }));
  expect((await change(keeper, undefined, ...gone)).status).toBe(200);
  server.clock.advance(minuteMs);
  expect((await send()).status).toBe(200);
});

it('a workspace with the id of a person takes no room from what they keep for themselves, nor gives any', async () => {
  const keeper = await createSignedIn(server);
  const scopeId = keeper.userId;
  const keep = (size: number) =>
    recordChange('keptSignature.create', { scopeId, sealed: seal(random(16), size) });
  expect((await change(keeper, undefined, keep(1_000))).status).toBe(200);
  const workspace = await createWorkspace(server, undefined, scopeId);
  const upload = { headers: { 'x-workspace-id': scopeId } };
  const room = `/api/s3/pre-signed-url?count=1&sizes=${limit - 20_000}`;
  expect((await workspace.owner.client.call('GET', room, upload)).status).toBe(200);
  server.clock.advance(minuteMs);
  const task = recordChange('task.create', { scopeId: await createProject(workspace) });
  expect((await change(workspace.owner, scopeId, task)).status).toBe(200);
  expect((await change(keeper, undefined, keep(100_000))).status).toBe(200);
});

it('fifty batches at once pass the limit by nothing', async () => {
  const workspace = await createWorkspace(server);
  const { id, owner } = workspace;
  const mate = await createSignedIn(server);
  await enrol(workspace, mate);
  const scopeId = await createProject(workspace);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      change(
        i % 2 ? owner : mate,
        id,
        recordChange('task.create', { scopeId, sealed: seal(random(16), 10_000) }),
      ),
    ),
  );
  const statuses = Map.groupBy(answers, ({ status }) => status);
  expect([...statuses.keys()].sort()).toEqual([200, 409]);
  const written = statuses.get(200)!.length;
  expect(written).toBeGreaterThan(15);
  expect(written * 10_000).toBeLessThan(limit);
});

it('one person sends no more in an hour than anybody needs', async () => {
  const perHour = 50_000;
  const small = await startTestServer({
    features: (services) => {
      const all = composeFeatures(services);
      return { ...all, calls: { ...all.calls, change: changeCalls(services, changeHandlers, perHour) } };
    },
  });
  const [sender, other] = [await createSignedIn(small), await createSignedIn(small)];
  // Refused each time; what counts is what was sent.
  const task = recordChange('task.create', { scopeId: newId(), sealed: seal(random(16), 15_000) });
  const codes = async (who: TestAccount) => (await change(who, newId(), task)).body.code;
  expect([await codes(sender), await codes(sender), await codes(sender)]).toEqual([
    'NOT_FOUND',
    'NOT_FOUND',
    'THROTTLED',
  ]);
  expect(await codes(other)).toBe('NOT_FOUND');
  await small.stop();
});

it('a request of no known size is refused, and counted as nothing that would lift the limit', async () => {
  const quota = recordQuota(server.services, 1_000);
  const sender = newId();
  for (const bytes of [Number.NaN, Number.POSITIVE_INFINITY])
    await expect(quota.send(sender, bytes)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await quota.send(sender, 1_000);
  await expect(quota.send(sender, 1)).rejects.toMatchObject({ code: 'THROTTLED' });
});
