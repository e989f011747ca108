/** Billing records and invoices over HTTP, and what becomes of invoices: mail, retention, the workspace's end. */
import type { BillingRecord } from '@kontor/contract/wire/billingRecord';
import type { InvoiceFile, InvoiceSummary } from '@kontor/contract/wire/invoice';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '../../db/database.ts';
import { recordInvoice } from '../../db/invoices.ts';
import { createSignedIn } from '../../testing/accounts.ts';
import { gatewayInvoice } from '../../testing/invoices.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createWorkspace,
  enrol,
  expectApplied,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { recheckVatIds } from '../billingRecord/recheck.ts';
import { continueDeletions } from '../workspace/removal.ts';
import { expireInvoices } from './expiry.ts';
import { mailInvoices } from './invoiceMail.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const buyer = {
  company: 'Brandt & Söhne Holzbau GmbH',
  addressLine1: 'Werkstraße 5',
  addressLine2: '',
  postalCode: '80331',
  city: 'München',
  country: 'de',
  vatId: 'DE123456788',
  email: 'office@brandt.example',
  language: 'de',
};

const path = (part: string) => `/api/workspaces/${workspace.id}/${part}`;
const store = async (more: Partial<typeof buyer> = {}, was?: typeof buyer | null) => {
  const { client } = workspace.owner;
  const { body: stored } = await client.call<typeof buyer | null>('GET', path('billing-record'));
  return client.call<BillingRecord & { code?: string; message?: string }>('PUT', path('billing-record'), {
    json: { ...buyer, ...more, was: was === undefined ? stored : was },
  });
};
const list = async () => (await workspace.owner.client.call<InvoiceSummary[]>('GET', path('invoices'))).body;
const record = (invoice = gatewayInvoice({ rate: 0, createdAt: server.clock.now().getTime() })) =>
  transaction(server.services.db, (tx) => recordInvoice(server.services, tx, workspace.id, invoice));

it('a record says what the register said of the id: good, bad, or nothing at all', async () => {
  const { body: none } = await workspace.owner.client.call('GET', path('billing-record'));
  expect(none).toBeNull();
  expect((await store()).body).toMatchObject({ ...buyer, vatIdState: 'valid' });
  expect((await store({ vatId: 'DE123456780' })).body.vatIdState).toBe('invalid');
  expect((await store({ vatId: 'DE123456789' })).body.vatIdState).toBe('unknown');
  expect((await store({ vatId: '' })).body).toMatchObject({ vatIdState: 'none', vatCheckedAt: null });
  expect((await store({ vatId: 'ATU12345678' })).body).toMatchObject({ code: 'BAD_INPUT' });
  const { rows } = await server.services.pool.query('SELECT vat_evidence FROM billing_record');
  expect(rows).toEqual([{ vat_evidence: null }]);
});

it('a record that somebody else changed is not written over, and the admins hear of a change', async () => {
  await store();
  const revision = async () =>
    (await server.services.pool.query("SELECT revision FROM scope WHERE kind = 'admins'")).rows[0].revision;
  const before = await revision();
  expect((await store({ city: 'Augsburg' }, buyer)).body.city).toBe('Augsburg');
  await expect.poll(revision).not.toBe(before);
  expect((await store({ city: 'Ulm' }, buyer)).body.code).toBe('CONFLICT');
  expect((await store({ city: 'Ulm' }, null)).body.code).toBe('CONFLICT');
  // Who writes what is stored already overwrites nobody.
  expect((await store({ city: 'Augsburg' }, buyer)).body.city).toBe('Augsburg');
  expect((await store({ city: 'Ulm' })).body.city).toBe('Ulm');
});

it('an id without an answer is asked about again, and never taken for a bad one', async () => {
  await store({ vatId: 'DE123456789' });
  const { services } = server;
  const charged: string[] = [];
  const chargeVat = async (_: unknown, of: string) => void charged.push(of);
  expect(await recheckVatIds(services, chargeVat)).toBe(0);
  expect(charged).toEqual([]);
  const answers = { check: async () => ({ state: 'valid', answer: '{}', requestId: 'WAPI' }) as const };
  expect(await recheckVatIds({ ...services, vatRegister: answers }, chargeVat)).toBe(1);
  expect(charged).toEqual([workspace.id]);
  const { body } = await workspace.owner.client.call<BillingRecord>('GET', path('billing-record'));
  expect(body.vatIdState).toBe('valid');
});

