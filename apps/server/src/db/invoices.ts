/**
 * Invoices as they come from the gateway, and their numbers. A number is given in the transaction that makes the invoice
 * final; a year's numbers have no gap, and what carries one is never changed: a credit note takes it back. ADR 44.
 */
import { randomUUID } from 'node:crypto';
import type { GatewayInvoice } from '@kontor/contract/billing/gatewayInvoice';
import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import { type Vat, type VatSeller, vatCents, vatOf } from '@kontor/contract/billing/vat';
import { dayAt } from '@kontor/contract/time/zone';
import type { FastifyBaseLogger } from 'fastify';
import type { Selectable } from 'kysely';
import type { Clock } from '../adapters/clock.ts';
import type { Env } from '../env.ts';
import { sellerOf, vatSellerOf } from '../seller.ts';
import { buyerOf, findBillingRecord, vatOfRecord } from './billingRecords.ts';
import type { Tx } from './database.ts';
import type { Tables } from './tables.ts';

export type InvoiceRow = Selectable<Tables['invoice']>;

/** An invoice that has its number, and so everything that stands on it. */
export type FinalInvoice = {
  [K in keyof InvoiceRow]: K extends 'paid_at' | 'mailed_at' ? InvoiceRow[K] : NonNullable<InvoiceRow[K]>;
};

export const isFinal = (row: InvoiceRow): row is FinalInvoice => row.number !== null;

/** The invoice that a credit note takes back. */
export interface TakenBack {
  number: string;
  issuedAt: Date;
}

/** Years for which the law has invoices kept, from the end of the one in which they were issued (§ 147 (3) AO). */
const keptYears = 8;

const yearOf = (at: Date): number => Number(dayAt(at.getTime(), invoiceZone).slice(0, 4));

/** Returns the first year whose invoices are kept. */
export const firstKeptYear = (now: Date): number => yearOf(now) - keptYears;

interface InvoiceServices {
  env: Env;
  clock: Clock;
  log: FastifyBaseLogger;
}

/**
 * Stores an invoice of the gateway, or what became of it, and gives it its number once it is due. Calling it again,
 * from several transactions at once, or with an older state changes nothing that is final. Without a billing record, or
 * where the gateway charged a VAT that fits no rule, the invoice waits without a number. One of a year that is not kept any
 * more does not come back.
 */
export async function recordInvoice(
  services: InvoiceServices,
  tx: Tx,
  workspaceId: string,
  invoice: GatewayInvoice,
): Promise<void> {
  const stated = statedBy(invoice);
  const createdAt = new Date(invoice.createdAt);
  if (yearOf(createdAt) >= firstKeptYear(services.clock.now()))
    await tx
      .insertInto('invoice')
      .values({
        ...stated,
        id: randomUUID(),
        workspace_id: workspaceId,
        kind: 'invoice',
        gateway_ref: invoice.ref,
        created_at: createdAt,
      })
      .onConflict((conflict) => conflict.columns(['gateway_ref', 'kind']).doNothing())
      .execute();
  const row = await tx
    .selectFrom('invoice')
    .selectAll()
    .where('gateway_ref', '=', invoice.ref)
    .where('kind', '=', 'invoice')
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  if (row.status === 'void' || (isFinal(row) && invoice.status === 'draft')) return;
  const { status, paid_at } = stated;
  await tx
    .updateTable('invoice')
    .set(isFinal(row) ? { status, paid_at } : stated)
    .where('id', '=', row.id)
    .execute();
  if (!isFinal(row)) await finalise(services, tx, row.id);
  else if (status === 'void') await takeBack(services, tx, row);
}

/** Returns the columns that the gateway decides. */
const statedBy = (invoice: GatewayInvoice) => ({
  status: invoice.status,
  lines: JSON.stringify(invoice.lines),
  net_cents: invoice.netCents,
  vat_cents: invoice.vatCents,
  gross_cents: invoice.grossCents,
  due_cents: invoice.dueCents,
  paid_at: invoice.paidAt === null ? null : new Date(invoice.paidAt),
});

