import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { unzipSync } from 'fflate';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { writeCsv } from './csv.ts';
import { writePdf } from './pdf.ts';
import { balanceText, type Cell, type TableFile, type TableRow } from './table.ts';
import { writeXlsx } from './xlsx.ts';

const { resolve } = createRequire(import.meta.url);
const font = async (part: string) =>
  new Uint8Array(await readFile(resolve(`@fontsource/inter/files/inter-${part}-normal.woff`)));
const fonts = async () => ({
  regular: await Promise.all(['latin-400', 'latin-ext-400', 'greek-400', 'cyrillic-400'].map(font)),
  strong: await Promise.all(['latin-600', 'latin-ext-600'].map(font)),
});
const hour = 3_600_000;
const row = (...cells: Cell[]): TableRow => ({ role: 'row', cells });

const table = (rows: readonly TableRow[], over: Partial<TableFile> = {}): TableFile => ({
  title: 'Leistungsnachweis',
  about: ['Oktober 2026'],
  firm: { name: 'Brandt & Söhne', lines: ['Hauptstraße 1', '8000 Zürich'] },
  columns: [
    { header: 'Tag', kind: 'day', share: 2 },
    { header: 'Aufgabe', kind: 'text', share: 4 },
    { header: 'Zeit', kind: 'duration', share: 1 },
    { header: 'Stunden', kind: 'hours', share: 1 },
    { header: 'Betrag', kind: 'money', share: 1 },
    { header: 'Abrechenbar', kind: 'flag', share: 2 },
  ],
  rows,
  words: { yes: 'ja', no: 'nein', page: 'Seite {page} von {pages}', signatures: [] },
  language: 'de',
  region: 'de-DE',
  ...over,
});

const ignore = () => {};

