/** A gateway that does not answer, and choices that come at once: what waits holds nothing that others need. */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Payments } from '../../adapters/payments/payments.ts';
import { billingOf, subscriber } from '../../testing/billing.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace } from '../../testing/workspaces.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
let release = () => {};
afterEach(() => release());

/** Lets one of the gateway's calls wait until it is told to go on. */
function hold<K extends 'change' | 'fetch' | 'ensureCustomer'>(name: K) {
  const { payments } = billingOf(server);
  const original = payments[name] as (...parameters: unknown[]) => Promise<unknown>;
  const { promise: held, resolve } = Promise.withResolvers<void>();
  const seen = { calls: 0, underWay: 0, most: 0 };
  payments[name] = (async (...parameters: unknown[]) => {
    seen.calls++;
    seen.most = Math.max(seen.most, ++seen.underWay);
    await held;
    return original(...parameters).finally(() => seen.underWay--);
  }) as Payments[K] & (typeof payments)[K];
  release = () => {
    payments[name] = original as Payments[K] & (typeof payments)[K];
    resolve();
  };
  return seen;
}

/** Counts the connections with a transaction that waits for the server, or for another one. */
async function heldConnections(): Promise<number> {
  const { rowCount } = await server.services.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
     AND (state LIKE 'idle in transaction%' OR wait_event_type = 'Lock')`,
  );
  return rowCount!;
}

it.each([
  ['change', 'PUT', '/plan', { plan: 'basic', interval: 'month' }],
  ['fetch', 'POST', '/refresh', {}],
  ['ensureCustomer', 'POST', '/method', {}],
] as const)(
  'holds no connection while the gateway does not answer (%s)',
  async (name, method, path, json) => {
    const workspace = await createWorkspace(server);
    const { call, addMethod } = subscriber(workspace);
    if (name !== 'ensureCustomer') await addMethod('good');
    const gateway = hold(name);
    const answers = Array.from({ length: 25 }, () => call(method, path, json));
    try {
      await expect.poll(() => gateway.calls).toBe(1);
      // All of them had the time to come as far as they come.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(await heldConnections()).toBe(0);
      expect((await call('GET')).status).toBe(200);
      expect(gateway).toMatchObject({ calls: 1, most: 1 });
    } finally {
      release();
      await Promise.all(answers);
    }
  },
);

it('takes ten choices a minute of a workspace, leads ten times a minute to the gateway, and asks it ten times', async () => {
  const { call, addMethod } = subscriber(await createWorkspace(server));
  await addMethod('good');
  const statuses = async (count: number, ...request: [string, string, object?]) =>
    (await Promise.all(Array.from({ length: count }, () => call(...request)))).map(({ status }) => status);
  const choice = { plan: 'basic', interval: 'month' };
  expect((await statuses(12, 'PUT', '/plan', choice)).filter((status) => status === 429)).toHaveLength(2);
  expect((await statuses(11, 'POST', '/portal')).filter((status) => status === 429)).toHaveLength(2);
  expect((await statuses(12, 'POST', '/refresh')).filter((status) => status === 429)).toHaveLength(2);
});

it('hands the gateway one order after the other', async () => {
  const { addMethod, choose, get } = subscriber(await createWorkspace(server));
  await addMethod('good');
  const gateway = hold('change');
  const answers = Promise.all([choose('basic'), choose('basic')]);
  await expect.poll(() => gateway.calls).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(gateway.calls).toBe(1);
  release();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  expect(await get()).toMatchObject({ plan: 'basic', state: 'active' });
});

it('begins no second order while another process has one, nor for ever after that died', async () => {
  const workspace = await createWorkspace(server);
  const { addMethod, choose } = subscriber(workspace);
  await addMethod('good');
  const orderingUntil = async () =>
    (
      await server.services.pool.query('SELECT ordering_until FROM subscription WHERE workspace_id = $1', [
        workspace.id,
      ])
    ).rows[0].ordering_until;
  const gateway = hold('change');
  const first = choose('basic');
  await expect.poll(() => gateway.calls).toBe(1);
  const until = await orderingUntil();
  expect(until.getTime()).toBeGreaterThan(server.clock.now().getTime());
  release();
  expect((await first).status).toBe(200);
  expect(await orderingUntil()).toBeNull();
  // As another process would have left it.
  await server.services.pool.query('UPDATE subscription SET ordering_until = $2 WHERE workspace_id = $1', [
    workspace.id,
    until,
  ]);
  expect((await choose('standard')).body).toMatchObject({ code: 'THROTTLED', data: { retryAfter: 600 } });
  server.clock.advance(10 * 60_000);
  expect((await choose('standard')).status).toBe(200);
});

it('stores no snapshot over one that came meanwhile', async () => {
  const workspace = await createWorkspace(server);
  const { addMethod, choose, call } = subscriber(workspace);
  await addMethod('good');
  await choose('basic');
  const { payments, sandbox } = billingOf(server);
  const { fetch: fetchSnapshot } = payments;
  let fetches = 0;
  payments.fetch = async (customer) => {
    const snapshot = await fetchSnapshot(customer);
    if (++fetches === 1) {
      await sandbox.change(
        customer,
        { plan: 'enterprise', interval: 'month' },
        { vatPercent: 20, returnUrl: '/' },
      );
      await server.services.pool.query(
        "UPDATE subscription SET plan = 'enterprise' WHERE workspace_id = $1",
        [workspace.id],
      );
    }
    return snapshot;
  };
  try {
    expect((await call('POST', '/refresh')).body).toMatchObject({ plan: 'enterprise' });
  } finally {
    payments.fetch = fetchSnapshot;
  }
  expect(fetches).toBe(2);
});
