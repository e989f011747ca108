/** Invoices for tests: as the gateway has them, and final ones. */
import type { GatewayInvoice, GatewayInvoiceLine } from '@kontor/contract/billing/gatewayInvoice';
import { type Vat, vatCents } from '@kontor/contract/billing/vat';
import { dayMs } from '@kontor/contract/time/day';
import type { FinalInvoice } from '../db/invoices.ts';
import { newId } from './workspaces.ts';

const start = Date.UTC(2026, 10, 22, 9);

/** Makes a line of thirty days. */
export const invoiceLine = (more: Partial<GatewayInvoiceLine> = {}): GatewayInvoiceLine => ({
  kind: 'period',
  plan: 'standard',
  interval: 'month',
  from: start,
  to: start + 30 * dayMs,
  netCents: 4_900,
  ...more,
});

/** Makes what the gateway has; `rate` in hundredths of a percent. */
export function gatewayInvoice({
  rate = 2_000,
  ...more
}: Partial<GatewayInvoice> & { rate?: number } = {}): GatewayInvoice {
  const lines = more.lines ?? [invoiceLine()];
  const netCents = lines.reduce((sum, line) => sum + line.netCents, 0);
  const vat = vatCents(netCents, rate);
  const createdAt = more.createdAt ?? start;
  return {
    ref: newId(),
    status: 'paid',
    lines,
    netCents,
    vatCents: vat,
    grossCents: netCents + vat,
    dueCents: Math.max(0, netCents + vat),
    createdAt,
    paidAt: more.status === undefined || more.status === 'paid' ? createdAt : null,
    ...more,
  };
}

/** Makes an invoice with its number, from an Austrian seller to an Austrian buyer unless said otherwise. */
export function finalInvoice({
  lines = [invoiceLine()],
  vat = { category: 'standard', country: 'at', rate: 2_000 } satisfies Vat,
  seller,
  buyer,
  ...more
}: Partial<Omit<FinalInvoice, 'seller' | 'buyer'>> & {
  seller?: Partial<FinalInvoice['seller']>;
  buyer?: Partial<FinalInvoice['buyer']>;
} = {}): FinalInvoice {
  const { netCents, vatCents: charged, grossCents, dueCents } = gatewayInvoice({ lines, rate: vat.rate });
  return {
    id: newId(),
    workspace_id: newId(),
    kind: 'invoice',
    gateway_ref: 'in_1',
    status: 'open',
    lines,
    net_cents: netCents,
    vat_cents: charged,
    gross_cents: grossCents,
    due_cents: more.kind === 'creditNote' ? grossCents : dueCents,
    number: '2026-0042',
    year: 2026,
    sequence: 42,
    vat,
    seller: {
      name: 'Alder Software GmbH',
      addressLine1: 'Lindengasse 7',
      addressLine2: '',
      postalCode: '1070',
      city: 'Wien',
      country: 'at',
      vatId: 'ATU12345678',
      swissVatId: '',
      email: 'billing@alder.example',
      register: 'FN 123456a, Handelsgericht Wien',
      ...seller,
    },
    buyer: {
      name: 'Brandt & Söhne Holzbau GmbH',
      addressLine1: 'Werkstraße 5',
      addressLine2: 'Halle 2',
      postalCode: '5020',
      city: 'Salzburg',
      country: 'at',
      vatId: 'ATU87654321',
      email: 'buero@brandt.example',
      language: 'de',
      vatEvidence: null,
      ...buyer,
    },
    created_at: new Date(start),
    issued_at: new Date(start),
    paid_at: null,
    mailed_at: null,
    ...more,
  };
}
