/** Reads tables as rows of words: CSV (RFC 4180, with the separators that offices use) and SpreadsheetML (ECMA-376, 18.3). */
import { UnreadableError } from './limits.ts';
import { decodeText } from './plainText.ts';
import { unzip } from './unzip.ts';
import { withEntities, wordsOfXml } from './xmlText.ts';

/** The most that is shown of a table. */
export const shownCells = { rows: 2_000, columns: 100, sheets: 20 } as const;

export interface Sheet {
  name: string;
  rows: string[][];
  /** True if there is more than is shown. */
  isCut: boolean;
}

/** Returns the separator that stands in the first line most often. */
function separatorOf(text: string): string {
  const line = text.slice(0, Math.max(0, text.indexOf('\n')) || text.length);
  const count = (sign: string) => line.split(sign).length;
  return [';', '\t', ','].sort((a, b) => count(b) - count(a))[0]!;
}

/** Returns the table of a CSV file; of its first bytes alone where there are more than `most`. */
export function sheetOfCsv(name: string, bytes: Uint8Array, most = bytes.length): Sheet {
  const text = decodeText(bytes, most).replace(/^\ufeff/, '');
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
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
    if (text[at] === separator) {
      at++;
      if (at < text.length) continue;
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2;
    else at++;
    rows.push(row);
    row = [];
  }
  return { name, rows, isCut: at < text.length || bytes.length > most };
}

const lines: ReadonlySet<string> = new Set();
const inText = new Set(['t']);
const plain = (xml: string): string => wordsOfXml(xml, { in: inText, lines });

/** Returns the number of a column by its letters, from zero. */
const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** Returns the tables of a workbook, in its order. @throws UnreadableError */
export function sheetsOfXlsx(bytes: Uint8Array): Sheet[] {
  const parts = unzip(bytes, (name) => /^xl\/(workbook|sharedStrings|worksheets\/sheet\d+)\.xml$/.test(name));
  const textOf = (name: string) => decodeText(parts.get(name) ?? new Uint8Array());
  const names = [...textOf('xl/workbook.xml').matchAll(/<(?:\w+:)?sheet\b[^>]*>/g)].map(([tag]) =>
    withEntities(attribute(tag, 'name') ?? ''),
  );
  const shared = [...textOf('xl/sharedStrings.xml').matchAll(/<(?:\w+:)?si>(.*?)<\/(?:\w+:)?si>/gs)].map(
    ([, si]) => plain(si!),
  );
  const files = [...parts.keys()]
    .filter((name) => name.startsWith('xl/worksheets/'))
    .sort(new Intl.Collator('en', { numeric: true }).compare)
    .slice(0, shownCells.sheets);
  if (files.length === 0) throw new UnreadableError('no workbook');
  return files.map((file, i) => ({ name: names[i] ?? String(i + 1), ...rowsOf(textOf(file), shared) }));
}

function rowsOf(xml: string, shared: readonly string[]): Pick<Sheet, 'rows' | 'isCut'> {
  const rows: string[][] = [];
  for (const [, content = ''] of xml.matchAll(/<(?:\w+:)?row\b[^>]*?(?:\/>|>(.*?)<\/(?:\w+:)?row>)/gs)) {
    if (rows.length >= shownCells.rows) return { rows, isCut: true };
    const row: string[] = [];
    for (const [, tag = '', inside = ''] of content.matchAll(
      /<(?:\w+:)?c\b([^>]*?)(?:\/>|>(.*?)<\/(?:\w+:)?c>)/gs,
    )) {
      const letters = /^[A-Z]{1,3}/.exec(attribute(tag, 'r') ?? '')?.[0];
      const column = letters ? columnOf(letters) : row.length;
      if (column >= shownCells.columns) continue;
      const type = attribute(tag, 't');
      const value = /<(?:\w+:)?v>(.*?)<\/(?:\w+:)?v>/s.exec(inside)?.[1] ?? '';
      row[column] =
        type === 's'
          ? (shared[Number(value)] ?? '')
          : type === 'inlineStr'
            ? plain(inside)
            : withEntities(value);
    }
    rows.push(Array.from(row, (cell) => cell ?? ''));
  }
  return { rows, isCut: false };
}
