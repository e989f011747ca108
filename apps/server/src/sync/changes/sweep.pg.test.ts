import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace, newId, recordChange, send } from '../../testing/workspaces.ts';
import { batchSweep } from './sweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

it('forgets batches after a season, and none before', async () => {
  const { owner } = await createWorkspace(server);
  const batch = {
    id: newId(),
    changes: [recordChange('profile.create', { id: owner.userId, scopeId: owner.userId })],
  };
  const count = async () => (await server.services.pool.query('SELECT 1 FROM applied_batch')).rows.length;
  await send(owner, batch);
  server.clock.advance(99 * 86_400_000);
  await batchSweep(server.services).run();
  expect(await count()).toBe(2);
  expect((await send(owner, batch)).status).toBe(200);
  server.clock.advance(2 * 86_400_000);
  await batchSweep(server.services).run();
  expect(await count()).toBe(0);
});
