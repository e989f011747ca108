/** Invoices and their numbers: many at once, in any order, and a whole year against a calculation of its own. */
import type { GatewayInvoice } from '@kontor/contract/billing/gatewayInvoice';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gatewayInvoice, invoiceLine } from '../testing/invoices.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createWorkspace, newId, type TestWorkspace } from '../testing/workspaces.ts';
import { transaction } from './database.ts';
import { finaliseWaiting, type InvoiceRow, recordInvoice } from './invoices.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.services.pool.query(
    'DELETE FROM invoice; DELETE FROM invoice_series; DELETE FROM billing_record',
  );
});

async function storeRecord(more: { country?: string; vatIdState?: string } = {}): Promise<void> {
  await server.services.pool.query(
    `INSERT INTO billing_record VALUES ($1, 'Brandt', 'Werkstraße 5', '', '5020', 'Salzburg', $2, '', 'a@example.org', 'de', $3)
     ON CONFLICT (workspace_id) DO UPDATE SET country = excluded.country, vat_id_state = excluded.vat_id_state`,
    [workspace.id, more.country ?? 'at', more.vatIdState ?? 'none'],
  );
}

const record = (invoice: GatewayInvoice) =>
  transaction(server.services.db, (tx) => recordInvoice(server.services, tx, workspace.id, invoice));

const all = (): Promise<InvoiceRow[]> =>
  server.services.db.selectFrom('invoice').selectAll().orderBy('sequence').execute();

/** Asks that a year's numbers are one to as many as there are. */
const expectNoGap = (rows: readonly InvoiceRow[]) =>
  expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, i) => i + 1));

describe('one invoice', () => {
  it('gets one number, however often and in however many transactions at once it comes', async () => {
    await storeRecord();
    const invoice = gatewayInvoice();
    await Promise.all(Array.from({ length: 10 }, () => record(invoice)));
    await record(invoice);
    const [row, ...more] = await all();
    expect(more).toEqual([]);
    expect(row).toMatchObject({ number: '2026-0001', status: 'paid', net_cents: 4_900, gross_cents: 5_880 });
    expect(row?.vat).toEqual({ category: 'standard', country: 'at', rate: 2_000 });
  });

  it('keeps what is final when older states come late, and follows the payment', async () => {
    await storeRecord();
    const open = gatewayInvoice({ status: 'open' });
    const states: GatewayInvoice[] = [
      {
        ...open,
        status: 'draft',
        lines: [invoiceLine({ netCents: 1 })],
        netCents: 1,
        vatCents: 0,
        grossCents: 1,
      },
      open,
      { ...open, status: 'paid', paidAt: open.createdAt },
      { ...open, status: 'uncollectible' },
    ];
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...states, ...states], { minLength: 1 }), async (order) => {
        await server.services.pool.query('DELETE FROM invoice; DELETE FROM invoice_series');
        for (const state of order) await record(state);
        const rows = await all();
        expect(rows).toHaveLength(1);
        const isDue = order.some(({ status }) => status !== 'draft');
        expect(rows[0]).toMatchObject(
          isDue ? { number: '2026-0001', net_cents: 4_900 } : { number: null, status: 'draft' },
        );
        const last = order.findLast(({ status }) => !isDue || status !== 'draft')!;
        expect(rows[0]!.status).toBe(last.status);
      }),
      { numRuns: 25 },
    );
  });

  it('is taken back by one credit note, and stays', async () => {
    await storeRecord();
    const invoice = gatewayInvoice({ status: 'open', dueCents: 720 });
    await record(invoice);
    const voided = { ...invoice, status: 'void' } as const;
    await Promise.all(Array.from({ length: 5 }, () => record(voided)));
    await record(invoice);
    const rows = await all();
    expectNoGap(rows);
    expect(rows).toMatchObject([
      { kind: 'invoice', status: 'void', gross_cents: 5_880, due_cents: 720 },
      { kind: 'creditNote', gross_cents: -5_880, due_cents: -720, gateway_ref: invoice.ref },
    ]);
  });

  it('that nobody ever issued takes no number when it is void', async () => {
    await storeRecord();
    const invoice = gatewayInvoice({ status: 'draft' });
    await record(invoice);
    await record({ ...invoice, status: 'void' });
    await record(gatewayInvoice({ status: 'void' }));
    const unissued = { kind: 'invoice', number: null, status: 'void' };
    expect(await all()).toMatchObject([unissued, unissued]);
  });

  it('waits for the billing record, and for a VAT that somebody can explain', async () => {
    await record(gatewayInvoice());
    await storeRecord({ country: 'de', vatIdState: 'valid' });
    await record(gatewayInvoice({ rate: 700 }));
    expect((await all()).map(({ number }) => number)).toEqual([null, null]);
    await transaction(server.services.db, (tx) => finaliseWaiting(server.services, tx, workspace.id));
    const rows = await all();
    // The first was charged with the seller's VAT, before the id was known.
    expect(rows.map(({ number }) => number).sort()).toEqual(['2026-0001', null]);
    await record(gatewayInvoice({ rate: 0 }));
    expect((await all())[1]?.vat).toEqual({ category: 'reverseCharge', country: null, rate: 0 });
  });
});

