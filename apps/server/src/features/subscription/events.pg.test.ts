import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxMethod } from '../../adapters/payments/sandbox/model.ts';
import { billingOf, subscriber } from '../../testing/billing.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace, type TestWorkspace } from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const minute = 60_000;
const post = (body: string | null, headers: Record<string, string>) =>
  fetch(`${server.url}/api/payments/events`, { method: 'POST', body, headers }).then(({ status }) => status);
const eventAbout = (of: TestWorkspace, age = 0) =>
  billingOf(server).sandbox.eventAbout(`cus_${of.id}`, new Date(server.clock.now().getTime() - age));
const send = async (of: TestWorkspace, age = 0) => {
  const { body, headers } = eventAbout(of, age);
  return post(body, headers);
};

/** Compares the row with what the gateway says. */
async function expectEqual(of: TestWorkspace): Promise<void> {
  const { rows } = await server.services.pool.query(`SELECT * FROM subscription WHERE workspace_id = $1`, [
    of.id,
  ]);
  const { subscription } = (await subscriber(of).snapshot())!;
  expect({
    status: rows[0].status,
    plan: rows[0].plan,
    periodEnd: rows[0].period_end.getTime(),
    isCanceled: rows[0].is_canceled,
  }).toEqual({
    status: subscription!.status,
    plan: subscription!.plan,
    periodEnd: subscription!.periodEnd,
    isCanceled: subscription!.isCanceled,
  });
}

it('takes an event that the gateway signed just now, and no other', async () => {
  const { addMethod, choose, get } = subscriber(workspace);
  await addMethod('good');
  await choose('standard');
  const { sandbox } = billingOf(server);
  await sandbox.change(
    `cus_${workspace.id}`,
    { plan: 'enterprise', interval: 'month' },
    { vatPercent: 0, returnUrl: '/' },
  );
  const { body, headers } = eventAbout(workspace);
  const signature = headers['sandbox-signature']!;
  const flipped = signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await post(body, { 'content-type': 'application/json' })).toBe(400);
  expect(await post(body, { ...headers, 'sandbox-signature': flipped })).toBe(400);
  expect(await post(`${body} `, headers)).toBe(400);
  const { 'content-type': _, ...unnamed } = headers;
  for (const empty of [unnamed, { 'sandbox-signature': `t=1,v1=${'0'.repeat(64)}` }])
    expect(await post(null, empty)).toBe(400);
  expect(await post(body, { ...headers, 'sandbox-signature': signature.replace('v1', 'v0') })).toBe(400);
  expect(await send(workspace, 10 * minute)).toBe(400);
  expect(await send(workspace, -10 * minute)).toBe(400);
  expect(await get()).toMatchObject({ plan: 'standard' });
  expect(await send(workspace)).toBe(200);
  expect(await get()).toMatchObject({ plan: 'enterprise' });
});

it('ends in the state of the gateway, however often and in whatever order events come', async () => {
  const { sandbox } = billingOf(server);
  const customer = `cus_${workspace.id}`;
  const late: ReturnType<typeof eventAbout>[] = [];
  for (const plan of ['basic', 'enterprise', 'professional', 'enterprise'] as const) {
    late.push(eventAbout(workspace));
    await sandbox.change(customer, { plan, interval: 'month' }, { vatPercent: 0, returnUrl: '/' });
  }
  await sandbox.cancel(customer);
  const ten = Array.from({ length: 10 }, () => eventAbout(workspace));
  const all = [...ten, ...late.reverse()].map(({ body, headers }) => post(body, headers));
  expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
  await expectEqual(workspace);
  expect(await subscriber(workspace).get()).toMatchObject({ state: 'canceled' });
});

it('does nothing to another workspace, and nothing for a customer that is none', async () => {
  const other = await createWorkspace(server);
  await subscriber(other).addMethod('good');
  await subscriber(other).choose('basic');
  expect(await send(workspace)).toBe(200);
  await expectEqual(other);
  const { sandbox } = billingOf(server);
  const { body, headers } = sandbox.eventAbout('cus_nobody');
  expect(await post(body, headers)).toBe(200);
});

it('deletes nothing because of an event: a subscription that ended by itself keeps its data', async () => {
  const third = await createWorkspace(server);
  const { addMethod, choose, get, days, snapshot } = subscriber(third);
  await addMethod('good');
  await choose('basic');
  await billingOf(server).sandbox.cancel(`cus_${third.id}`);
  await days(72);
  const kept = { deletionAt: null, deletionIfCanceled: null };
  expect(await get()).toMatchObject({ state: 'ended', access: 'closed', ...kept });
  expect((await snapshot())!.subscription!.status).toBe('ended');
});

