/** Large batches: keys of everybody, by those who may change the member log, and nothing else. */
import { type OutgoingHttpHeaders, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Change } from '@kontor/contract/wire/change';
import type { ErrorBody } from '@kontor/contract/wire/errors';
import { limits } from '@kontor/contract/wire/protocol';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignedIn } from '../../testing/accounts.ts';
import { random, seal, signEntry } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { change, createProject, createWorkspace, enrol, recordChange } from '../../testing/workspaces.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('are taken from admins with an entry of the log, and from nobody else', async () => {
  const workspace = await createWorkspace(server);
  const mate = await createSignedIn(server);
  await enrol(workspace, mate);
  const scopeId = await createProject(workspace);
  const large: Change[] = Array.from({ length: 20 }, () =>
    recordChange('task.create', { scopeId, sealed: seal(random(16), 60_000) }),
  );
  expect(JSON.stringify(large).length).toBeGreaterThan(limits.jsonBytes);
  // Out of order: the log refuses it, once it was read.
  const entry = signEntry(workspace.signer, {
    seq: 1,
    previousHash: random(32),
    workspaceId: workspace.id,
    type: 'rotate',
    payload: { scopes: [{ scopeId: workspace.staff.id, kind: 'staff', generation: 2, kid: random(16) }] },
  });
  const append: Change = { name: 'log.append', args: { entry } };
  const code = async (...args: Parameters<typeof change>) => (await change(...args)).body.code;
  expect(await code(workspace.owner, workspace.id, append, ...large)).toBe('LOG_REFUSED');
  expect(await code(workspace.owner, workspace.id, ...large)).toBe('TOO_LARGE');
  expect(await code(mate, workspace.id, append, ...large)).toBe('TOO_LARGE');
  const other = await createWorkspace(server);
  expect(await code(other.owner, workspace.id, append, ...large)).toBe('TOO_LARGE');
  // The database would fail at what is no id, though it is as long as one.
  expect(await code(workspace.owner, '-'.repeat(36), append, ...large)).toBe('TOO_LARGE');
  const tooMany = Array.from({ length: limits.changesPerBatch + 1 }, () =>
    recordChange('task.delete', { scopeId }),
  );
  expect(
    await code(
      workspace.owner,
      workspace.id,
      ...tooMany.map((each) => ({ ...each, args: { ...each.args, sealed: seal(random(16), 0) } })),
    ),
  ).toBe('BAD_INPUT');
});

it('hold no more records than others with an entry of the log, and as many keys as go with it', async () => {
  const workspace = await createWorkspace(server);
  const { owner, staff } = workspace;
  const scopeId = await createProject(workspace);
  // Out of order: the log refuses it, once the batch was read.
  const entry = signEntry(workspace.signer, {
    seq: 1,
    previousHash: random(32),
    workspaceId: workspace.id,
    type: 'rotate',
    payload: { scopes: [{ scopeId: staff.id, kind: 'staff', generation: 2, kid: random(16) }] },
  });
  const append: Change = { name: 'log.append', args: { entry } };
  const many = (count: number, make: () => Change) => Array.from({ length: count }, make);
  const terms = { type: 'previous', scopeId, generation: 2 } as const;
  const key = (): Change => ({
    name: 'key.add',
    args: { key: { ...terms, kid: random(16), previousKid: random(16), sealed: random(61) } },
  });
  const task = () => recordChange('task.create', { scopeId, sealed: seal(random(16), 0) });
  const code = async (...changes: Change[]) => (await change(owner, workspace.id, ...changes)).body.code;
  const most = limits.changesPerBatch;
  expect(await code(append, ...many(most, task), ...many(most, key))).toBe('LOG_REFUSED');
  expect(await code(append, ...many(most + 1, task))).toBe('BAD_INPUT');
});

it('say how large they are, by whatever spelling of the path', async () => {
  const { id, owner } = await createWorkspace(server);
  const cookie = [...owner.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const text = JSON.stringify({ id: random(16), workspaceId: id, changes: [] });
  const headers = { cookie, 'content-type': 'application/json', 'x-workspace-id': id };
  // Not by `fetch`, which resolves a path before it sends it.
  const post = (path: string, more: OutgoingHttpHeaders) =>
    new Promise<string>((resolve, reject) => {
      const call = request(
        server.url,
        { method: 'POST', path, headers: { ...headers, ...more } },
        (answer) => {
          json(answer).then((body) => resolve((body as ErrorBody).code), reject);
        },
      );
      call.on('error', reject).end(text);
    });
  const [sized, unsized] = [{ 'content-length': text.length }, { 'transfer-encoding': 'chunked' }];
  expect(await post('/api/changes', sized)).toBe('BAD_INPUT');
  expect(await post('/api/changes', unsized)).toBe('TOO_LARGE');
  for (const path of ['/', '//', '/.', '/x/..', '/%2e', '\\'].map((end) => `/api/changes${end}`))
    for (const size of [sized, unsized]) expect(await post(path, size), path).toBe('NOT_FOUND');
  for (const path of ['/api//changes', '/api/./changes', '/api/x/../changes', '/api/x/%2E%2e/changes'])
    for (const size of [sized, unsized]) expect(await post(path, size), path).toBe('NOT_FOUND');
});
