/** Reads tables as rows of words: CSV (RFC 4180, with the separators that offices use) and SpreadsheetML (ECMA-376, 18.3). */
import { type MomentFormat, momentFormat, momentText } from './cellMoments.ts';
import { contentLimits, UnreadableError } from './limits.ts';
import { decodeText } from './plainText.ts';
import { unzip } from './unzip.ts';
import { attributeOf, elementsOf, insideOf, withEntities, wordsOfXml } from './xmlText.ts';

/** The most that is shown of a table; of the words in all tables of a workbook, in UTF-16 code units. */
export const shownCells = { rows: 2_000, columns: 100, sheets: 20, units: contentLimits.textUnits } as const;

export interface Sheet {
  name: string;
  rows: string[][];
  /** True if the table has more than is shown. */
  isCut: boolean;
}

export interface Workbook {
  sheets: Sheet[];
  /** Number of its tables of which nothing is shown. */
  leftOut: number;
}

/** Reads the tables of a workbook in turn, as long as there is room for more. */
export function readInTurn<Table>(
  tables: readonly Table[],
  budget: { readonly left: number },
  read: (table: Table) => Sheet,
): Workbook {
  const sheets: Sheet[] = [];
  for (const table of tables.slice(0, shownCells.sheets)) {
    if (budget.left === 0) break;
    sheets.push(read(table));
  }
  return { sheets, leftOut: tables.length - sheets.length };
}

/** Returns the separator that stands in the first line most often. */
function separatorOf(text: string): string {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')) || text.length);
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t', ','].sort((a, b) => count(b) - count(a))[0]!;
}

/** Returns the table of a CSV file; of its first bytes alone where there are more than `most`. */
export function sheetOfCsv(name: string, bytes: Uint8Array, most = bytes.length): Sheet {
  const text = decodeText(bytes, most);
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let isWide = false;
  let at = 0;
  while (at < text.length && rows.length < shownCells.rows) {
    let value = '';
    if (text[at] === '"') {
      for (at++; at < text.length; at++) {
        const end = text.indexOf('"', at);
        value += text.slice(at, end < 0 ? text.length : end);
        at = end < 0 ? text.length : end + 1;
        if (text[at] !== '"') break;
        value += '"';
      }
    }
    const rest = /[^\r\n]*?(?=[;\t,\r\n]|$)/y;
    for (;;) {
      rest.lastIndex = at;
      const piece = rest.exec(text)?.[0] ?? '';
      value += piece;
      at += piece.length;
      // Another separator than this file's is a letter like any other.
      if (at >= text.length || text[at] === separator || text[at] === '\r' || text[at] === '\n') break;
      value += text[at++];
    }
    if (row.length < shownCells.columns) row.push(value);
    else isWide ||= value !== '';
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else at++;
    rows.push(row);
    row = [];
  }
  return { name, rows, isCut: isWide || at < text.length || bytes.length > most };
}

const lines: ReadonlySet<string> = new Set();
const inText = new Set(['t']);
const plain = (xml: string): string => wordsOfXml(xml, { in: inText, lines });

/** Returns the number of a column by its letters, from zero. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The parts of a workbook that are read. */
const wanted =
  /^xl\/(?:(?:workbook|sharedStrings|styles|worksheets\/[^/]+)\.xml|_rels\/workbook\.xml\.rels)$/;

/** The language of a reader, as a BCP 47 tag, and its words for true and false. */
interface CellWords {
  language: string;
  yes: string;
  no: string;
}

/** The parts of a workbook that cells refer to. */
interface Book {
  shared: readonly string[];
  /** By the number of a cell's style. */
  formats: readonly (MomentFormat | undefined)[];
  is1904: boolean;
  words: CellWords;
  /** UTF-16 code units that may still be shown: many cells can name one long text. */
  left: number;
}

const tags = (xml: string, name: string): string[] => [...elementsOf(xml, name)].map(({ tag }) => tag);

