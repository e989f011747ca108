/** Writes a table's rows as CSV (RFC 4180) with `;` between cells and a byte order mark, which spreadsheets in Europe expect. */
import {
  type Cell,
  type CellKind,
  durationText,
  isTime,
  numberOf,
  type OnRows,
  rowsPerReport,
  type TableFile,
} from './table.ts';

/** Spreadsheets take a cell that begins so for a formula (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r]/;

/**
 * Beginnings of formulas behind what another reader may take for the end of a cell. A minus makes one that does harm only with a
 * call, another sheet or a command behind it: prices (`5,-`) and lists stay as they are. Nothing here can begin again where it went.
 */
const laterFormulas = /(^|[,;\t\r\n])((?:"|[^\S\t\r\n])*)(?=[=+@]|-[^,;\t\r\n]*[(|!])/g;

const quoted = (text: string): string => (/[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Returns somebody's text as a cell that is text to every spreadsheet. */
const textCell = (text: string): string =>
  quoted(text.replace(laterFormulas, "$1$2'").replace(formula, "'$&"));

/** Returns a number with two digits behind the region's decimal mark, without any mark between thousands. */
const decimal = (value: number, mark: string): string => value.toFixed(2).replace('.', mark);

function cellOf(cell: Cell, kind: CellKind, mark: string, { words }: TableFile): string {
  if (cell === undefined) return '';
  if (kind === 'flag') return quoted(cell ? words.yes : words.no);
  if (typeof cell === 'number')
    return isTime(kind) ? durationText(cell) : decimal(numberOf(cell, kind), mark);
  return textCell(String(cell));
}

/** Returns the file. Groups and sums are left out: a program that reads it adds up by itself. Days are `YYYY-MM-DD`. */
export function writeCsv(table: TableFile, onRows: OnRows): Blob {
  const mark = new Intl.NumberFormat(table.region).format(0.5).includes(',') ? ',' : '.';
  const pieces: string[] = [`\uFEFF${table.columns.map(({ header }) => textCell(header)).join(';')}\r\n`];
  let piece = '';
  let seen = 0;
  for (const { role, cells } of table.rows) {
    seen++;
    if (seen % rowsPerReport === 0) {
      pieces.push(piece);
      piece = '';
      onRows(seen);
    }
    if (role !== 'row') continue;
    piece += `${table.columns.map(({ kind }, i) => cellOf(cells[i], kind, mark, table)).join(';')}\r\n`;
  }
  pieces.push(piece);
  onRows(seen);
  return new Blob(pieces, { type: 'text/csv;charset=utf-8' });
}
