/** Writes a table as an Excel workbook of one sheet (ECMA-376). ADR 31 says why without a library for it. */
import { strToU8, Zip, ZipDeflate } from 'fflate';
import {
  type Cell,
  type CellKind,
  isTime,
  kindOf,
  numberOf,
  type OnRows,
  rowsPerReport,
  type TableColumn,
  type TableFile,
  type TableRow,
} from './table.ts';

/** The most rows that a sheet holds, its head included. */
const maxSheetRows = 1_048_576;

const msPerDay = 86_400_000;
const msPerMinute = 60_000;
const minutesPerDay = 1440;
/** The day that spreadsheets count as 0, given that they take 1900 for a leap year. */
const dayZero = Date.UTC(1899, 11, 30);

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns text for XML 1.0, without the characters that it cannot hold. */
export const xmlText = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll(/[&<>"]/g, (char) => escapes[char]!);

/** The number formats of cells, in the order of their styles; style 0 is plain text. */
const formats: Record<Exclude<CellKind, 'text' | 'flag'>, string> = {
  day: 'yyyy\\-mm\\-dd',
  duration: '[hh]:mm',
  hours: '0.00',
  money: '#,##0.00',
  balance: '[hh]:mm',
};
const kinds = Object.keys(formats) as (keyof typeof formats)[];

/** Returns the index of a cell's style: the plain ones first, then the same in bold. */
const styleOf = (kind: CellKind, isBold: boolean): number =>
  kinds.indexOf(kind as keyof typeof formats) + 1 + (isBold ? kinds.length + 1 : 0);

function stylesXml(): string {
  const own = kinds.map(
    (kind, i) => `<numFmt numFmtId="${164 + i}" formatCode="${xmlText(formats[kind])}"/>`,
  );
  const cells = [0, 1].flatMap((font) => [
    `<xf numFmtId="0" fontId="${font}" fillId="0" borderId="0" xfId="0" applyFont="1"/>`,
    ...kinds.map(
      (_, i) =>
        `<xf numFmtId="${164 + i}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
    ),
  ]);
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;
  return `${head}<styleSheet xmlns="${main}"><numFmts count="${kinds.length}">${own.join('')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${cells.length}">${cells.join('')}</cellXfs></styleSheet>`;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const parts = (title: string): [path: string, content: string][] => [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${sheetName(title)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  ['xl/styles.xml', stylesXml()],
];

/** Returns a name that a sheet may have: at most 31 characters, without those that formulas need. */
const sheetName = (title: string): string =>
  xmlText(
    title
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .slice(0, 31)
      .replaceAll(/^'|'$/g, ' ')
      .trim() || '1',
  );

/** Returns the letters of a column, counted from 0: `A`, `Z`, `AA`. */
const lettersOf = (column: number): string =>
  (column >= 26 ? lettersOf(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26));

function valueXml(cell: Cell, kind: CellKind, at: string, style: number): string {
  if (cell === undefined || cell === '') return '';
  if (typeof cell === 'boolean') return `<c r="${at}" s="${style}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (kind === 'day' && typeof cell === 'string')
    return `<c r="${at}" s="${style}"><v>${(Date.parse(`${cell}T00:00Z`) - dayZero) / msPerDay}</v></c>`;
  if (typeof cell === 'string')
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
  const value = isTime(kind)
    ? // Spreadsheets cut seconds off; everything else rounds them.
      Math.round(cell / msPerMinute) / minutesPerDay
    : numberOf(cell, kind);
  return `<c r="${at}" s="${style}"><v>${value}</v></c>`;
}

interface Placed {
  kind: CellKind;
  letters: string;
}

function rowXml(row: TableRow, number: number, columns: readonly Placed[]): string {
  let xml = `<row r="${number}">`;
  for (const [i, column] of columns.entries()) {
    const kind = kindOf(row, i, column.kind);
    xml += valueXml(row.cells[i], kind, `${column.letters}${number}`, styleOf(kind, row.role !== 'row'));
  }
  return `${xml}</row>`;
}

/** Returns how wide a column stands, in characters. */
const widthOf = ({ kind, share }: TableColumn): number =>
  kind === 'text' ? Math.min(60, 6 + share * 12) : 12;

function* sheetXml({ columns, rows }: TableFile, onRows: OnRows): Generator<string> {
  const widths = columns.map(
    (column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  );
  const placed = columns.map(({ kind }, i) => ({ kind, letters: lettersOf(i) }));
  const header: TableRow = { role: 'sum', cells: columns.map((column) => column.header) };
  const heading = placed.map((column): Placed => ({ ...column, kind: 'text' }));
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rowXml(header, 1, heading)}`;
  let piece = '';
  for (const [i, row] of rows.entries()) {
    piece += rowXml(row, i + 2, placed);
    if ((i + 1) % rowsPerReport > 0) continue;
    yield piece;
    piece = '';
    onRows(i + 1);
  }
  yield `${piece}</sheetData></worksheet>`;
  onRows(rows.length);
}

/** Returns the workbook. @throws RangeError for more rows than a sheet holds */
export function writeXlsx(table: TableFile, onRows: OnRows): Blob {
  if (table.rows.length >= maxSheetRows) throw new RangeError(`more than ${maxSheetRows} rows`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk as Uint8Array<ArrayBuffer>);
  });
  const add = (path: string) => {
    // 2 takes a third of the time of the usual 6, for files that are a fifth larger.
    const file = new ZipDeflate(path, { level: 2 });
    zip.add(file);
    return file;
  };
  for (const [path, content] of parts(table.title)) add(path).push(strToU8(content), true);
  const sheet = add('xl/worksheets/sheet1.xml');
  for (const piece of sheetXml(table, onRows)) sheet.push(strToU8(piece));
  sheet.push(new Uint8Array(0), true);
  zip.end();
  return new Blob(chunks, { type: `${type}.sheet` });
}