/** Returns the format of each style of cells. */
function formatsOf(styles: string): (MomentFormat | undefined)[] {
  const own = new Map(
    tags(styles, 'numFmt').map((tag) => [
      Number(attributeOf(tag, 'numFmtId')),
      withEntities(attributeOf(tag, 'formatCode') ?? ''),
    ]),
  );
  return tags(insideOf(styles, 'cellXfs'), 'xf').map((tag) => {
    const id = Number(attributeOf(tag, 'numFmtId'));
    return momentFormat(id, own.get(id));
  });
}

/** Returns the tables of a workbook, in its order. @throws UnreadableError */
export function workbookOfXlsx(bytes: Uint8Array, words: CellWords): Workbook {
  const parts = unzip(bytes, (name) => wanted.test(name));
  const partText = (name: string) => decodeText(parts.get(name) ?? new Uint8Array());
  const workbook = partText('xl/workbook.xml');
  const book: Book = {
    shared: [...elementsOf(partText('xl/sharedStrings.xml'), 'si')].map(({ inside }) => plain(inside)),
    formats: formatsOf(partText('xl/styles.xml')),
    is1904: /^(?:1|true)$/.test(attributeOf(tags(workbook, 'workbookPr')[0] ?? '', 'date1904') ?? ''),
    words,
    left: shownCells.units,
  };
  const targets = new Map(
    tags(partText('xl/_rels/workbook.xml.rels'), 'Relationship').map((tag) => [
      attributeOf(tag, 'Id'),
      `xl/${(attributeOf(tag, 'Target') ?? '').replace(/^\/xl\//, '')}`,
    ]),
  );
  const sheets = tags(workbook, 'sheet').flatMap((tag) => {
    const part = targets.get(attributeOf(tag, 'id'));
    // A sheet of a single diagram has no cells.
    return part && parts.has(part) ? [{ name: withEntities(attributeOf(tag, 'name') ?? ''), part }] : [];
  });
  if (sheets.length === 0) throw new UnreadableError('no workbook');
  return readInTurn(sheets, book, ({ name, part }) => ({ name, ...rowsOf(partText(part), book) }));
}

/** Returns the text of a cell. */
function cellText(tag: string, inside: string, { shared, formats, is1904, words }: Book): string {
  const value = insideOf(inside, 'v');
  const type = attributeOf(tag, 't') ?? 'n';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'inlineStr') return plain(inside);
  if (type === 'b') return value === '1' ? words.yes : words.no;
  const format = type === 'n' && value ? formats[Number(attributeOf(tag, 's') ?? 0)] : undefined;
  return (format && momentText(Number(value), format, words.language, is1904)) ?? withEntities(value);
}

/** Returns the rows of a table at their places: those without words need not be written. */
function rowsOf(xml: string, book: Book): Pick<Sheet, 'rows' | 'isCut'> {
  const rows: string[][] = [];
  let isCut = false;
  let next = 0;
  for (const { tag: start, inside: content } of elementsOf(xml, 'row')) {
    if (book.left === 0 || (isCut && next >= shownCells.rows)) return { rows, isCut: true };
    const at = Math.max(next, (Number(attributeOf(start, 'r')) || 0) - 1);
    next = at + 1;
    const row: string[] = [];
    for (const { tag, inside } of elementsOf(content, 'c')) {
      const letters = /^[A-Z]{1,3}/.exec(attributeOf(tag, 'r') ?? '')?.[0];
      const column = letters ? columnOf(letters) : row.length;
      const text = cellText(tag, inside, book);
      const isShown = at < shownCells.rows && column < shownCells.columns;
      const shown = isShown ? text.slice(0, book.left) : '';
      // A cell without words, of a format alone, is no loss.
      isCut ||= shown.length < text.length;
      if (column < shownCells.columns) row[column] = shown;
      book.left -= shown.length;
    }
    if (!row.some(Boolean)) continue;
    while (rows.length < at) rows.push([]);
    rows.push(Array.from(row, (cell) => cell ?? ''));
  }
  return { rows, isCut };
}
