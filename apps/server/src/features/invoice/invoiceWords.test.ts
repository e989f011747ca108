/** Holds what paper and XML say of days and payment: the same on both, and nothing that is not so. */
import { expect, it } from 'vitest';
import { finalInvoice, invoiceLine } from '../../testing/invoices.ts';
import { invoiceTableFile } from './invoicePdf.ts';
import { invoiceXml } from './invoiceXml.ts';
import { lastMoment } from './lines.ts';

const takenBack = { number: '2026-0041', issuedAt: new Date(Date.UTC(2026, 10, 1)) };

it('counts the day on which a period ends to the next one, whatever the hour and the clock change', async () => {
  const days = (from: string, to: string) =>
    new Date(lastMoment({ from: Date.parse(from), to: Date.parse(to) })).toISOString();
  expect(days('2026-11-23T14:50Z', '2026-12-23T14:50Z')).toBe('2026-12-22T22:59:59.999Z');
  expect(days('2026-11-22T23:00Z', '2026-12-22T23:00Z')).toBe('2026-12-22T22:59:59.999Z');
  expect(days('2027-02-28T23:30Z', '2027-03-28T23:30Z')).toBe('2027-03-28T21:59:59.999Z');
  // Less than a day is the day itself.
  expect(days('2026-11-23T14:50Z', '2026-11-23T20:00Z')).toBe('2026-11-23T14:50:00.000Z');

  const lines = [invoiceLine({ from: Date.UTC(2026, 10, 23, 14), to: Date.UTC(2026, 11, 23, 14) })];
  const invoice = finalInvoice({ lines, buyer: { language: 'de' } });
  expect(invoiceTableFile(invoice, undefined).rows[0]!.cells[1]).toBe('23.11.2026 – 22.12.2026');
  const xml = await invoiceXml(invoice, undefined);
  expect(xml.match(/\d{8}(?=<\/udt:DateTimeString>\s*<\/ram:EndDateTime>)/g)).toEqual([
    '20261222',
    '20261222',
  ]);
});

it.each([
  ['an invoice is payable', finalInvoice(), undefined, /^Sofort fällig/],
  [
    'what credits more than it charges is set off',
    finalInvoice({ lines: [invoiceLine({ kind: 'credit', netCents: -333 })] }),
    undefined,
    /^Es ist nichts zu zahlen/,
  ],
  [
    'what a credit pays is not asked for',
    finalInvoice({ due_cents: 0 }),
    undefined,
    /^Es ist nichts zu zahlen: 58,80\s€ werden mit Ihrem Guthaben verrechnet\.$/,
  ],
  [
    'of what a credit pays a part of, the rest is payable',
    finalInvoice({ due_cents: 720 }),
    undefined,
    /^51,60\s€ werden mit Ihrem Guthaben verrechnet\. 7,20\s€ sind sofort fällig/,
  ],
  [
    'a credit note asks for nothing',
    finalInvoice({ kind: 'creditNote', lines: [invoiceLine({ netCents: -4_900 })] }),
    takenBack,
    /^Zur stornierten Rechnung/,
  ],
])('%s', async (_, invoice, cancelled, words) => {
  const german = { ...invoice, buyer: { ...invoice.buyer, language: 'de' as const } };
  const said = invoiceTableFile(german, cancelled).closing?.at(-1);
  expect(said).toMatch(words);
  expect(await invoiceXml(german, cancelled)).toContain(`<ram:Description>${said}</ram:Description>`);
});
