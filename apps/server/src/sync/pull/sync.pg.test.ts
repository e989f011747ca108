/** `POST /api/sync`. */
import { limits } from '@kontor/contract/wire/protocol';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAccount } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { random, seal } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  expectApplied,
  newId,
  recordChange,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
let owner: TestAccount;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  owner = workspace.owner;
});
afterAll(() => server.stop());

const pull = async (request: Partial<SyncRequest> = {}): Promise<SyncAnswer> => {
  const { status, answer, error } = await sync(owner, { workspaceId: workspace.id, ...request });
  expect(status, JSON.stringify(error)).toBe(200);
  return answer;
};
const cursorsOf = ({ scopes }: SyncAnswer) =>
  Object.fromEntries(scopes.map(({ id, cursor }) => [id, cursor]));
const scopeOf = ({ scopes }: SyncAnswer, scopeId: string) => scopes.find(({ id }) => id === scopeId);
const newTasks = (scopeId: string, count: number, size?: number) =>
  Array.from({ length: count }, () =>
    recordChange('task.create', { scopeId, ...(size && { sealed: seal(random(16), size) }) }),
  );

describe('a pull', () => {
  it('brings every scope, its keys and rows, and the log; then nothing', async () => {
    const project = await createProject(workspace);
    const [parent] = newTasks(project, 1);
    const task = recordChange('task.create', {
      scopeId: project,
      refs: { parentId: parent!.args.id, assigneeIds: [owner.userId] },
    });
    await expectApplied(change(owner, workspace.id, parent!, task));
    const answer = await pull();
    expect(answer.scopes.map(({ kind, access }) => [kind, access])).toEqual([
      ['admins', 'private'],
      ['staff', 'private'],
      ['project', 'open'],
      ['personal', 'private'],
    ]);
    expect(answer.log).toEqual([workspace.genesis]);
    expect(answer).toMatchObject({ gone: [], more: false });
    const added = workspace.batch.changes.flatMap(({ name, args }) => (name === 'key.add' ? [args.key] : []));
    expect(answer.scopes.flatMap(({ keys }) => keys)).toEqual(added);
    expect(scopeOf(answer, project)).toMatchObject({ cursor: 2 });
    expect(scopeOf(answer, project)!.rows.find(({ id }) => id === task.args.id)).toEqual({
      entity: 'task',
      id: task.args.id,
      scopeId: project,
      version: 1,
      revision: 2,
      refs: task.args.refs,
      sealed: new Uint8Array(Buffer.from(task.args.sealed, 'base64url')),
      deleted: false,
      updatedAt: server.clock.now().getTime(),
    });
    // Refs that are not there are left out, as they are of the associated data.
    expect(scopeOf(answer, project)!.rows.find(({ id }) => id === parent!.args.id)!.refs).toEqual({});

    const cursors = cursorsOf(answer);
    expect(await pull({ cursors, logLength: 1 })).toEqual({ scopes: [], log: [], gone: [], more: false });
    await expectApplied(
      change(owner, workspace.id, recordChange('task.delete', { ...task.args, version: 2 })),
    );
    const next = await pull({ cursors, logLength: 1 });
    expect(next.scopes).toMatchObject([
      { id: project, cursor: 3, keys: [], rows: [{ version: 2, deleted: true }] },
    ]);
  });

  it('of named scopes brings these alone, and the log; in one statement or several', async () => {
    const own = await createWorkspace(server);
    const [a, b] = [await createProject(own), await createProject(own)];
    const tasks = [...newTasks(a, 3), ...newTasks(b, 2)];
    await expectApplied(change(own.owner, own.id, ...tasks));
    const ask = async (request: Partial<SyncRequest>) => {
      const { status, answer } = await sync(own.owner, { workspaceId: own.id, ...request });
      expect(status).toBe(200);
      return answer;
    };
    const whole = await ask({});
    for (const only of [[a], [a, b], [own.staff.id], [own.owner.userId]]) {
      const answer = await ask({ only, logLength: 1 });
      expect(answer).toEqual({
        scopes: whole.scopes
          .filter(({ id }) => only.includes(id))
          .map((scope) => (scope.kind === 'personal' ? { ...scope, rows: [] } : scope)),
        log: [],
        gone: [],
        more: false,
      });
    }
    const known = { [a]: 1, [b]: cursorsOf(whole)[b]! };
    const one = await ask({ only: [a], cursors: known, logLength: 0 });
    expect(one.scopes[0]!.rows.length).toBe(3);
    expect(one).toEqual(await ask({ only: [a, b], cursors: known, logLength: 0 }));
    const stranger = newId();
    const cursors = cursorsOf(whole);
    expect(await ask({ only: [a], cursors, logLength: 1 })).toMatchObject({ scopes: [], gone: [] });
    expect(await ask({ only: [stranger], cursors: { [stranger]: 3, [a]: 0 } })).toMatchObject({
      scopes: [],
      gone: [stranger],
    });
    const outsider = (only: string[]) => sync(owner, { workspaceId: own.id, only });
    const refusals = await Promise.all([outsider([a]), outsider([a, b]), outsider([stranger])]);
    expect(refusals.map(({ status, error }) => [status, error.code])).toEqual(
      Array(3).fill([404, 'NOT_FOUND']),
    );
  });

  it('of the own scope alone brings its rows', async () => {
    const own = await createWorkspace(server);
    const { userId } = own.owner;
    const [first, star] = [0, 1].map(() => recordChange('star.create', { scopeId: userId }));
    const { revisions } = await expectApplied(change(own.owner, undefined, first!));
    await expectApplied(change(own.owner, undefined, star!));
    const known = revisions[userId]!;
    for (const only of [[userId], [userId, newId()]]) {
      const request = { workspaceId: own.id, only, cursors: { [userId]: known } };
      const { answer } = await sync(own.owner, request);
      expect(answer.scopes).toMatchObject([{ cursor: known + 1, rows: [{ id: star!.args.id }] }]);
    }
  });

  it('of one scope ends its page between revisions as any other', async () => {
    const own = await createWorkspace(server);
    const project = await createProject(own);
    for (let batch = 0; batch < 3; batch++)
      await expectApplied(change(own.owner, own.id, ...newTasks(project, 500)));
    const seen = new Set<string>();
    let cursor = 0;
    for (let more = true; more; ) {
      const { answer } = await sync(own.owner, {
        workspaceId: own.id,
        only: [project],
        cursors: { [project]: cursor },
        logLength: 1,
      });
      for (const { id } of answer.scopes[0]!.rows) seen.add(id);
      cursor = answer.scopes[0]!.cursor;
      more = answer.more;
    }
    expect([seen.size, cursor]).toEqual([1_501, 4]);
  });

  it('brings the scopes that are waited for first, with the keys that theirs lie under, then the rest', async () => {
    const own = await createWorkspace(server);
    const projects = [await createProject(own), await createProject(own), await createProject(own)];
    for (const id of projects) await expectApplied(change(own.owner, own.id, ...newTasks(id, 2)));
    const ask = async (request: Partial<SyncRequest>) =>
      (await sync(own.owner, { workspaceId: own.id, ...request })).answer;
    const whole = await ask({});
    const [, wanted] = projects;
    const first = await ask({ first: [wanted!, newId()] });
    expect(first.scopes.map(({ id, isWhole, rows }) => [id, isWhole, rows.length])).toEqual([
      [own.admins.id, false, 0],
      [own.staff.id, false, 0],
      [wanted, true, 3],
    ]);
    const keysOf = ({ scopes }: SyncAnswer, id: string) => scopes.find((scope) => scope.id === id)!.keys;
    for (const { id } of first.scopes) expect(keysOf(first, id)).toEqual(keysOf(whole, id));
    expect(first).toMatchObject({ log: whole.log, more: true, gone: [] });
    const rest = await ask({ first: [wanted!], cursors: cursorsOf(first), logLength: 1 });
    expect(rest.more).toBe(false);
    expect(new Map([...first.scopes, ...rest.scopes].map((scope) => [scope.id, scope]))).toEqual(
      new Map(whole.scopes.map((scope) => [scope.id, scope])),
    );
    expect(whole.scopes.every(({ isWhole }) => isWhole)).toBe(true);
  });

  it('without a workspace brings the personal scope alone', async () => {
    const answer = await pull({ workspaceId: undefined } as never);
    expect(answer.scopes.map(({ id }) => id)).toEqual([owner.userId]);
    expect(answer.log).toEqual([]);
  });

  it('names scopes that are not there any more', async () => {
    const id = newId();
    expect((await pull({ cursors: { [id]: 4 } })).gone).toEqual([id]);
  });

  it('tells a reader who knows more than there is, as after a restored backup', async () => {
    const answer = await pull({ cursors: { [workspace.staff.id]: 900 } });
    expect(scopeOf(answer, workspace.staff.id)).toMatchObject({ cursor: 1, rows: [] });
  });

  it('needs a session, its workspace in the header, and sense', async () => {
    const bare = httpClient(server.url);
    expect((await bare.call('POST', '/api/sync', { json: { cursors: {}, logLength: 0 } })).status).toBe(401);
    const json = { workspaceId: workspace.id, cursors: {}, logLength: 0 };
    expect((await owner.client.call('POST', '/api/sync', { json })).body).toMatchObject({
      code: 'INVALID_WORKSPACE',
    });
    for (const bad of [
      {},
      { ...json, cursors: { x: 1 } },
      { ...json, cursors: { [newId()]: -1 } },
      { ...json, cursors: { [newId()]: 2 ** 53 } },
      { ...json, logLength: 0.5 },
      { ...json, workspaceId: 'x' },
    ]) {
      const answer = await owner.client.call('POST', '/api/sync', {
        json: bad,
        headers: { 'x-workspace-id': workspace.id },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    }
    expect(await pull({ logLength: 2 ** 40, cursors: { [newId()]: 2 ** 50 } })).toMatchObject({ log: [] });
  });
});

describe('pages', () => {
  /** Pulls until nothing is left. Fails where a revision is split or a row comes twice. */
  async function pullAll(reader: TestAccount, workspaceId: string) {
    const cursors: Record<string, number> = {};
    const seen = new Map<string, number>();
    const pages: SyncAnswer[] = [];
    for (let isMore = true; isMore; ) {
      const { answer } = await sync(reader, { workspaceId, cursors });
      pages.push(answer);
      for (const { id, rows, cursor } of answer.scopes) {
        for (const row of rows) {
          expect(row.revision).toBeGreaterThan(cursors[id] ?? 0);
          expect(row.revision).toBeLessThanOrEqual(cursor);
          expect(seen.has(row.id)).toBe(false);
          seen.set(row.id, row.revision);
        }
        cursors[id] = cursor;
      }
      isMore = answer.more;
      if (isMore) expect(answer.scopes.some(({ rows }) => rows.length > 0)).toBe(true);
    }
    return { seen, pages };
  }

  it('hold about as many rows as the contract says, whole revisions, keys first', async () => {
    const tenant = await createWorkspace(server);
    const project = await createProject(tenant);
    const written: string[] = [];
    for (let batch = 0; batch < 8; batch++) {
      const tasks = newTasks(project, limits.changesPerBatch);
      await expectApplied(change(tenant.owner, tenant.id, ...tasks));
      written.push(...tasks.map(({ args }) => args.id));
    }
    const small = await createProject(tenant);
    const { seen, pages } = await pullAll(tenant.owner, tenant.id);
    for (const id of written) expect(seen.has(id)).toBe(true);
    expect(seen.has(small)).toBe(true);
    const sizes = pages.map(({ scopes }) => scopes.reduce((sum, { rows }) => sum + rows.length, 0));
    expect(pages.length).toBe(2);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(limits.rowsPerPage + limits.changesPerBatch);
    expect(pages[0]!.scopes.slice(0, 2).map(({ kind, keys }) => [kind, keys.length])).toEqual([
      ['admins', 1],
      ['staff', 1],
    ]);
  });

  it('leave no revision out in silence that is too long for any of them', async () => {
    const tenant = await createWorkspace(server);
    const project = await createProject(tenant);
    await expectApplied(change(tenant.owner, tenant.id, ...newTasks(project, limits.changesPerBatch)));
    await expectApplied(change(tenant.owner, tenant.id, ...newTasks(project, 1)));
    await server.services.pool.query('UPDATE task SET revision = 3 WHERE scope_id = $1', [project]);
    for (const only of [[project], [project, newId()]]) {
      const request = { workspaceId: tenant.id, only, cursors: { [project]: 1 } };
      expect((await sync(tenant.owner, request)).status).toBe(500);
    }
  });

  it('end at some bytes too, yet hold at least one revision', async () => {
    const tenant = await createWorkspace(server);
    const project = await createProject(tenant);
    const count = 24;
    for (let at = 0; at < count; at++)
      await expectApplied(change(tenant.owner, tenant.id, ...newTasks(project, 1, 500_000)));
    const { seen, pages } = await pullAll(tenant.owner, tenant.id);
    expect(seen.size).toBe(count + 3);
    expect(pages.length).toBeGreaterThan(1);
    for (const { scopes } of pages) {
      const bytes = scopes.flatMap(({ rows }) => rows).reduce((sum, { sealed }) => sum + sealed.length, 0);
      expect(bytes).toBeLessThan(9 * 1_048_576);
    }
  });

  it('end before the scopes whose keys there is no room for', async () => {
    const tenant = await createWorkspace(server);
    const full = [await createProject(tenant), await createProject(tenant)];
    const { pool } = server.services;
    // Nine rows of a MiB in each.
    await pool.query(
      `INSERT INTO scope_key (scope_id, revision, type, generation, kid, key)
       SELECT id, 1, 'previous', i, i, jsonb_build_object('scopeId', id, 'sealed', text)
       FROM unnest($1::uuid[]) id, generate_series(1, 9) i,
         (SELECT string_agg(md5(n::text), '') AS text FROM generate_series(1, 32768) n) long`,
      [full],
    );
    await pool.query('UPDATE scope SET key_revision = 1 WHERE id = ANY ($1)', [full]);
    const last = await createProject(tenant);
    const { seen, pages } = await pullAll(tenant.owner, tenant.id);
    for (const id of [...full, last]) expect(seen.has(id)).toBe(true);
    const withKeys = pages.map(({ scopes }) =>
      scopes.flatMap(({ id, keys }) => (full.includes(id) ? [keys.length] : [])),
    );
    expect(withKeys.filter((counts) => counts.length > 0)).toEqual([[9], [9]]);
  });
});
