/** The operator's commands: what they change, that they log it, and that they show nothing that people wrote. */
import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import { GiB } from '@kontor/contract/billing/plan';
import { dayAt } from '@kontor/contract/time/zone';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../db/database.ts';
import { recordInvoice } from '../db/invoices.ts';
import { mailInvoices } from '../features/invoice/invoiceMail.ts';
import { subscriber } from '../testing/billing.ts';
import { invite } from '../testing/invitations.ts';
import { gatewayInvoice } from '../testing/invoices.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createWorkspace, type TestWorkspace } from '../testing/workspaces.ts';
import { CommandRefused, commands } from './commands.ts';
import { tableText } from './table.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

/** Settings that a test changes. */
let limited: { STORAGE_LIMIT_BYTES?: number } = {};
const run = async (name: string, ...args: string[]) => {
  const billingNow = await server.services.payments!.now();
  const { db, env, dataPath } = server.services;
  const settings = { env: { ...env, ...limited }, dataPath: () => dataPath };
  return commands[name]!.run({ db, ...settings, now: server.clock.now(), billingNow }, args);
};
const days = (count: number) =>
  new Date(server.clock.now().getTime() + count * 86_400_000).toISOString().slice(0, 10);

it('lists workspaces by figures alone', async () => {
  const lines = await run('workspaces');
  expect(lines).toMatchObject([
    {
      workspace: workspace.id,
      seats: 1,
      of: 10,
      'of GiB': 100,
      plan: 'trial',
      state: 'trial',
      until: days(14),
    },
  ]);
  const text = tableText(lines);
  expect(text).not.toContain('Alder');
  expect(text).not.toContain(workspace.owner.body.email);
  expect(tableText([])).toBe('none');
});

it('counts seats as the people are told, and knows the last use also of who signed out', async () => {
  const other = await createWorkspace(server);
  const figures = async () => (await run('workspaces')).find((line) => line.workspace === other.id);
  await invite(other, 'soon@example.org');
  const { seatsUsed: seats } = await subscriber(other).get();
  expect(await figures()).toMatchObject({ seats });
  expect(seats).toBe(2);
  await server.services.pool.query('DELETE FROM session WHERE account_id = $1', [other.owner.body.userId]);
  expect(await figures()).toMatchObject({ 'last use': days(0) });
  await run('erase', other.id, other.id);
});

it('extends a trial, from its end or from now', async () => {
  await run('extend-trial', workspace.id, '7');
  expect(await run('workspaces')).toMatchObject([{ until: days(21) }]);
  server.clock.advance(30 * 86_400_000);
  await run('extend-trial', workspace.id, '7');
  expect(await run('workspaces')).toMatchObject([{ state: 'trial', until: days(7) }]);
});

it('gives a plan until a day, by which nothing is deleted, but not beside a paid one', async () => {
  await run('set-plan', workspace.id, 'professional', days(60));
  const { get } = subscriber(workspace);
  expect(await get()).toMatchObject({
    plan: 'professional',
    state: 'canceled',
    access: 'full',
    deletionAt: null,
  });
  expect(dayAt((await get()).periodEnd!, invoiceZone)).toBe(days(60));
  // What ended at the gateway before does not come back with the nightly sweep.
  const former = await createWorkspace(server);
  const before = subscriber(former);
  await before.addMethod('good');
  await before.choose('basic');
  await before.cancel();
  await before.days(32);
  expect(await before.get()).toMatchObject({ state: 'ended', plan: 'basic' });
  const until = new Date((await server.services.payments!.now()).getTime() + 60 * 86_400_000);
  await run('set-plan', former.id, 'standard', until.toISOString().slice(0, 10));
  await before.days(1);
  expect(await before.get()).toMatchObject({ plan: 'standard', interval: null, access: 'full' });
  expect((await run('workspaces')).find((line) => line.workspace === former.id)).toMatchObject({
    state: 'canceled',
    until: until.toISOString().slice(0, 10),
  });
  const paying = await createWorkspace(server);
  await subscriber(paying).addMethod('good');
  await subscriber(paying).choose('basic');
  await expect(run('set-plan', paying.id, 'enterprise', days(60))).rejects.toThrow('payment provider');
});

it('gives a plan whole, whatever was to follow one that ended unpaid', async () => {
  const former = await createWorkspace(server);
  const owing = subscriber(former);
  await owing.addMethod('good');
  await owing.choose('standard');
  await owing.addMethod('declined');
  await owing.days(32);
  await owing.choose('basic');
  expect(await owing.get()).toMatchObject({ state: 'pastDue', nextPlan: 'basic', seatLimit: 3 });
  await owing.days(31);
  expect(await owing.get()).toMatchObject({ state: 'ended', plan: 'standard', nextPlan: null });
  const until = new Date((await server.services.payments!.now()).getTime() + 60 * 86_400_000);
  await run('set-plan', former.id, 'standard', until.toISOString().slice(0, 10));
  await owing.days(1);
  expect(await owing.get()).toMatchObject({ plan: 'standard', nextPlan: null, seatLimit: 10 });
});