it('an invoice that waited is issued with the record, mailed once with both files, and read by admins alone', async () => {
  await server.services.pool.query('DELETE FROM billing_record');
  await record();
  expect(await list()).toMatchObject([{ number: null, status: 'paid' }]);
  expect(await mailInvoices(server.services)).toBe(0);
  await store();
  const [invoice] = await list();
  expect(invoice?.number).toMatch(/^\d{4}-0001$/);

  expect(await mailInvoices(server.services)).toBe(1);
  expect(await mailInvoices(server.services)).toBe(0);
  const [mail] = await server.mailbox.list();
  expect(mail).toMatchObject({ to: buyer.email, subject: `Ihre Rechnung ${invoice!.number}` });
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([
    `Rechnung-${invoice!.number}.pdf`,
    `Rechnung-${invoice!.number}.xml`,
  ]);

  const file = (form: string) =>
    workspace.owner.client.call<InvoiceFile>('GET', path(`invoices/${invoice!.id}/${form}`));
  const [pdf, xml] = [await file('pdf'), await file('xml')];
  expect(Buffer.from(pdf.body.bytes, 'base64url').subarray(0, 5).toString()).toBe('%PDF-');
  const text = Buffer.from(xml.body.bytes, 'base64url').toString();
  expect(text).toContain('<ram:CategoryCode>AE</ram:CategoryCode>');
  expect(text).toContain('DE123456788');

  const stranger = await createWorkspace(server);
  const elsewhere = `/api/workspaces/${stranger.id}/invoices/${invoice!.id}/pdf`;
  expect((await stranger.owner.client.call('GET', elsewhere)).status).toBe(404);
  const employee = await createSignedIn(server);
  await enrol(workspace, employee);
  for (const part of ['invoices', 'billing-record', `invoices/${invoice!.id}/pdf`])
    expect((await employee.client.call('GET', path(part))).status).toBe(403);
});

it('is mailed whatever hinders another, which is tried again', async () => {
  await store({ city: 'Prishtina', country: 'xk', vatId: '' });
  const [barred, other] = [gatewayInvoice({ rate: 0 }), gatewayInvoice({ rate: 0 })];
  for (const invoice of [barred, other]) await record(invoice);
  const { pool } = server.services;
  const setLines = (of: { ref: string }, lines: unknown) =>
    pool.query('UPDATE invoice SET lines = $2 WHERE gateway_ref = $1', [of.ref, JSON.stringify(lines)]);
  await setLines(barred, []);
  expect(await mailInvoices(server.services)).toBe(1);
  expect(await mailInvoices(server.services)).toBe(0);
  await setLines(barred, barred.lines);
  expect(await mailInvoices(server.services)).toBe(1);
  await pool.query('DELETE FROM invoice WHERE gateway_ref = ANY ($1)', [[barred.ref, other.ref]]);
  await store();
});

it('outlives its workspace, for eight years after its own', async () => {
  const end = { name: 'workspace.delete', args: { id: workspace.id } } as const;
  await expectApplied(change(workspace.owner, workspace.id, end));
  await continueDeletions(server.services);
  const kept = async () => (await server.services.pool.query('SELECT number, buyer FROM invoice')).rows;
  expect(await kept()).toMatchObject([
    { buyer: { name: buyer.company, vatEvidence: { requestId: 'SANDBOX-DE123456788' } } },
  ]);
  const { services, clock } = server;
  const year = clock.now().getUTCFullYear();
  const at = (moment: number) => ({ ...services, clock: { now: () => new Date(moment) } });
  expect(await expireInvoices(at(Date.UTC(year + 8, 11, 31, 12)))).toBe(0);
  const late = at(Date.UTC(year + 9, 0, 1, 12));
  // A credit note of the year after keeps what it takes back.
  const { pool } = services;
  const note = `INSERT INTO invoice SELECT gen_random_uuid(), workspace_id, 'creditNote', gateway_ref, status, lines, net_cents,
    vat_cents, gross_cents, due_cents, 'note', year + 1, 1, vat, seller, buyer, created_at, issued_at FROM invoice`;
  await pool.query(note);
  expect(await expireInvoices(late)).toBe(0);
  await pool.query("DELETE FROM invoice WHERE kind = 'creditNote'");
  expect(await expireInvoices(late)).toBe(1);
  expect(await kept()).toEqual([]);
  // The gateway goes on telling of it.
  const told = gatewayInvoice({ createdAt: clock.now().getTime() });
  const record = (by: typeof late) =>
    transaction(services.db, (tx) => recordInvoice(by, tx, workspace.id, told));
  await record(late);
  expect(await kept()).toEqual([]);
  await record(at(clock.now().getTime()));
  expect(await kept()).toHaveLength(1);
});

it('a record is stored thirty times a minute: the gateway is asked each time', async () => {
  const { id, owner } = await createWorkspace(server);
  const json = { ...buyer, was: null };
  const statuses = [];
  for (let i = 0; i < 32; i++)
    statuses.push((await owner.client.call('PUT', `/api/workspaces/${id}/billing-record`, { json })).status);
  expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
});
