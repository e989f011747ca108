/** Two tabs of a newcomer, who compares the words of the workspace in one of them. */
import type { Account } from '@kontor/contract/wire/account';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createActor } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';
import { createCustomer, teamOf } from './team.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { BILLING: 'none' } });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.stop();
});

it('sends what waited for the words where another tab leads than the one in which they were compared', async () => {
  const [ada, ben] = await Promise.all(
    ['Ada', 'Ben'].map((firstName) => createActor(server.url, { firstName })),
  );
  const id = await ada!.createWorkspace();
  const customerId = await createCustomer(ada!, id);
  await (await ada!.open(id)).outbox.sent();
  const { publicKey: cert } = await ben!.device.http.json<Account>('/api/account');
  const words = (await ben!.device.vault.sixWords()).join(' ');
  await (await teamOf(ada!, id)).confirm({ type: 'add', cert, role: 'ADMIN' }, words);

  const second = ben!.device.restarted();
  await second.session.refresh();
  // Workspaces hear of each other in browsers alone.
  vi.stubGlobal('window', {});
  const leading = await ben!.open(id);
  const other = await second.session.workspaces.open(id);
  leading.update('customer', customerId, { name: 'Haus Ast & Söhne' });
  await expect.poll(() => leading.outbox.status.get().waiting).toBe(1);
  expect([leading, other].map(({ confirmed }) => confirmed.get())).toEqual([false, false]);

  await other.confirm((await other.words()).head);
  await expect.poll(() => leading.confirmed.get()).toBe(true);
  await leading.outbox.sent();
  expect(leading.outbox.failed.get()).toEqual([]);
  await second.session.workspaces.close();
  await Promise.all([ada, ben].map((actor) => actor!.session.signOut({ discard: true })));
});
