// @vitest-environment happy-dom
import type { InvoiceSummary } from '@kontor/contract/wire/invoice';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { formatDateTime } from '../../platform/text/format.ts';
import { InvoiceList } from './invoiceList.tsx';

vi.stubEnv('TZ', 'Europe/Lisbon');

const invoices = vi.hoisted(() => [] as Partial<InvoiceSummary>[]);
vi.mock('./queries.ts', () => ({
  useInvoices: () => ({ data: invoices, isPending: false, isError: false }),
}));
vi.mock('../../platform/workspace/calls.ts', () => ({ useMutation: () => ({ isPending: false }) }));

/** Returns the texts of the rows that the list shows. */
function rowsOf(...shown: Partial<InvoiceSummary>[]): (string | null)[] {
  invoices.splice(0, invoices.length, ...shown);
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <InvoiceList workspace="w" onPay={() => {}} />
      </MantineProvider>,
    ),
  );
  const rows = [...place.querySelectorAll('li')].map(({ textContent }) => textContent);
  flushSync(() => root.unmount());
  return rows;
}

it('names the day that stands on the invoice, wherever it is read', () => {
  // In the last hour of the year, and in Vienna's first of the next one: the invoice has that year's number.
  const issuedAt = Date.parse('2026-12-31T23:30Z');
  expect(formatDateTime(issuedAt)).toContain('Dec 31, 2026');
  const common = { kind: 'invoice', status: 'paid', grossCents: 2_280, dueCents: 2_280 } as const;
  const days = rowsOf(
    { ...common, id: 'a', number: '2027-0001', createdAt: issuedAt, issuedAt },
    { ...common, id: 'b', number: null, status: 'open', createdAt: issuedAt, issuedAt: null },
  );
  for (const day of days) expect(day).toContain('Jan 1, 2027');
  expect(days).toHaveLength(2);
});

it('names what is owed of an invoice that a credit paid a part of', () => {
  const common = { kind: 'invoice', number: '2027-0001', grossCents: 5_880, dueCents: 720 } as const;
  const rows = rowsOf(
    { ...common, id: 'a', status: 'open', issuedAt: 0 },
    { ...common, id: 'b', status: 'paid', issuedAt: 0 },
    { ...common, id: 'c', status: 'open', issuedAt: 0, dueCents: 5_880 },
  );
  expect(rows.map((row) => row!.includes('€58.80'))).toEqual([true, true, true]);
  expect(rows.map((row) => /€[\d.]+ due/.exec(row!)?.[0])).toEqual(['€7.20 due', undefined, undefined]);
});
