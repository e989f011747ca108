/** An invoice on paper, with the particulars of § 14 (4) UStG and § 11 (1) UStG (Austria), in the buyer's language. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type FontBytes, writePdf } from '@kontor/table/pdf';
import type { TableFile, TableRow } from '@kontor/table/table';
import { dayText, locales } from '../../dayText.ts';
import type { FinalInvoice, TakenBack } from '../../db/invoices.ts';
import { lastMoment, taxedLines } from './lines.ts';
import { countryText, invoiceWords, itemName, rateText, termsText } from './words.ts';

const { resolve } = createRequire(import.meta.url);

const load = (weight: 400 | 600) =>
  ['latin', 'latin-ext', 'greek', 'cyrillic'].map(
    (letters) =>
      new Uint8Array(readFileSync(resolve(`@fontsource/inter/files/inter-${letters}-${weight}-normal.woff`))),
  );

let fonts: FontBytes | undefined;

/** Returns the PDF. */
export async function invoicePdf(invoice: FinalInvoice, takenBack: TakenBack | undefined): Promise<Buffer> {
  fonts ??= { regular: load(400), strong: load(600) };
  const file = await writePdf(invoiceTableFile(invoice, takenBack), fonts, () => {});
  return Buffer.from(await file.arrayBuffer());
}

/** Returns what stands on the paper. */
export function invoiceTableFile(invoice: FinalInvoice, takenBack: TakenBack | undefined): TableFile {
  const { seller, buyer, vat } = invoice;
  const { language } = buyer;
  const words = invoiceWords[language];
  const isSwiss = vat.country === 'ch' && seller.country !== 'ch';
  return {
    title: `${words[invoice.kind]} ${invoice.number}`,
    firm: {
      name: seller.name,
      lines: [
        `${seller.addressLine1}, ${seller.postalCode} ${seller.city}, ${countryText(seller.country, language)}`,
        [seller.email, words.sellerVatId(seller.vatId), isSwiss && words.swissVatId(seller.swissVatId)]
          .filter(Boolean)
          .join(' · '),
        ...(seller.register ? [seller.register] : []),
      ],
    },
    recipient: [
      buyer.name,
      buyer.addressLine1,
      ...(buyer.addressLine2 ? [buyer.addressLine2] : []),
      `${buyer.postalCode} ${buyer.city}`,
      countryText(buyer.country, language),
    ],
    about: [
      words.date(dayText(invoice.issued_at, language)),
      ...(buyer.vatId ? [words.buyerVatId(buyer.vatId)] : []),
      ...(takenBack ? [words.takesBack(takenBack.number, dayText(takenBack.issuedAt, language))] : []),
    ],
    columns: [
      { header: words.item, kind: 'text', share: 5 },
      { header: words.period, kind: 'text', share: 4 },
      { header: words.net, kind: 'money', share: 2 },
      { header: words.rate, kind: 'text', share: 1 },
      { header: words.vat, kind: 'money', share: 2 },
      { header: words.gross, kind: 'money', share: 2 },
    ],
    rows: rowsOf(invoice),
    closing: closingOf(invoice),
    words: { yes: '', no: '', page: words.page, signatures: [] },
    language,
    region: locales[language],
  };
}

function rowsOf(invoice: FinalInvoice): TableRow[] {
  const { vat, net_cents, vat_cents, gross_cents } = invoice;
  const { language } = invoice.buyer;
  const words = invoiceWords[language];
  const rate = rateText(vat.rate, language);
  const lines: TableRow[] = taxedLines(invoice).map((line) => {
    const period = [line.from, lastMoment(line)].map((moment) => dayText(moment, language)).join(' – ');
    const gross = line.netCents + line.vatCents;
    return { role: 'row', cells: [itemName(line, words), period, line.netCents, rate, line.vatCents, gross] };
  });
  const sum = (label: string, cents: number, role: 'sum' | 'total'): TableRow => ({
    role,
    cells: [label, undefined, undefined, undefined, undefined, cents],
  });
  return [
    ...lines,
    sum(words.totalNet, net_cents, 'sum'),
    sum(words.totalVat(rate), vat_cents, 'sum'),
    sum(words.total, gross_cents, 'total'),
  ];
}

/** Returns what is said about VAT and payment. Later payments change nothing: the paper stays as it was issued. */
function closingOf(invoice: FinalInvoice): string[] {
  const { vat, buyer } = invoice;
  const tax = vat.category === 'standard' ? [] : [invoiceWords[buyer.language][vat.category]];
  return [...tax, termsText(invoice)];
}