/** Resolves with the words of each page, in the order of the file. */
async function pagesOf(file: Blob): Promise<string[]> {
  const pdf = await getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 }).promise;
  return Promise.all(
    Array.from({ length: pdf.numPages }, async (_, i) => {
      const { items } = await (await pdf.getPage(i + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
}

describe('CSV', () => {
  it('separates by semicolons, with a byte order mark and the region’s decimal mark', async () => {
    const rows = [row('2026-10-01', 'Pläne; "groß"\nzwei', 1.5 * hour, 1.5 * hour, 123_450, true)];
    const bytes = new Uint8Array(await writeCsv(table(rows), ignore).arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(new TextDecoder().decode(bytes)).toBe(
      'Tag;Aufgabe;Zeit;Stunden;Betrag;Abrechenbar\r\n' +
        '2026-10-01;"Pläne; ""groß""\nzwei";1:30;1,50;1234,50;ja\r\n',
    );
    const swiss = await writeCsv(table(rows, { region: 'de-CH' }), ignore).text();
    expect(swiss).toContain(';1.50;1234.50;ja');
  });

  it('lets no text become a formula', async () => {
    const texts = ['=HYPERLINK("http://evil")', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=1;2'];
    const csv = await writeCsv(table(texts.map((text) => row(undefined, text))), ignore).text();
    const cells = csv.split('\r\n').slice(1, -1);
    expect(cells).toHaveLength(texts.length);
    for (const line of cells) expect(line).toMatch(/^;"?'[=+\-@\t\r]/);
    expect(await writeCsv(table([row(undefined, 'a', -15 * 60_000)]), ignore).text()).toContain(';-0:15;');
  });

  it('lets no part of a text become a formula where a reader separates by commas, tabs or lines', async () => {
    const texts = [
      'Call,=HYPERLINK("http://evil")',
      'a, =1',
      'a;+1',
      'a\t@SUM(A1)',
      'a\n=1',
      'a,"=1"',
      ' =1',
      "a,-2+cmd|' /C calc'!A0",
      '1.000,- netto',
      '- item\n- item',
      '3, -5',
    ];
    const columns = [{ header: 'a,=1+1', kind: 'text' as const, share: 1 }];
    const csv = await writeCsv(
      table(
        texts.map((text) => row(text)),
        { columns },
      ),
      ignore,
    ).text();
    const parts = csv.split(/[;,\t\r\n]/).map((part) => part.replace(/^["\s]+/, ''));
    expect(parts.filter((part) => /^(?:[=+@]|-.*[(|!])/.test(part))).toEqual([]);
    // Prices, numbers and lists are no formulas that could do anything.
    for (const plain of ['1.000,- netto', '\n- item', '3, -5']) expect(csv).toContain(plain);
  });

  it('takes time in proportion to a text, whatever stands in it', async () => {
    const hostile = ['\t', ', ', ',-', ' ', '"'].map((sign) => row(sign.repeat(1_000_000 / sign.length)));
    const columns = [{ header: 'Text', kind: 'text' as const, share: 1 }];
    expect((await writeCsv(table(hostile, { columns }), ignore).text()).length).toBeGreaterThan(5_000_000);
  });

  it('leaves groups and sums out', async () => {
    const rows: TableRow[] = [
      { role: 'group', cells: ['Villa'] },
      row(undefined, 'a'),
      { role: 'total', cells: ['Summe'] },
    ];
    expect((await writeCsv(table(rows), ignore).text()).trimEnd().split('\r\n')).toHaveLength(2);
  });
});

describe('XLSX', () => {
  it('holds numbers that a spreadsheet calculates with, and text that stays text', async () => {
    const rows = [
      row('2026-10-01', '=1+1 <&"\u0001', 30 * hour, 0.25 * hour, 123_450, false),
      row('2026-10-02', 'short', hour - 20_000),
    ];
    const parts = unzipSync(new Uint8Array(await writeXlsx(table(rows), ignore).arrayBuffer()));
    const sheet = new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']);
    expect(sheet).toContain('<c r="A2" s="1"><v>46296</v></c>');
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1 &lt;&amp;&quot;</t>');
    expect(sheet).toContain('<c r="C2" s="2"><v>1.25</v></c>');
    // Spreadsheets cut seconds off, which everything else rounds: 59:40 is an hour.
    expect(sheet).toContain(`<c r="C3" s="2"><v>${60 / 1440}</v></c>`);
    expect(sheet).toContain('<c r="D2" s="3"><v>0.25</v></c>');
    expect(sheet).toContain('<c r="E2" s="4"><v>1234.5</v></c>');
    expect(sheet).toContain('t="b"><v>0</v>');
    expect(new TextDecoder().decode(parts['xl/styles.xml'])).toContain('formatCode="[hh]:mm"');
  });

  it('says how far it is, and refuses what no sheet holds', () => {
    const seen: number[] = [];
    writeXlsx(table(Array.from({ length: 4_500 }, () => row('2026-10-01', 'a'))), (n) => seen.push(n));
    expect(seen).toEqual([2_000, 4_000, 4_500]);
    const many = { length: 1_048_576 } as readonly TableRow[];
    expect(() => writeXlsx(table(many), ignore)).toThrow(RangeError);
  });
});

describe('PDF', () => {
  it('shows every letter of its languages, and breaks what is long', async () => {
    const text = `Größe Œuvre façade Łódź Ωμέγα Москва € „Zitat“ ${'lang'.repeat(40)} Ende`;
    const rows = [
      row('2026-10-01', text, 1.5 * hour, 1.5 * hour, 123_450, true),
      { role: 'total', cells: ['Summe aller Aufgaben', undefined, 90 * 60_000] } as const,
    ];
    const [page] = await pagesOf(await writePdf(table(rows), await fonts(), ignore));
    const letters = page!.replaceAll(/\s+/g, '');
    expect(letters).toContain(text.replaceAll(' ', ''));
    for (const words of [
      'Brandt & Söhne',
      'Leistungsnachweis',
      '01.10.2026',
      '1.234,50',
      'Seite 1 von 1',
      'Summe aller Aufgaben',
    ])
      expect(page).toContain(words);
  });

  it('breaks no word of a header while the other columns have room for it', async () => {
    const narrow = { header: 'Abrechenbarkeitsmerkmal', kind: 'flag', share: 0.5 } as const;
    const [page] = await pagesOf(
      await writePdf(table([], { columns: [...table([]).columns, narrow] }), await fonts(), ignore),
    );
    expect(page).toContain(narrow.header);
    const many = Array.from({ length: 12 }, () => narrow);
    const [crowded] = await pagesOf(await writePdf(table([], { columns: many }), await fonts(), ignore));
    expect(crowded!.replaceAll(/\s+/g, '')).toContain('Abrech');
  });

  it('loses no row over the ends of pages, repeats the heads and asks for signatures', async () => {
    const rows = Array.from({ length: 150 }, (_, i) =>
      row('2026-10-01', `Nummer ${i} ${'Text '.repeat(i % 40)}`, hour),
    );
    rows.push(row('2026-10-02', 'hoch '.repeat(2_000), hour));
    const words = { ...table([]).words, signatures: ['Anna Bauer', 'Für die Firma'] };
    const pages = await pagesOf(await writePdf(table(rows, { words }), await fonts(), ignore));
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.every((page) => page.includes('Abrechenbar'))).toBe(true);
    const all = pages.join(' ');
    expect([...all.matchAll(/Nummer (\d+)/g)].map(([, n]) => Number(n))).toEqual(
      rows.slice(0, -1).map((_, i) => i),
    );
    expect(all.match(/hoch/g)).toHaveLength(2_000);
    expect(pages.at(-1)).toContain('Für die Firma');
  });

  it('lines up differences with their total at the right', async () => {
    const columns = [
      { header: 'Tag', kind: 'text' as const, share: 1 },
      { header: 'Saldo', kind: 'balance' as const, share: 1 },
    ];
    const total: TableRow = { role: 'total', cells: ['Summe', -1.5 * hour] };
    const rows = [row('Do', 1.5 * hour), row('Fr', -3 * hour), row('Sa', -20_000), row('So', 20_000), total];
    const file = await writePdf(table(rows, { columns }), await fonts(), ignore);
    const pdf = await getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 }).promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const shown = items.flatMap((item) =>
      'str' in item && /^[+−]?[0-9]+:[0-9]+$/.test(item.str)
        ? [[item.str, Math.round(item.transform[4] + item.width)]]
        : [],
    );
    expect(shown.map(([text]) => text)).toEqual(['+1:30', '−3:00', '0:00', '0:00', '−1:30']);
    expect(new Set(shown.map(([, right]) => right)).size).toBe(1);
    expect(await writeCsv(table(rows, { columns }), ignore).text()).toContain('Fr;-3:00\r\n');
  });

  it('breaks long names at the head, left of the logo, and under the lines to sign on', async () => {
    const name = 'Generalunternehmung '.repeat(10).trim();
    const dot =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const logo = new Uint8Array(Buffer.from(dot, 'base64'));
    const file = await writePdf(
      table([row(undefined, 'Umbau')], {
        firm: { name, lines: [name], logo },
        words: { yes: 'ja', no: 'nein', page: '', signatures: [name, 'Ada'] },
      }),
      await fonts(),
      ignore,
    );
    const pdf = await getDocument({ data: new Uint8Array(await file.arrayBuffer()), verbosity: 0 }).promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const names = items.flatMap((item) =>
      'str' in item && item.str.includes('General')
        ? [{ y: item.transform[5] as number, end: (item.transform[4] as number) + item.width }]
        : [],
    );
    const [width, margin, side] = [595, 42, 40];
    const isHead = ({ y }: { y: number }) => y > 700;
    const ends = (of: typeof names) => Math.max(...of.map(({ end }) => end));
    expect(ends(names.filter(isHead))).toBeLessThan(width - margin - side);
    // Half of the page each.
    expect(ends(names.filter((each) => !isHead(each)))).toBeLessThan(width / 2);
    expect(items.flatMap((item) => ('str' in item ? (item.str.match(/General/g) ?? []) : []))).toHaveLength(
      30,
    );
  });

  it('writes a question mark for what no font has', async () => {
    const [page] = await pagesOf(await writePdf(table([row(undefined, 'a😀b')]), await fonts(), ignore));
    expect(page).toContain('a?b');
  });
});

it.each([
  [5.9, '+5:54'],
  [-8, '−8:00'],
  [0, '0:00'],
  [1 / 600, '0:00'],
  [-1 / 600, '0:00'],
  [-1 / 120, '−0:01'],
])('writes a difference of %d hours as %s', (hours, text) =>
  expect(balanceText(hours * 3_600_000)).toBe(text),
);
