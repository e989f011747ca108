import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { createSignedIn } from '../../testing/accounts.ts';
import { startTestServer } from '../../testing/server.ts';
import { createWorkspace } from '../../testing/workspaces.ts';
import { sessionSweep } from './sessionSweep.ts';

const server = await startTestServer();
afterAll(() => server.stop());

const tables = ['one_time_password', 'email_change', 'recovery', 'cancellation'] as const;

it('keeps nothing that was mailed to an address once it is over', async () => {
  const { db, pool } = server.services;
  const account = (await createSignedIn(server)).body.userId;
  const workspace = await createWorkspace(server);
  const email = 'jana@example.org';
  const insert = (table: string, row: Record<string, unknown>) =>
    pool.query(
      `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    );
  const expires_at = new Date(server.clock.now().getTime() + 60_000);
  const hash = randomBytes(32);
  await insert('one_time_password', { email, hash, mailed_at: server.clock.now(), expires_at });
  await insert('email_change', { account_id: account, email, code_hash: hash, expires_at });
  await insert('recovery', { id: randomUUID(), state_hash: hash, code_hash: hash, expires_at });
  const ids = { id: randomUUID(), workspace_id: workspace.id };
  await insert('cancellation', { ...ids, email, token_hash: hash, expires_at });

  const counts = () =>
    Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
  await sessionSweep(server.services).run();
  expect(await counts()).toEqual([1, 1, 1, 1]);
  server.clock.advance(86_400_000);
  await sessionSweep(server.services).run();
  expect(await counts()).toEqual([0, 0, 0, 0]);
});
