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

it('names the day that stands on the invoice, wherever it is read', () => {
  // In the last hour of the year, and in Vienna's first of the next one: the invoice has that year's number.
  const issuedAt = Date.parse('2026-12-31T23:30Z');
  expect(formatDateTime(issuedAt)).toContain('Dec 31, 2026');
  const common = { kind: 'invoice', status: 'paid', grossCents: 2_280, createdAt: issuedAt } as const;
  invoices.push(
    { ...common, id: 'a', number: '2027-0001', issuedAt },
    { ...common, id: 'b', number: null, status: 'open', issuedAt: null },
  );
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <InvoiceList workspace="w" onPay={() => {}} />
      </MantineProvider>,
    ),
  );
  const days = [...place.querySelectorAll('li')].map(({ textContent }) => textContent);
  for (const day of days) expect(day).toContain('Jan 1, 2027');
  expect(days).toHaveLength(2);
  flushSync(() => root.unmount());
});
