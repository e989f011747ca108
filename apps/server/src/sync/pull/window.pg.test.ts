/**
 * Windowed scopes: the newest rows come by themselves, older ones by pages of history. Here projects are windowed, and
 * their tables keep what such a table keeps.
 */
import { livesIn } from '@kontor/contract/entity/placement';
import type { ScopeKind } from '@kontor/contract/entity/scopeKind';
import { entityNames, entityOf } from '@kontor/contract/nouns/entities';
import { limits } from '@kontor/contract/wire/protocol';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { decodeSync } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tableOf } from '../../db/columns.ts';
import type { TestAccount } from '../../testing/accounts.ts';
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
import { windowBelow } from './window.ts';

vi.mock('@kontor/contract/entity/scopeKind', async (load) => {
  const real = await load<typeof import('@kontor/contract/entity/scopeKind')>();
  return { ...real, isWindowed: (kind: ScopeKind) => kind === 'project' || real.isWindowed(kind) };
});

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  const inProjects = entityNames.filter((name) => livesIn(entityOf(name), 'project'));
  for (const table of inProjects.map(tableOf))
    await server.alter(
      `ALTER TABLE ${table} ADD COLUMN created_revision bigint NOT NULL;
       CREATE INDEX ${table}_window ON ${table} (scope_id, created_revision)`,
    );
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const pull = async (
  request: Partial<SyncRequest> = {},
): Promise<SyncAnswer['scopes'][number] | undefined> => {
  const { status, answer, error } = await sync(workspace.owner, { workspaceId: workspace.id, ...request });
  expect(status, JSON.stringify(error)).toBe(200);
  return answer.scopes.find(({ kind }) => kind === 'project');
};