it('hears in the night what was lost by day', async () => {
  const fourth = await createWorkspace(server);
  const { addMethod, choose, get, days } = subscriber(fourth);
  await addMethod('good');
  await choose('basic');
  const { sandbox } = billingOf(server);
  await sandbox.change(
    `cus_${fourth.id}`,
    { plan: 'standard', interval: 'year' },
    { vatPercent: 0, returnUrl: '/' },
  );
  expect(await get()).toMatchObject({ plan: 'basic' });
  await days(1);
  expect(await get()).toMatchObject({ plan: 'standard', interval: 'year' });
});

it('charges the VAT that follows from the record of that day', async () => {
  const of = await createWorkspace(server);
  const { addMethod, choose, days, snapshot } = subscriber(of);
  await addMethod('good');
  await choose('basic');
  const json = {
    company: 'Brandt',
    addressLine1: 'Weg 1',
    addressLine2: '',
    postalCode: '80331',
    city: 'München',
    country: 'de',
    vatId: 'DE123456788',
    email: 'office@brandt.example',
    language: 'de',
    was: null,
  };
  const stored = await of.owner.client.call('PUT', `/api/workspaces/${of.id}/billing-record`, { json });
  expect(stored.status).toBe(200);
  expect((await snapshot())!.subscription!.vatPercent).toBe(0);
  await days(32);
  expect((await snapshot())!.invoices.map(({ vatCents }) => vatCents)).toEqual([380, 0]);
});

it('is at one with the gateway after a cancellation and a renewal at one moment', async () => {
  const fifth = await createWorkspace(server);
  const { addMethod, choose, cancel, get } = subscriber(fifth);
  await addMethod('good');
  await choose('basic');
  const { sandbox } = billingOf(server);
  const { periodEnd, now } = await get();
  await sandbox.advance(Math.ceil((periodEnd! - now) / 86_400_000));
  const answers = await Promise.all([cancel(), send(fifth), send(fifth), cancel(), send(fifth)]);
  expect(answers.filter((answer) => typeof answer === 'object').map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  await expectEqual(fifth);
  const after = await get();
  expect(after.state).toBe('canceled');
  expect(after.deletionAt).toBe(after.periodEnd! + 30 * 86_400_000);
});

/** Lets the database die for all who are connected. */
const killConnections = () =>
  server.services.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );

/** Counts the connections that wait for a lock. */
const waitingForLocks = async () =>
  (
    await server.services.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount;

it('takes an event again whose database died in its midst, and is at one with the gateway then', async () => {
  const sixth = await createWorkspace(server);
  const { addMethod, choose, get } = subscriber(sixth);
  await addMethod('good');
  await choose('basic');
  const { sandbox, payments } = billingOf(server);
  await sandbox.change(
    `cus_${sixth.id}`,
    { plan: 'enterprise', interval: 'year' },
    { vatPercent: 0, returnUrl: '/' },
  );
  const { fetch: fetchSnapshot } = payments;
  const other = await server.services.pool.connect();
  // Nothing of the snapshot is stored until the row is free, which it is never again.
  payments.fetch = async (customer) => {
    await other.query('BEGIN');
    await other.query('SELECT FROM subscription WHERE workspace_id = $1 FOR UPDATE', [sixth.id]);
    return fetchSnapshot(customer);
  };
  try {
    const status = send(sixth);
    await expect.poll(() => waitingForLocks()).toBe(1);
    await killConnections();
    expect(await status).toBeGreaterThanOrEqual(500);
  } finally {
    payments.fetch = fetchSnapshot;
    other.release(true);
  }
  // Connections that broke may still be handed out once; gateways send until they are answered.
  await expect.poll(get).toMatchObject({ plan: 'basic', interval: 'month' });
  await expect.poll(() => send(sixth)).toBe(200);
  await expectEqual(sixth);
  expect(await get()).toMatchObject({ plan: 'enterprise', interval: 'year' });
});

it('finds the customer again that was made and not stored, and makes no second one', async () => {
  const seventh = await createWorkspace(server);
  const { addMethod, call, choose, get } = subscriber(seventh);
  const { payments } = billingOf(server);
  const { ensureCustomer } = payments;
  payments.ensureCustomer = async (...parameters) => {
    await ensureCustomer(...parameters);
    throw new Error('died before it was stored');
  };
  try {
    expect((await call('POST', '/method')).status).toBeGreaterThanOrEqual(500);
  } finally {
    payments.ensureCustomer = ensureCustomer;
  }
  await expect.poll(async () => (await call('POST', '/method')).status).toBe(200);
  await addMethod('good');
  await choose('basic');
  expect(await get()).toMatchObject({ plan: 'basic', state: 'active' });
  const { rows } = await server.services.pool.query(
    `SELECT ref FROM sandbox_customer WHERE ref LIKE '%' || $1 || '%'`,
    [seventh.id],
  );
  expect(rows).toHaveLength(1);
});

it('finds in the night who paid first after the backup that was put back, and makes nobody a customer', async () => {
  const [of, other] = [await createWorkspace(server), await createWorkspace(server)];
  const { addMethod, choose, get, days } = subscriber(of);
  const rowOf = `subscription WHERE workspace_id = $1`;
  const { pool } = server.services;
  const backup = (await pool.query(`SELECT * FROM ${rowOf}`, [of.id])).rows[0];
  await addMethod('good');
  await choose('basic');
  await pool.query(`DELETE FROM ${rowOf}`, [of.id]);
  await pool.query('INSERT INTO subscription SELECT * FROM jsonb_populate_record(NULL::subscription, $1)', [
    JSON.stringify(backup),
  ]);
  expect(await get()).toMatchObject({ state: 'trial', method: null });
  await days(1);
  expect(await get()).toMatchObject({ state: 'active', plan: 'basic', method: { type: 'card' } });
  expect(await subscriber(other).snapshot()).toBeUndefined();
});

it('lets a workspace pay again whose customer the gateway has no more, which a backup brought back', async () => {
  const of = await createWorkspace(server);
  const { addMethod, choose, call, get, cancel } = subscriber(of);
  await addMethod('good');
  await choose('basic');
  const { payments } = billingOf(server);
  await payments.forget(of.id, `cus_${of.id}`);
  expect((await call('POST', '/method')).status).toBe(200);
  // What was paid for lasts to its end, and nobody has cancelled it.
  expect(await get()).toMatchObject({ state: 'canceled', access: 'full', method: null, deletionAt: null });
  expect((await cancel()).status).not.toBe(200);
  await addMethod('sepa');
  await choose('standard');
  expect(await get()).toMatchObject({ state: 'active', plan: 'standard', method: { type: 'sepa' } });
  await expectEqual(of);
});

it('shows its page to nobody who does not know the address', async () => {
  const { status } = await httpClient(server.url).call('GET', '/sandbox/0000');
  expect(status).toBe(404);
});

it.each<[string, { host?: string; remoteAddress?: string }]>([
  ['under another name', { host: 'kontor.example.org' }],
  ['from another machine', { remoteAddress: '203.0.113.9' }],
])('lets nobody who comes %s move its clock, nor shows it to them', async (_, { host, remoteAddress }) => {
  const { call } = subscriber(await createWorkspace(server));
  const { body } = await call<{ url: string }>('POST', '/method');
  const visit = async (method: 'GET' | 'POST', payload?: string) =>
    server.app.inject({
      method,
      url: new URL(body.url).pathname,
      ...(payload && { payload }),
      ...(remoteAddress && { remoteAddress }),
      headers: {
        host: host ?? new URL(server.url).host,
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
  const before = await billingOf(server).payments.now();
  await visit('POST', 'days=1');
  expect(await billingOf(server).payments.now()).toEqual(before);
  expect((await visit('GET')).body).toContain('Payment method');
  expect((await visit('GET')).body).not.toContain('name="days"');
});

it('lets whoever sits at this machine move its clock', async () => {
  const { call } = subscriber(await createWorkspace(server));
  const { body } = await call<{ url: string }>('POST', '/method');
  const path = new URL(body.url).pathname;
  const before = await billingOf(server).payments.now();
  expect((await httpClient(server.url).call<string>('GET', path)).body).toContain('name="days"');
  await httpClient(server.url).call('POST', path, { form: { days: '1' } });
  expect((await billingOf(server).payments.now()).getTime()).toBe(before.getTime() + 86_400_000);
});

it.each(['toString', '__proto__', 'constructor'])('takes no %s for a way to pay', async (name) => {
  const { addMethod, get } = subscriber(await createWorkspace(server));
  await addMethod(name as SandboxMethod);
  expect((await get()).method).toBeNull();
});
