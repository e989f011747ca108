/**
 * An invoice as EN 16931 XML in the syntax of UN/CEFACT (CII D16B). The library writes it from the terms of UBL; `BT-` and
 * `BR-` below are the business terms and rules of the standard.
 */
import { type Invoice, InvoiceService } from '@e-invoice-eu/core';
import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import { dayAt } from '@kontor/contract/time/zone';
import type { FinalInvoice, TakenBack } from '../../db/invoices.ts';
import { lastMoment, taxedLines } from './lines.ts';
import { invoiceWords, itemName, termsText } from './words.ts';

type Body = Invoice['ubl:Invoice'];
type SellerParty = Body['cac:AccountingSupplierParty']['cac:Party'];
type BuyerParty = Body['cac:AccountingCustomerParty']['cac:Party'];
type Country = SellerParty['cac:PostalAddress']['cac:Country']['cbc:IdentificationCode'];
type Exemption = 'VATEX-EU-AE' | 'VATEX-EU-O';

/** Codes of UNTDID 5305 and of the list of reasons for exemption. */
const categories = {
  standard: { code: 'S', reason: undefined },
  reverseCharge: { code: 'AE', reason: 'VATEX-EU-AE' },
  outside: { code: 'O', reason: 'VATEX-EU-O' },
} as const satisfies Record<string, { code: string; reason: Exemption | undefined }>;

/** UNTDID 1001. */
const typeCodes = { invoice: '380', creditNote: '381' } as const;

const vatScheme = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } };
const silent = { log: () => {}, warn: () => {}, error: () => {} };

/** Writes an amount: `58.80`. */
const amount = (cents: number): string => (cents / 100).toFixed(2);
const day = (moment: Date | number): string => dayAt(new Date(moment).getTime(), invoiceZone);

/** Spells a country as the code list of the standard does: by ISO 3166-1, which does not know Kosovo. */
const countryCode = (country: string) => ({
  'cbc:IdentificationCode': (country === 'xk' ? '1A' : country.toUpperCase()) as Country,
});

/** Returns the XML. @throws Error where the library's own schema refuses the invoice */
export async function invoiceXml(invoice: FinalInvoice, takenBack: TakenBack | undefined): Promise<string> {
  const service = new InvoiceService(silent);
  const xml = await service.generate({ 'ubl:Invoice': bodyOf(invoice) }, { format: 'CII', lang: 'en' });
  return takenBack ? withReference(String(xml), takenBack) : String(xml);
}

const summationEnd = '</ram:SpecifiedTradeSettlementHeaderMonetarySummation>';

/** Adds the invoice that a credit note takes back (BG-3): version 2.3.4 of the library looks for it in the wrong place. */
const withReference = (xml: string, { number, issuedAt }: TakenBack): string =>
  xml.replace(
    summationEnd,
    `${summationEnd}<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${number}</ram:IssuerAssignedID>` +
      `<ram:FormattedIssueDateTime><qdt:DateTimeString format="102">${day(issuedAt).replaceAll('-', '')}</qdt:DateTimeString>` +
      '</ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>',
  );

function bodyOf(invoice: FinalInvoice): Body {
  return {
    'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
    'cbc:ID': invoice.number,
    'cbc:IssueDate': day(invoice.issued_at),
    'cbc:InvoiceTypeCode': typeCodes[invoice.kind],
    'cbc:DocumentCurrencyCode': 'EUR',
    'cac:InvoicePeriod': periodOf(invoice.lines),
    'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(invoice) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(invoice) },
    'cac:PaymentTerms': { 'cbc:Note': termsText(invoice) },
    'cac:TaxTotal': [taxTotal(invoice)],
    'cac:LegalMonetaryTotal': totals(invoice),
    'cac:InvoiceLine': linesOf(invoice) as Body['cac:InvoiceLine'],
  };
}

function periodOf(lines: FinalInvoice['lines']) {
  return {
    'cbc:StartDate': day(Math.min(...lines.map(({ from }) => from))),
    'cbc:EndDate': day(Math.max(...lines.map(lastMoment))),
  };
}

/** Names no VAT ids outside the scope of VAT (BR-O-02); something else has to identify the seller then (BR-CO-26). */
function sellerParty({ seller, vat }: FinalInvoice): SellerParty {
  const vatId = vat.country === 'ch' && seller.country !== 'ch' ? seller.swissVatId : seller.vatId;
  const isOutside = vat.category === 'outside';
  return {
    'cbc:EndpointID': seller.email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PostalAddress': addressOf(seller),
    ...(!isOutside && { 'cac:PartyTaxScheme': [{ 'cbc:CompanyID': vatId, ...vatScheme }] }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': seller.name,
      ...((seller.register || isOutside) && { 'cbc:CompanyID': seller.register || vatId }),
    },
    'cac:Contact': { 'cbc:ElectronicMail': seller.email },
  };
}