async function history(
  account: TestAccount,
  body: object,
): Promise<{ status: number; scope?: SyncAnswer['scopes'][number]; code?: string }> {
  const cookie = [...account.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${account.client.url}/api/history`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', 'x-workspace-id': workspace.id },
    body: JSON.stringify({ workspaceId: workspace.id, before: 1_000, limit: 100, ...body }),
  });
  if (answer.status !== 200)
    return { status: answer.status, code: ((await answer.json()) as { code: string }).code };
  const { scopes, gone, more, log } = decodeSync(new Uint8Array(await answer.arrayBuffer()));
  expect([scopes.length, gone, more, log]).toEqual([1, [], false, []]);
  return { status: 200, scope: scopes[0]! };
}

/** Makes a project with tasks, so many a revision. */
async function room(revisions: number, each: number) {
  const id = await createProject(workspace);
  const tasks = [];
  for (let n = 0; n < revisions; n++) {
    const made = Array.from({ length: each }, () => recordChange('task.create', { scopeId: id }));
    await expectApplied(change(workspace.owner, workspace.id, ...made));
    tasks.push(...made);
  }
  return { id, tasks };
}

const created = (scope: SyncAnswer['scopes'][number]) => scope.rows.map((row) => row.createdRevision!);

describe('a windowed scope', () => {
  it('begins with its head; every page of history lies before, down to the start', async () => {
    const { id, tasks } = await room(50, 7);
    const head = (await pull({ only: [id] }))!;
    // The project itself is of revision 1, the tasks of 2 to 51.
    const from = 51 - Math.ceil(limits.headRows / 7) + 1;
    expect(head).toMatchObject({ cursor: 51, isWhole: true, window: { from, isStart: false } });
    // The record that heads the scope comes whatever the window.
    const [first, ...rest] = head.rows.toSorted((a, b) => a.createdRevision! - b.createdRevision!);
    expect(first).toMatchObject({ entity: 'project', id, createdRevision: 1 });
    expect(rest.length).toBe((51 - from + 1) * 7);
    expect(rest[0]!.createdRevision).toBe(from);
    const seen = new Map(rest.map((row) => [row.id, row.createdRevision]));
    let before = from;
    for (let isStart = false; !isStart; ) {
      const { scope } = await history(workspace.owner, { scopeId: id, before, limit: 40 });
      expect(created(scope!).every((each) => each >= scope!.window!.from && each < before)).toBe(true);
      for (const row of scope!.rows) expect(seen.has(row.id)).toBe(false);
      for (const row of scope!.rows) seen.set(row.id, row.createdRevision);
      ({ from: before, isStart } = scope!.window!);
    }
    expect(seen.size).toBe(tasks.length + 1);
    expect(tasks.map(({ args }) => seen.get(args.id))).toEqual(tasks.map((_, n) => 2 + Math.floor(n / 7)));
  });

  it('tells of changes above the cursor, of rows outside of the window too, which stay where they are', async () => {
    const { id, tasks } = await room(40, 10);
    const { cursor } = (await pull({ only: [id] }))!;
    const { args } = tasks[0]!;
    await expectApplied(
      change(workspace.owner, workspace.id, recordChange('task.update', { ...args, version: 2 })),
    );
    await expectApplied(change(workspace.owner, workspace.id, recordChange('task.create', { scopeId: id })));
    for (const only of [[id], [id, newId()]]) {
      const scope = (await pull({ only, cursors: { [id]: cursor } }))!;
      expect(scope.rows.map(({ version, createdRevision }) => [version, createdRevision])).toEqual([
        [2, 2],
        [1, cursor + 2],
      ]);
      expect(scope.window).toEqual({ from: cursor + 1, isStart: false });
    }
    await expectApplied(
      change(workspace.owner, workspace.id, recordChange('task.delete', { ...args, version: 3 })),
    );
    const scope = (await pull({ only: [id], cursors: { [id]: cursor + 2 } }))!;
    expect(scope.rows).toMatchObject([{ id: args.id, deleted: true, createdRevision: 2 }]);
  });

  it('puts what lies in a record where that stands, on the fast path and on the slow one', async () => {
    const { id, tasks } = await room(3, 1);
    const parentId = tasks[0]!.args.id;
    const subtask = (of: string) => recordChange('task.create', { scopeId: id, refs: { parentId: of } });
    const [late, parent] = [subtask(parentId), recordChange('task.create', { scopeId: id })];
    const beside = subtask(parent.args.id);
    const moved = recordChange('task.update', { ...parent.args, version: 2, refs: { parentId } });
    await expectApplied(change(workspace.owner, workspace.id, late));
    await expectApplied(change(workspace.owner, workspace.id, parent, beside));
    await expectApplied(change(workspace.owner, workspace.id, subtask(parentId), moved));
    const { rows } = (await pull({ only: [id] }))!;
    const places = new Map(rows.map((row) => [row.id, row.createdRevision]));
    expect([late, parent, beside].map(({ args }) => places.get(args.id))).toEqual([2, 6, 6]);
    expect(rows.map(({ createdRevision }) => createdRevision!).sort()).toEqual([1, 2, 2, 2, 3, 4, 6, 6]);
  });

  it('leaves out what came in a long absence, but for the newest and what is named as unread', async () => {
    const { id, tasks } = await room(2, 3);
    const { cursor } = (await pull({ only: [id] }))!;
    for (let n = 0; n < 3; n++)
      await expectApplied(
        change(
          workspace.owner,
          workspace.id,
          ...Array.from({ length: 400 }, () => recordChange('task.create', { scopeId: id })),
        ),
      );
    const { args } = tasks[0]!;
    await expectApplied(
      change(workspace.owner, workspace.id, recordChange('task.update', { ...args, version: 2 })),
    );
    const cursors = { [id]: cursor };
    const all = async (request: Partial<SyncRequest>) => {
      const first = (await pull({ only: [id, newId()], cursors, ...request }))!;
      const rows = [...first.rows];
      for (let scope = first; !scope.isWhole; rows.push(...scope.rows))
        scope = (await pull({ only: [id, newId()], cursors: { [id]: scope.cursor } }))!;
      return { window: first.window, created: new Set(rows.map((row) => row.createdRevision)) };
    };
    expect(await all({})).toEqual({
      window: { from: cursor + 3, isStart: false },
      created: new Set([cursor + 3, 2]),
    });
    expect(await all({ from: { [id]: cursor + 2 } })).toEqual({
      window: { from: cursor + 2, isStart: false },
      created: new Set([cursor + 2, cursor + 3, 2]),
    });
  });

  it('is whole at once where it is small', async () => {
    const { id } = await room(2, 2);
    expect(await pull({ only: [id] })).toMatchObject({
      isWhole: true,
      window: { from: 1, isStart: true },
      rows: { length: 5 },
    });
    const { scope } = await history(workspace.owner, { scopeId: id, before: 1 });
    expect(scope).toMatchObject({ rows: [], window: { from: 0, isStart: true } });
  });

  it('holds all that stands in its history, however much lies in one record', async () => {
    const { id, tasks } = await room(1, 1);
    const refs = { parentId: tasks[0]!.args.id };
    for (const count of [600, 600, 1])
      await expectApplied(
        change(
          workspace.owner,
          workspace.id,
          ...Array.from({ length: count }, () => recordChange('task.create', { scopeId: id, refs })),
        ),
      );
    const after = recordChange('task.create', { scopeId: id });
    await expectApplied(change(workspace.owner, workspace.id, after));
    const { scope } = await history(workspace.owner, { scopeId: id });
    expect(scope).toMatchObject({ isWhole: true, window: { from: 2, isStart: false } });
    expect(new Set(scope!.rows.map((row) => row.id)).size).toBe(1_203);
    expect(scope!.rows.some((row) => row.id === after.args.id)).toBe(true);
  });

  it('shows its history to whoever reads it, and to nobody else', async () => {
    const { id } = await room(1, 1);
    const other = await createWorkspace(server);
    const ask = async (account: TestAccount, body: object) => {
      const { status, code } = await history(account, body);
      return code ?? status;
    };
    expect(await ask(workspace.owner, { scopeId: id })).toBe(200);
    expect(await ask(workspace.owner, { scopeId: newId() })).toBe('NOT_FOUND');
    // Not windowed, and not of the workspace.
    expect(await ask(workspace.owner, { scopeId: workspace.staff.id })).toBe('NOT_FOUND');
    expect(await ask(workspace.owner, { scopeId: workspace.owner.userId })).toBe('NOT_FOUND');
    expect(await ask(other.owner, { scopeId: id })).toBe('NOT_FOUND');
    expect(await ask(other.owner, { scopeId: id, workspaceId: other.id })).toBe('INVALID_WORKSPACE');
    for (const bad of [
      { before: 0 },
      { limit: 0 },
      { limit: limits.historyRows + 1 },
      { limit: 0.5 },
      { scopeId: 'x' },
    ])
      expect(await ask(workspace.owner, { scopeId: id, ...bad })).toBe('BAD_INPUT');
  });
});

describe('a page of history', () => {
  const row = (at: number, size = 1) => ({ created: at, size });

  it('ends between revisions, at its number of rows or at its bytes', () => {
    expect(windowBelow([row(9), row(8), row(7)], 2, 100)).toEqual({ from: 8, isStart: false });
    expect(windowBelow([row(9), row(8)], 2, 100)).toEqual({ from: 0, isStart: true });
    expect(windowBelow([row(9), row(8), row(8)], 2, 100)).toEqual({ from: 8, isStart: false });
    expect(windowBelow([row(9, 60), row(8, 60)], 5, 100)).toEqual({ from: 9, isStart: false });
    expect(windowBelow([row(9, 200)], 5, 100)).toEqual({ from: 0, isStart: true });
    expect(windowBelow([], 5, 100)).toEqual({ from: 0, isStart: true });
  });
});