/** Gives numbers to the invoices of a workspace that waited for its billing record. */
export async function finaliseWaiting(services: InvoiceServices, tx: Tx, workspaceId: string): Promise<void> {
  const waiting = await tx
    .selectFrom('invoice')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('number', 'is', null)
    .orderBy('created_at')
    .forUpdate()
    .execute();
  for (const { id } of waiting) await finalise(services, tx, id);
}

/** Makes an invoice final that is due and can be. The caller holds its row. */
async function finalise(services: InvoiceServices, tx: Tx, id: string): Promise<void> {
  const { env, log } = services;
  const row = await tx.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (!['open', 'paid', 'uncollectible'].includes(row.status)) return;
  const record = await findBillingRecord(tx, row.workspace_id);
  if (!record) return;
  const vat = chargedVat(row, [vatOfRecord(env, record), ownVat(vatSellerOf(env))]);
  if (!vat) {
    log.error(
      { invoice: id },
      'an invoice waits: the gateway charged a VAT that its billing record does not lead to',
    );
    return;
  }
  await tx
    .updateTable('invoice')
    .set({
      ...(await nextNumber(services, tx, row.created_at)),
      vat: JSON.stringify(vat),
      seller: JSON.stringify(sellerOf(env)),
      buyer: JSON.stringify(buyerOf(record)),
    })
    .where('id', '=', id)
    .execute();
}

const ownVat = (seller: VatSeller): Vat => vatOf(seller, { country: seller.country, vatIdState: 'none' });

/**
 * Returns the rule by which the gateway charged, the likeliest first: the record may have changed since. A cent for each
 * line may lie between two ways of rounding.
 */
function chargedVat(
  { net_cents, vat_cents, lines }: Pick<InvoiceRow, 'net_cents' | 'vat_cents' | 'lines'>,
  rules: Vat[],
): Vat | undefined {
  return rules.find(({ rate }) => {
    const difference = Math.abs(vatCents(net_cents, rate) - vat_cents);
    return rate === 0 ? vat_cents === 0 : difference <= lines.length;
  });
}

/** Takes the next number of the year. Whoever comes next waits until this transaction has ended. */
async function nextNumber({ clock }: InvoiceServices, tx: Tx, createdAt: Date) {
  // The sandbox's clock may be ahead of ours.
  const issuedAt = new Date(Math.max(clock.now().getTime(), createdAt.getTime()));
  const year = yearOf(issuedAt);
  const { last } = await tx
    .insertInto('invoice_series')
    .values({ year, last: 1 })
    .onConflict((conflict) =>
      conflict
        .column('year')
        .doUpdateSet(({ eb, ref }) => ({ last: eb(ref('invoice_series.last'), '+', 1) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return { number: `${year}-${String(last).padStart(4, '0')}`, year, sequence: last, issued_at: issuedAt };
}

/** Writes the credit note that takes a final invoice back. */
async function takeBack(services: InvoiceServices, tx: Tx, invoice: FinalInvoice): Promise<void> {
  const { lines, vat, seller, buyer, workspace_id, gateway_ref } = invoice;
  const numbered = await nextNumber(services, tx, invoice.issued_at);
  await tx
    .insertInto('invoice')
    .values({
      ...numbered,
      workspace_id,
      gateway_ref,
      id: randomUUID(),
      kind: 'creditNote',
      status: 'paid',
      lines: JSON.stringify(lines.map((line) => ({ ...line, netCents: -line.netCents }))),
      net_cents: -invoice.net_cents,
      vat_cents: -invoice.vat_cents,
      gross_cents: -invoice.gross_cents,
      due_cents: -invoice.due_cents,
      vat: JSON.stringify(vat),
      seller: JSON.stringify(seller),
      buyer: JSON.stringify(buyer),
      created_at: numbered.issued_at,
      paid_at: numbered.issued_at,
    })
    .execute();
}