function buyerParty({ buyer, vat }: FinalInvoice): BuyerParty {
  return {
    'cbc:EndpointID': buyer.email,
    'cbc:EndpointID@schemeID': 'EM',
    'cac:PostalAddress': addressOf(buyer),
    ...(buyer.vatId &&
      vat.category !== 'outside' && {
        'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vatId, ...vatScheme },
      }),
    'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.name },
  };
}

const addressOf = (party: FinalInvoice['seller'] | FinalInvoice['buyer']) => ({
  'cbc:StreetName': party.addressLine1,
  ...(party.addressLine2 && { 'cbc:AdditionalStreetName': party.addressLine2 }),
  'cbc:CityName': party.city,
  'cbc:PostalZone': party.postalCode,
  'cac:Country': countryCode(party.country),
});

/**
 * Returns the sign of amounts: a credit note says by its type that it takes back, and states amounts as its
 * invoice does.
 */
const signOf = ({ kind }: FinalInvoice): 1 | -1 => (kind === 'creditNote' ? -1 : 1);

/** Returns the rate. BR-O-05: what is outside has no rate. */
const percentOf = ({ category, rate }: FinalInvoice['vat']) =>
  category === 'outside' ? {} : { 'cbc:Percent': String(rate / 100) };

function taxTotal(invoice: FinalInvoice): Body['cac:TaxTotal'][0] {
  const { vat, net_cents, vat_cents, buyer } = invoice;
  const { code, reason } = categories[vat.category];
  const sign = signOf(invoice);
  return {
    'cbc:TaxAmount': amount(sign * vat_cents),
    'cbc:TaxAmount@currencyID': 'EUR',
    'cac:TaxSubtotal': [
      {
        'cbc:TaxableAmount': amount(sign * net_cents),
        'cbc:TaxableAmount@currencyID': 'EUR',
        'cbc:TaxAmount': amount(sign * vat_cents),
        'cbc:TaxAmount@currencyID': 'EUR',
        'cac:TaxCategory': {
          'cbc:ID': code,
          ...percentOf(vat),
          ...(vat.category !== 'standard' &&
            reason && {
              'cbc:TaxExemptionReasonCode': reason,
              'cbc:TaxExemptionReason': invoiceWords[buyer.language][vat.category],
            }),
          ...vatScheme,
        },
      },
    ],
  };
}

/** Returns the sums. What a credit pays counts as paid before (BT-113), and what goes to the credit as negative. */
function totals(invoice: FinalInvoice): Body['cac:LegalMonetaryTotal'] {
  const sign = signOf(invoice);
  const { net_cents, gross_cents, due_cents } = invoice;
  const [net, gross] = [amount(sign * net_cents), amount(sign * gross_cents)];
  return {
    'cbc:LineExtensionAmount': net,
    'cbc:LineExtensionAmount@currencyID': 'EUR',
    'cbc:TaxExclusiveAmount': net,
    'cbc:TaxExclusiveAmount@currencyID': 'EUR',
    'cbc:TaxInclusiveAmount': gross,
    'cbc:TaxInclusiveAmount@currencyID': 'EUR',
    ...(gross_cents !== due_cents && {
      'cbc:PrepaidAmount': amount(sign * (gross_cents - due_cents)),
      'cbc:PrepaidAmount@currencyID': 'EUR',
    }),
    'cbc:PayableAmount': amount(sign * due_cents),
    'cbc:PayableAmount@currencyID': 'EUR',
  };
}

/** Returns the lines, whose prices are never negative (BR-27): what is credited counts minus one. */
function linesOf(invoice: FinalInvoice): Body['cac:InvoiceLine'][0][] {
  const { vat, buyer } = invoice;
  return taxedLines(invoice).map((line, i) => {
    const net = signOf(invoice) * line.netCents;
    return {
      'cbc:ID': String(i + 1),
      'cbc:InvoicedQuantity': net < 0 ? '-1' : '1',
      'cbc:InvoicedQuantity@unitCode': 'C62',
      'cbc:LineExtensionAmount': amount(net),
      'cbc:LineExtensionAmount@currencyID': 'EUR',
      'cac:InvoicePeriod': periodOf([line]),
      'cac:Item': {
        'cbc:Name': itemName(line, invoiceWords[buyer.language]),
        'cac:ClassifiedTaxCategory': {
          'cbc:ID': categories[vat.category].code,
          ...percentOf(vat),
          ...vatScheme,
        },
      },
      'cac:Price': { 'cbc:PriceAmount': amount(Math.abs(net)), 'cbc:PriceAmount@currencyID': 'EUR' },
    };
  });
}
