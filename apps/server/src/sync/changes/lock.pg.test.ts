/** A batch that waited for a lock sees the state after it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { createSignedIn } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  createProject,
  createWorkspace,
  newId,
  recordChange,
  send,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { lockScopes } from './lock.ts';

let server: TestServer;
let workspace: TestWorkspace;
let project: string;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  project = await createProject(workspace);
});
afterAll(() => server.stop());

const isWaiting = async () => {
  const { rows } = await server.services.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

it('writes nothing under what it read before an entry of the log cut the scope that it waited for', async () => {
  const task = recordChange('task.create', { scopeId: project });
  const batch = { id: newId(), workspaceId: workspace.id, staffKid: workspace.staff.kid, changes: [task] };
  const other = await server.services.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('UPDATE scope SET cut_seq = 1 WHERE id = $1', [project]);
    await other.query(`UPDATE scope SET kid = 'new', generation = 2 WHERE id = $1`, [workspace.staff.id]);
    const sent = send(workspace.owner, batch);
    while (!(await isWaiting())) await sleep(20);
    await other.query('COMMIT');
    expect((await sent).body.code).toBe('OUTDATED_KEY');
  } finally {
    other.release();
    await server.services.pool.query('UPDATE scope SET kid = $2, generation = 1 WHERE id = $1', [
      workspace.staff.id,
      workspace.staff.kid,
    ]);
  }
  expect((await send(workspace.owner, batch)).status).toBe(200);
});

it('is told of the key and its holders as they are once nobody else holds the scope', async () => {
  const { userId } = workspace.owner;
  const other = await server.services.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query(`UPDATE scope SET access = 'private', generation = 2, kid = 'new' WHERE id = $1`, [
      project,
    ]);
    await other.query(
      `INSERT INTO scope_key (scope_id, revision, type, generation, kid, recipient, recipient_key, key)
       VALUES ($1, 2, 'grant', 2, 'new', $2, 'cert', '{}')`,
      [project, userId],
    );
    const locked = transaction(server.services.db, (tx) =>
      lockScopes(tx, {
        batchId: newId(),
        userId,
        sessionId: '',
        workspaceId: workspace.id,
        scopeIds: [project],
        heldIds: [],
        createdIds: [],
        userIds: [],
        now: server.clock.now(),
      }),
    );
    while (!(await isWaiting())) await sleep(20);
    await other.query('COMMIT');
    const { scopes } = await locked;
    expect(scopes.get(project)).toMatchObject({ generation: 2, kid: 'new', grantees: new Set([userId]) });
  } finally {
    other.release();
  }
});

/** Holds somebody's own scope while a call waits for it, lets `meanwhile` go on with it, and returns the call's answer. */
async function whileHeld<T>(
  userId: string,
  call: () => Promise<T>,
  meanwhile: (other: pg.PoolClient) => Promise<unknown>,
): Promise<T> {
  const other = await server.services.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM scope WHERE id = $1 FOR UPDATE', [userId]);
    const called = call();
    await expect.poll(isWaiting).toBe(true);
    await meanwhile(other);
    await other.query('COMMIT');
    return await called;
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
}

const starsOf = async (userId: string) =>
  (await server.services.pool.query('SELECT FROM star WHERE scope_id = $1', [userId])).rowCount;

it('keeps nothing under keys that a reset took from their session while it waited', async () => {
  const account = await createSignedIn(server);
  const { userId } = account;
  const star = { id: newId(), changes: [recordChange('star.create', { scopeId: userId })] };
  const answer = await whileHeld(
    userId,
    () => send(account, star),
    (other) => other.query("UPDATE session SET former_public_key = '{}' WHERE account_id = $1", [userId]),
  );
  expect(answer.body.code).toBe('NOT_SIGNED_IN');
  expect(await starsOf(userId)).toBe(0);
});

it('leaves no record of an account behind that was being written when it was deleted', async () => {
  const account = await createSignedIn(server);
  const { userId } = account;
  const json = { currentPassword: account.body.password };
  const { status } = await whileHeld(
    userId,
    () => account.client.call('POST', '/api/account/deletion', { json }),
    (other) =>
      other.query(
        `INSERT INTO star (id, scope_id, version, revision, sealed, deleted, created_at, updated_at)
         VALUES (gen_random_uuid(), $1, 1, 1, '', false, now(), now())`,
        [userId],
      ),
  );
  expect(status).toBe(200);
  expect(await starsOf(userId)).toBe(0);
});