describe('a series', () => {
  it('has no gap where transactions fail between those that do not', async () => {
    await storeRecord();
    const one = (i: number) =>
      transaction(server.services.db, async (tx) => {
        await recordInvoice(server.services, tx, workspace.id, gatewayInvoice());
        if (i % 3 === 0) throw new Error('planted');
      }).catch((error: Error) => expect(error.message).toBe('planted'));
    await Promise.all(Array.from({ length: 30 }, (_, i) => one(i)));
    const rows = await all();
    expect(rows).toHaveLength(20);
    expectNoGap(rows);
  });

  it('begins anew with the year of the seller’s clock', async () => {
    await storeRecord();
    const eve = Date.UTC(2027, 11, 31, 22, 59);
    for (const createdAt of [eve, eve + 60_000]) await record(gatewayInvoice({ createdAt }));
    expect((await all()).map(({ number }) => number).sort()).toEqual(['2027-0001', '2028-0001']);
  });

  it('adds up over a year to what an independent calculation finds', async () => {
    const buyers = [
      { country: 'at', vatIdState: 'none', rate: 2_000n },
      { country: 'de', vatIdState: 'valid', rate: 0n },
      { country: 'de', vatIdState: 'unknown', rate: 2_000n },
      { country: 'ch', vatIdState: 'none', rate: 0n },
    ];
    const prices = [1_900n, 4_900n, 9_900n, 24_900n, 19_000n, -633n, 1_237n];
    const expected = { net: 0n, vat: 0n, count: 0 };
    for (let month = 0; month < 12; month++)
      for (const [i, buyer] of buyers.entries()) {
        await storeRecord(buyer);
        const nets = [prices[(month + i) % 7]!, prices[(month * 2 + i) % 7]!];
        const net = nets.reduce((sum, cents) => sum + cents, 0n);
        // Exact fractions, rounded by hand: halves away from zero.
        const size = (net < 0n ? -net : net) * buyer.rate;
        const vat = (size / 10_000n + (size % 10_000n >= 5_000n ? 1n : 0n)) * (net < 0n ? -1n : 1n);
        const createdAt = Date.UTC(2028, month, 3);
        const lines = nets.map((cents) => invoiceLine({ netCents: Number(cents) }));
        const invoice = gatewayInvoice({
          ref: newId(),
          status: 'open',
          lines,
          rate: Number(buyer.rate),
          createdAt,
        });
        await record(invoice);
        expected.count++;
        if (month % 4 === 3) {
          await record({ ...invoice, status: 'void' });
          expected.count++;
          continue;
        }
        expected.net += net;
        expected.vat += vat;
      }
    const rows = await all();
    expect(rows).toHaveLength(expected.count);
    expectNoGap(rows);
    const sum = (of: (row: InvoiceRow) => number) => BigInt(rows.reduce((total, row) => total + of(row), 0));
    expect({ net: sum((row) => row.net_cents), vat: sum((row) => row.vat_cents) }).toEqual({
      net: expected.net,
      vat: expected.vat,
    });
    expect(sum((row) => row.gross_cents)).toBe(expected.net + expected.vat);
  });
});