it('sets a limit in place of the plan’s, and takes it back', async () => {
  const other = await createWorkspace(server);
  const { get } = subscriber(other);
  await run('set-limit', other.id, 'users', '1');
  await run('set-limit', other.id, 'storage', '3');
  expect(await get()).toMatchObject({ seatLimit: 1, storageLimit: 3 * GiB });
  const shown = async () => (await run('workspaces')).find((line) => line.workspace === other.id);
  limited = { STORAGE_LIMIT_BYTES: 1.5 * GiB };
  expect(await shown()).toMatchObject({ of: 1, 'of GiB': 3 });
  await expect(invite(other, 'one@example.org')).rejects.toThrow('NO_SEAT');
  await run('set-limit', other.id, 'users', 'plan');
  await run('set-limit', other.id, 'storage', 'plan');
  expect(await get()).toMatchObject({ seatLimit: 10, storageLimit: 100 * GiB });
  limited = { STORAGE_LIMIT_BYTES: 1.5 * GiB };
  expect(await shown()).toMatchObject({ of: 10, 'of GiB': 1.5 });
  limited = {};
  await expect(run('set-limit', other.id, 'users', '0')).rejects.toThrow(CommandRefused);
  await expect(run('set-limit', other.id, 'rooms', '1')).rejects.toThrow(CommandRefused);
});

it('lists what was not paid and what waits, and mails an invoice again', async () => {
  const record = (invoice = gatewayInvoice({ status: 'open' })) =>
    transaction(server.services.db, (tx) => recordInvoice(server.services, tx, workspace.id, invoice));
  const invoice = gatewayInvoice({ status: 'open' });
  await record(invoice);
  expect(await run('waiting-invoices')).toContainEqual(
    expect.objectContaining({ reference: invoice.ref, why: 'no billing record' }),
  );
  await server.services.pool.query(
    `INSERT INTO billing_record VALUES ($1, 'Brandt', 'Werkstraße 5', '', '5020', 'Salzburg', 'at', '', 'office@brandt.example', 'de', 'none')`,
    [workspace.id],
  );
  await record(invoice);
  const failed = (await run('failed-payments')).filter((line) => line.workspace === workspace.id);
  expect(failed).toMatchObject([{ EUR: '58.80' }]);
  const [{ invoice: number }] = failed as [{ invoice: string }];
  expect(await mailInvoices(server.services)).toBe(1);
  await run('resend-invoice', number);
  expect(await mailInvoices(server.services)).toBe(1);
});

it('gives no number twice that was given out after a backup', async () => {
  const { number } = await server.services.db
    .selectFrom('invoice')
    .select('number')
    .where('number', 'is not', null)
    .executeTakeFirstOrThrow();
  const year = number!.slice(0, 4);
  await expect(run('raise-invoices', number!)).rejects.toThrow(CommandRefused);
  expect(await run('raise-invoices', `${year}-0042`)).toEqual([
    { year: Number(year), 'last before': 1, last: 42 },
  ]);
  const next = gatewayInvoice({ createdAt: server.clock.now().getTime() });
  await transaction(server.services.db, (tx) => recordInvoice(server.services, tx, workspace.id, next));
  const { number: given } = await server.services.db
    .selectFrom('invoice')
    .select('number')
    .where('gateway_ref', '=', next.ref)
    .executeTakeFirstOrThrow();
  expect(given).toBe(`${year}-0043`);
});

it('refuses what it does not understand, and what is not there', async () => {
  const other = crypto.randomUUID();
  for (const [name, ...args] of [
    ['extend-trial', 'all', '7'],
    ['extend-trial', workspace.id, '-7'],
    ['extend-trial', other, '7'],
    ['set-plan', workspace.id, 'trial', days(9)],
    ['set-plan', workspace.id, 'basic', days(-9)],
    ['resend-invoice', '2026-9999'],
    ['erase', workspace.id],
    ['erase', other, other],
  ])
    await expect(run(name!, ...args)).rejects.toThrow(CommandRefused);
});

it('erases, and has logged every act and no refusal', async () => {
  await run('erase', workspace.id, workspace.id);
  expect((await run('workspaces')).map((line) => line.workspace)).not.toContain(workspace.id);
  const acts = (await run('acts')).filter(({ workspace: id }) => id === workspace.id);
  expect(acts.map(({ command }) => command)).toEqual([
    ...['extend-trial', 'extend-trial', 'set-plan', 'resend-invoice', 'erase'],
  ]);
  expect((await run('acts')).filter(({ command }) => command === 'set-limit')).toHaveLength(4);
});
