/** Follows a credit through the server: from the change of plan that leaves it to the invoices that it pays. */
import type { InvoiceSummary } from '@kontor/contract/wire/invoice';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFinal } from '../../db/invoices.ts';
import { subscriber } from '../../testing/billing.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createWorkspace, type TestWorkspace } from '../../testing/workspaces.ts';
import { mailInvoices } from './invoiceMail.ts';
import { invoiceTableFile } from './invoicePdf.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const buyer = {
  company: 'Brandt GmbH',
  addressLine1: 'Werkstraße 5',
  addressLine2: '',
  postalCode: '5020',
  city: 'Salzburg',
  country: 'at',
  vatId: '',
  email: 'office@brandt.example',
  language: 'en',
  was: null,
};

/** Returns the newest invoice: as admins see it, what its paper and its mail say of payment, and its XML. */
async function newest() {
  const { client } = workspace.owner;
  const listed = await client.call<InvoiceSummary[]>('GET', `/api/workspaces/${workspace.id}/invoices`);
  await mailInvoices(server.services);
  const row = await server.services.db
    .selectFrom('invoice')
    .selectAll()
    .where('id', '=', listed.body[0]!.id)
    .executeTakeFirstOrThrow();
  if (!isFinal(row)) throw new Error('it has no number');
  const mail = (await server.mailbox.list()).find(({ subject }) => subject.includes(row.number))!;
  const xml = mail.attachments!.find(({ filename }) => filename.endsWith('.xml'))!;
  return {
    listed: listed.body[0],
    paper: invoiceTableFile(row, undefined).closing!.at(-1),
    mail: mail.text,
    xml: Buffer.from(xml.content, 'base64').toString(),
  };
}

it('says of an invoice what the credit pays and what is collected', async () => {
  const { get, choose, addMethod, days } = subscriber(workspace);
  await workspace.owner.client.call('PUT', `/api/workspaces/${workspace.id}/billing-record`, { json: buyer });
  await addMethod('good');
  await choose('basic', 'year');
  // 228.00 are credited and 58.80 charged: 169.20 are left, for two months and a part of the third.
  await choose('standard');
  expect(await get()).toMatchObject({ creditCents: 16_920 });
  const change = await newest();
  expect(change.listed).toMatchObject({ grossCents: -16_920, dueCents: 0 });
  expect(change.mail).toContain('Nothing is to be paid.');
  expect(change.xml).toContain('<ram:DuePayableAmount>0.00<');

  await days(32);
  expect(await get()).toMatchObject({ creditCents: 11_040 });
  const whole = await newest();
  expect(whole.listed).toMatchObject({ status: 'paid', grossCents: 5_880, dueCents: 0 });
  const covered = 'Nothing is to be paid: €58.80 is set off against your credit.';
  expect(whole.paper).toBe(covered);
  expect(whole.mail).toContain(covered);
  expect(whole.mail).not.toContain('collected');
  expect(whole.xml).toContain(`<ram:Description>${covered}<`);
  expect(whole.xml).toContain('<ram:GrandTotalAmount>58.80<');
  expect(whole.xml).toContain('<ram:TotalPrepaidAmount>58.80<');
  expect(whole.xml).toContain('<ram:DuePayableAmount>0.00<');

  await addMethod('declined');
  await days(61);
  const part = await newest();
  expect(part.listed).toMatchObject({ status: 'open', grossCents: 5_880, dueCents: 720 });
  expect(part.paper).toMatch(/^€51\.60 is set off against your credit\. €7\.20 is payable at once/);
  expect(part.mail).toContain(part.paper);
  expect(part.xml).toContain('<ram:TotalPrepaidAmount>51.60<');
  expect(part.xml).toContain('<ram:DuePayableAmount>7.20<');
});
