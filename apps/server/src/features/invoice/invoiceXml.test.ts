/**
 * Holds our XML against the rules of EN 16931 as CEN publishes them: Schematron of the release in `testing/en16931`. The
 * library checks its own schema whenever it writes.
 */
import { expect, it } from 'vitest';
import { brokenRules } from '../../testing/en16931/schematron.ts';
import { finalInvoice, invoiceLine } from '../../testing/invoices.ts';
import { invoiceXml } from './invoiceXml.ts';

const outside = { category: 'outside', country: null, rate: 0 } as const;
const reverse = { category: 'reverseCharge', country: null, rate: 0 } as const;
const german = { country: 'de', vatId: 'DE123456789' };

it.each([
  ['with the VAT of the seller', finalInvoice()],
  [
    'of a change of plan',
    finalInvoice({
      lines: [
        invoiceLine({ kind: 'proration', plan: 'professional', netCents: 4_951 }),
        invoiceLine({ kind: 'credit', netCents: -2_451 }),
      ],
    }),
  ],
  [
    'that credits more than it charges',
    finalInvoice({ lines: [invoiceLine({ kind: 'credit', netCents: -333 })] }),
  ],
  ['that a credit pays', finalInvoice({ due_cents: 0 })],
  // Half, since XPath subtracts in binary fractions here.
  ['that a credit pays a part of', finalInvoice({ due_cents: 2_940 })],
  ['by reverse charge', finalInvoice({ vat: reverse, buyer: german })],
  ['to a firm outside', finalInvoice({ vat: outside, buyer: { country: 'ch', vatId: 'CHE123456789MWST' } })],
  [
    'with Swiss VAT',
    finalInvoice({
      vat: { category: 'standard', country: 'ch', rate: 810 },
      seller: { swissVatId: 'CHE123456788MWST' },
      buyer: { country: 'ch', vatId: '' },
    }),
  ],
])('an invoice %s keeps every rule', async (_, invoice) =>
  expect(brokenRules(await invoiceXml(invoice, undefined))).toEqual([]),
);

it('an invoice to Kosovo keeps every rule', async () => {
  const invoice = finalInvoice({ vat: outside, buyer: { country: 'xk', vatId: '' } });
  const xml = await invoiceXml(invoice, undefined);
  expect(brokenRules(xml)).toEqual([]);
  expect(xml).toContain('<ram:CountryID>1A<');
});

it('a credit note keeps every rule, names its invoice, and states amounts as that does', async () => {
  const lines = [invoiceLine({ netCents: -4_900 })];
  const takenBack = { number: '2026-0041', issuedAt: new Date(Date.UTC(2026, 10, 1)) };
  const xml = await invoiceXml(finalInvoice({ kind: 'creditNote', lines }), takenBack);
  expect(brokenRules(xml)).toEqual([]);
  expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>');
  expect(xml).toContain('<ram:IssuerAssignedID>2026-0041</ram:IssuerAssignedID>');
  expect(xml).toContain('<ram:DuePayableAmount>58.80</ram:DuePayableAmount>');
  const part = await invoiceXml(finalInvoice({ kind: 'creditNote', lines, due_cents: -2_940 }), takenBack);
  expect(brokenRules(part)).toEqual([]);
  expect(part).toContain('<ram:TotalPrepaidAmount>29.40<');
  expect(part).toContain('<ram:DuePayableAmount>29.40<');
});

it('would notice a wrong sum, rate, missing id and missing number', async () => {
  const xml = await invoiceXml(finalInvoice({ vat: reverse, buyer: german }), undefined);
  const without = (part: RegExp, instead = '') => {
    expect(xml).toMatch(part);
    return brokenRules(xml.replace(part, instead));
  };
  expect(without(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1.00')).toContain('BR-CO-15');
  expect(without(/<ram:RateApplicablePercent>0/g, '<ram:RateApplicablePercent>20')).toContain('BR-AE-05');
  expect(
    without(/<ram:SpecifiedTaxRegistration>\s*<ram:ID schemeID="VA">DE.*?<\/ram:SpecifiedTaxRegistration>/s),
  ).toContain('BR-AE-02');
  expect(without(/<ram:ID>2026-0042<\/ram:ID>/)).toContain('BR-02');
});
