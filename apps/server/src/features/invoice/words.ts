/** The words of invoices and of the mail that brings them. */
import type { GatewayInvoiceLine } from '@kontor/contract/billing/gatewayInvoice';
import type { Language } from '@kontor/contract/text/language';
import { locales } from '../../dayText.ts';
import type { FinalInvoice } from '../../db/invoices.ts';

const en = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  date: (day: string) => `Date: ${day}`,
  takesBack: (number: string, day: string) => `Cancels invoice ${number} of ${day} in full.`,
  buyerVatId: (id: string) => `Your VAT ID: ${id}`,
  sellerVatId: (id: string) => `VAT ID ${id}`,
  swissVatId: (id: string) => `Swiss VAT number ${id}`,
  item: 'Service',
  period: 'Period',
  net: 'Net EUR',
  rate: 'VAT',
  vat: 'VAT EUR',
  gross: 'Gross EUR',
  totalNet: 'Net total',
  totalVat: (rate: string) => `VAT ${rate}`,
  total: 'Total',
  monthly: 'monthly',
  yearly: 'yearly',
  kinds: {
    period: '',
    proration: ' (change of plan, for the rest of the period)',
    credit: ' (unused part, credited)',
  },
  terms: {
    due: 'Payable at once. It is collected by the payment method on file.',
    setOff: 'Nothing is to be paid. The credit is set off against the next payments.',
    paidByCredit: (amount: string) => `Nothing is to be paid: ${amount} is set off against your credit.`,
    partlyPaidByCredit: (credit: string, due: string) =>
      `${credit} is set off against your credit. ${due} is payable at once, and is collected by the payment method on file.`,
    takenBack: 'Nothing is to be paid for the cancelled invoice any more.',
  },
  reverseCharge:
    'Reverse charge: VAT is to be accounted for by the recipient (article 196 of Directive 2006/112/EC).',
  outside:
    'Not subject to VAT in the seller’s country: the place of supply is where the recipient is established.',
  page: 'Page {page} of {pages}',
  subject: {
    invoice: (n: string) => `Your invoice ${n}`,
    creditNote: (n: string) => `Your credit note ${n}`,
  },
  mail: (amount: string) => [
    `Attached is the document as a PDF, and as XML (EN 16931) for your bookkeeping. Amount: ${amount}.`,
  ],
  button: 'Show invoices',
  footer: (host: string) =>
    `Sent by Kontor at ${host}, because this address receives the invoices of a workspace.`,
};

export type InvoiceWords = typeof en;

const de = {
  invoice: 'Rechnung',
  creditNote: 'Stornorechnung',
  date: (day) => `Rechnungsdatum: ${day}`,
  takesBack: (number, day) => `Storniert die Rechnung ${number} vom ${day} vollständig.`,
  buyerVatId: (id) => `Ihre USt-IdNr.: ${id}`,
  sellerVatId: (id) => `USt-IdNr. ${id}`,
  swissVatId: (id) => `Schweizer MWST-Nr. ${id}`,
  item: 'Leistung',
  period: 'Zeitraum',
  net: 'Netto EUR',
  rate: 'USt',
  vat: 'USt EUR',
  gross: 'Brutto EUR',
  totalNet: 'Summe netto',
  totalVat: (rate) => `Umsatzsteuer ${rate}`,
  total: 'Gesamtbetrag',
  monthly: 'monatlich',
  yearly: 'jährlich',
  kinds: {
    period: '',
    proration: ' (Tarifwechsel, für den Rest des Zeitraums)',
    // Not “Gutschrift”: by § 14 (2) UStG that is an invoice that the buyer writes.
    credit: ' (Anrechnung des nicht genutzten Teils)',
  },
  terms: {
    due: 'Sofort fällig. Der Betrag wird über das hinterlegte Zahlungsmittel eingezogen.',
    setOff: 'Es ist nichts zu zahlen. Das Guthaben wird mit den nächsten Zahlungen verrechnet.',
    paidByCredit: (amount) => `Es ist nichts zu zahlen: ${amount} werden mit Ihrem Guthaben verrechnet.`,
    partlyPaidByCredit: (credit, due) =>
      `${credit} werden mit Ihrem Guthaben verrechnet. ${due} sind sofort fällig und werden über das hinterlegte Zahlungsmittel eingezogen.`,
    takenBack: 'Zur stornierten Rechnung ist nichts mehr zu zahlen.',
  },
  reverseCharge:
    'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge, Artikel 196 der Richtlinie 2006/112/EG).',
  outside: 'Im Land des Verkäufers nicht steuerbar: Ort der Leistung ist der Sitz des Leistungsempfängers.',
  page: 'Seite {page} von {pages}',
  subject: { invoice: (n) => `Ihre Rechnung ${n}`, creditNote: (n) => `Ihre Stornorechnung ${n}` },
  mail: (amount) => [
    `Im Anhang finden Sie das Dokument als PDF und für Ihre Buchhaltung als XML (EN 16931). Betrag: ${amount}.`,
  ],
  button: 'Rechnungen anzeigen',
  footer: (host) =>
    `Gesendet von Kontor auf ${host}, weil diese Adresse die Rechnungen eines Arbeitsbereichs erhält.`,
} satisfies InvoiceWords;

export const invoiceWords: Record<Language, InvoiceWords> = { en, de };

const planNames = {
  basic: 'Basic',
  standard: 'Standard',
  professional: 'Professional',
  enterprise: 'Enterprise',
};

/** Returns what a line is for: `Kontor Standard, monthly`. */
export const itemName = ({ plan, interval, kind }: GatewayInvoiceLine, words: InvoiceWords): string =>
  `Kontor ${planNames[plan]}, ${interval === 'month' ? words.monthly : words.yearly}${words.kinds[kind]}`;

/** Returns what is said about payment: of a credit note, and where a credit pays, not that all is due. */
export function termsText({ kind, gross_cents, due_cents, buyer: { language } }: FinalInvoice): string {
  const { terms } = invoiceWords[language];
  if (kind === 'creditNote') return terms.takenBack;
  if (gross_cents <= 0) return terms.setOff;
  const [credit, due] = [gross_cents - due_cents, due_cents].map((cents) => moneyText(cents, language));
  if (due_cents === gross_cents) return terms.due;
  return due_cents === 0 ? terms.paidByCredit(credit!) : terms.partlyPaidByCredit(credit!, due!);
}

/** Writes `20 %`, from hundredths of a percent. */
export const rateText = (rate: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: 'percent', maximumFractionDigits: 2 }).format(
    rate / 10_000,
  );

/** Writes `58,80 €`, from cents. */
export const moneyText = (cents: number, language: Language): string =>
  new Intl.NumberFormat(locales[language], { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** Names a country: `Österreich`, `Austria`. */
export const countryText = (code: string, language: Language): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code.toUpperCase();
