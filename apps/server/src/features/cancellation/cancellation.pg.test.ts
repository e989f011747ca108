/** Cancelling without a session: who gets a link, what it does, and what nobody learns. */
import type { Cancellation } from '@kontor/contract/wire/cancellation';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashToken } from '../../http/session.ts';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { subscriber } from '../../testing/billing.ts';
import { httpClient } from '../../testing/httpClient.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace, enrol, type TestWorkspace } from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
  await subscriber(workspace).addMethod('good');
  await subscriber(workspace).choose('standard');
});
afterAll(() => server.stop());

const ask = (email: string) =>
  httpClient(server.url).call('POST', '/api/cancellations', { json: { email, language: 'de' } });
const send = (step: 'check' | 'confirm', token: string) =>
  httpClient(server.url).call<Cancellation & { code?: string }>('POST', `/api/cancellations/${step}`, {
    json: { token },
  });

/** Returns the secrets that were mailed to an address, newest first. */
const tokensOf = async (email: string) =>
  (await server.mailbox.list())
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => [...text.matchAll(/\/cancel#([\w-]{43})/g)].map(([, token]) => token!));

it('answers the same whether the address is known, and mails a link only then', async () => {
  const { email } = workspace.owner.body;
  const stranger = 'nobody@example.org';
  const [known, unknown] = [await ask(email), await ask(stranger)];
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  expect(await tokensOf(email)).toHaveLength(1);
  expect((await server.mailbox.list()).filter(({ to }) => to === stranger)).toEqual([]);
});

it('mails the address of the invoices, too', async () => {
  await server.services.pool.query(
    `INSERT INTO billing_record VALUES ($1, 'Brandt', 'Werkstraße 5', '', '5020', 'Salzburg', 'at', '', 'office@brandt.example', 'de', 'none')`,
    [workspace.id],
  );
  await ask('office@brandt.example');
  expect(await tokensOf('office@brandt.example')).toHaveLength(1);
});

it('is confirmed with the link alone, once, and says so by mail', async () => {
  const [token] = await tokensOf('office@brandt.example');
  const { body: before } = await send('check', token!);
  expect(before).toMatchObject({ workspace: 'Alder & Sons', isCanceled: false });
  expect(before.deletionAt! - before.endsAt!).toBe(30 * 86_400_000);
  expect(await subscriber(workspace).get()).toMatchObject({ state: 'active' });

  const after = [await send('confirm', token!), await send('confirm', token!)];
  for (const { body } of after) expect(body).toEqual({ ...before, isCanceled: true });
  expect(await subscriber(workspace).get()).toMatchObject({
    state: 'canceled',
    deletionAt: before.deletionAt,
  });
  const confirmations = (await server.mailbox.list()).filter(({ subject }) =>
    subject.includes('ist gekündigt'),
  );
  expect(confirmations).toMatchObject([{ to: 'office@brandt.example' }]);
});

const pay = ({ id }: TestWorkspace) =>
  server.services.pool.query(
    `UPDATE subscription SET status = 'active', plan = 'standard', period_end = now() + interval '60 days',
     subscription_ref = 'sub_' || workspace_id WHERE workspace_id = $1`,
    [id],
  );

it('mails no link on trial, and cancels nothing once the operator gave the plan', async () => {
  const free = await createWorkspace(server);
  const { email } = free.owner.body;
  const nothing = { endsAt: null, deletionAt: null, isCanceled: false, readOnlyFrom: null };
  await ask(email);
  expect(await tokensOf(email)).toEqual([]);
  await pay(free);
  await ask(email);
  const [token] = await tokensOf(email);
  await server.services.pool.query(
    `UPDATE subscription SET subscription_ref = NULL, is_canceled = true WHERE workspace_id = $1`,
    [free.id],
  );
  expect((await send('check', token!)).body).toMatchObject(nothing);
  expect((await send('confirm', token!)).body).toMatchObject(nothing);
});

it('mails one mail, however many name the address, and its own workspace in it', async () => {
  const naming = await Promise.all(Array.from({ length: 20 }, () => createWorkspace(server)));
  const own = await createWorkspace(server);
  const { email } = own.owner.body;
  for (const workspace of [...naming, own]) await pay(workspace);
  await server.services.pool.query(
    `INSERT INTO billing_record SELECT id, 'X', 'Y', '', '5020', 'Z', 'at', '', $2, 'de', 'none' FROM workspace WHERE id = ANY ($1)`,
    [naming.map(({ id }) => id), email],
  );
  await ask(email);
  const mails = (await server.mailbox.list()).filter(({ to, text }) => to === email && text.includes('#'));
  expect(mails.map(({ subject }) => subject)).toEqual(['Abonnement kündigen']);
  const tokens = await tokensOf(email);
  expect(tokens).toHaveLength(20);
  const { rows } = await server.services.pool.query(
    'SELECT token_hash FROM cancellation WHERE workspace_id = $1',
    [own.id],
  );
  expect(rows.map(({ token_hash }) => token_hash)).toEqual([hashToken(tokens[0]!)]);
});

it('refuses a wrong link, and an old one', async () => {
  const [token] = await tokensOf('office@brandt.example');
  const wrong = token!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
  expect((await send('check', wrong)).body.code).toBe('INVALID_CODE');
  server.clock.advance(25 * 3_600_000);
  for (const step of ['check', 'confirm'] as const)
    expect((await send(step, token!)).body.code).toBe('INVALID_CODE');
});

it('bounds the mails to an address', async () => {
  const { email } = workspace.owner.body;
  const statuses = [];
  for (let i = 0; i < 7; i++) statuses.push((await ask(email)).status);
  expect(statuses.at(-1)).toBe(429);
});

/** Stores a billing record with an address, upon what stands there. */
async function storeRecord(
  { client }: TestAccount,
  { id }: TestWorkspace,
  more: { email: string; city?: string },
) {
  const path = `/api/workspaces/${id}/billing-record`;
  const { body: was } = await client.call('GET', path);
  const json = {
    company: 'Alder',
    addressLine1: 'Lindengasse 7',
    addressLine2: '',
    postalCode: '1070',
    city: 'Wien',
    country: 'at',
    vatId: '',
    language: 'en',
    ...more,
    was,
  };
  const { body } = await client.call<{ email: string; city: string }>('PUT', path, { json });
  return [body.email, body.city];
}
const freshAddress = () => `office-${random(9).toLowerCase().replaceAll(/[-_]/g, 'x')}@alder.example`;
async function payingWorkspace(): Promise<TestWorkspace> {
  const paying = await createWorkspace(server);
  await subscriber(paying).addMethod('good');
  await subscriber(paying).choose('standard');
  return paying;
}

it('mails nobody a link who was locked and names themselves for the invoices', async () => {
  const tenant = await payingWorkspace();
  const [owners, office] = [tenant.owner.body.email, freshAddress()];
  const locked = await createSignedIn(server);
  await enrol(tenant, locked, { role: 'ADMIN', status: 'LOCKED' });
  const { email } = locked.body;
  const { cancel } = subscriber(tenant, locked);
  expect((await cancel()).status).toBe(403);
  // What a record needs to be paid by, they may fill in.
  expect(await storeRecord(locked, tenant, { email })).toEqual([owners, 'Wien']);
  expect(await storeRecord(tenant.owner, tenant, { email: office })).toEqual([office, 'Wien']);
  expect(await storeRecord(locked, tenant, { email, city: 'Linz' })).toEqual([office, 'Linz']);
  await ask(email);
  expect(await tokensOf(email)).toEqual([]);
  await enrol(tenant, locked, { role: 'ADMIN' });
  expect(await storeRecord(locked, tenant, { email })).toEqual([email, 'Wien']);
});

it('ends a link with the right of its address: another one for the invoices, another owner’s', async () => {
  const tenant = await payingWorkspace();
  const admin = await createSignedIn(server);
  await enrol(tenant, admin, { role: 'ADMIN' });
  const { email: left } = admin.body;
  const { email: owners } = tenant.owner.body;
  await storeRecord(admin, tenant, { email: left });
  for (const email of [left, owners]) await ask(email);
  const [[token], [ownersToken]] = [await tokensOf(left), await tokensOf(owners)];
  expect((await send('check', token!)).status).toBe(200);
  await storeRecord(tenant.owner, tenant, { email: freshAddress() });
  for (const step of ['check', 'confirm'] as const)
    expect((await send(step, token!)).body.code).toBe('INVALID_CODE');
  expect((await send('check', ownersToken!)).status).toBe(200);
  await server.services.pool.query('UPDATE account SET email = $2 WHERE id = $1', [
    tenant.owner.userId,
    freshAddress(),
  ]);
  expect((await send('confirm', ownersToken!)).body.code).toBe('INVALID_CODE');
  expect(await subscriber(tenant).get()).toMatchObject({ state: 'active' });
});

it('says that a payment is missing, on the page, by mail and in the list of workspaces, once it is cancelled too', async () => {
  const unpaid = await createWorkspace(server);
  const { addMethod, choose, days, get } = subscriber(unpaid);
  await addMethod('good');
  await choose('basic');
  await addMethod('declined');
  await days(32);
  const { state, pastDueSince } = await get();
  expect(state).toBe('pastDue');
  const { email } = unpaid.owner.body;
  await ask(email);
  const [token] = await tokensOf(email);
  const readOnlyFrom = pastDueSince! + 14 * 86_400_000;
  expect((await send('check', token!)).body).toMatchObject({ isCanceled: false, readOnlyFrom });
  expect((await send('confirm', token!)).body).toMatchObject({ isCanceled: true, readOnlyFrom });
  const { body: list } = await unpaid.owner.client.call('GET', '/api/workspaces');
  expect(list).toMatchObject([{ access: 'full', subscription: { status: 'canceled', isUnpaid: true } }]);
  await days(1);
  const mails = (await server.mailbox.list()).filter(
    ({ to, subject }) => to === email && /gekündigt|is cancelled|subscription of .* ends on/.test(subject),
  );
  expect(mails).toHaveLength(2);
  for (const { text } of mails) {
    expect(text).toMatch(/payment is missing|fehlt eine Zahlung/);
    expect(text).not.toMatch(/as before|wie bisher|wie zuvor/);
  }
});
