/** Reads the tables of OpenDocument (ISO 26300-1, 9) as rows of words: as the program that wrote them showed their cells. */
import { UnreadableError } from './limits.ts';
import { decodeText } from './plainText.ts';
import { readInTurn, type Sheet, shownCells, type Workbook } from './sheet.ts';
import { unzip } from './unzip.ts';
import { attributeOf, elementsOf, withEntities, wordsOfXml } from './xmlText.ts';

/** UTF-16 code units that may still be shown: one cell or row can stand for many. */
interface Budget {
  left: number;
}

const breaks = { lines: new Set(['line-break']), gaps: new Set(['tab', 's']) };

/** Returns how often a cell or row comes. */
const countOf = (tag: string, name: string): number => Math.max(1, Number(attributeOf(tag, name)) || 1);

/** Returns the paragraphs of a cell; notes and drawings are not what stands in it. */
const textOf = (inside: string): string =>
  [...elementsOf(inside, 'p', 'annotation', 'frame', 'custom-shape')]
    .filter(({ name }) => name === 'p')
    .map((paragraph) => wordsOfXml(paragraph.inside, breaks))
    .join('\n');

/** Returns a row without the empty cells behind its last one, and whether words in it are left out. */
function cellsOf(row: string): { cells: string[]; isCut: boolean } {
  const cells: string[] = [];
  let column = 0;
  for (const { tag, inside } of elementsOf(row, 'table-cell', 'covered-table-cell')) {
    const end = column + countOf(tag, 'number-columns-repeated');
    const text = inside && textOf(inside);
    if (text && column >= shownCells.columns) return { cells, isCut: true };
    if (text) for (; column < Math.min(end, shownCells.columns); column++) cells[column] = text;
    if (text && column < end) return { cells, isCut: true };
    column = end;
  }
  return { cells: Array.from(cells, (cell) => cell ?? ''), isCut: false };
}

function rowsOf(table: string, budget: Budget): Pick<Sheet, 'rows' | 'isCut'> {
  const rows: string[][] = [];
  let isCut = false;
  /** Empty rows, which show where words follow. */
  let empty = 0;
  for (const { tag, inside } of elementsOf(table, 'table-row')) {
    const { cells, isCut: isWide } = cellsOf(inside);
    const count = countOf(tag, 'number-rows-repeated');
    isCut ||= isWide;
    if (cells.length === 0) {
      empty += count;
      continue;
    }
    for (; empty > 0 && rows.length < shownCells.rows; empty--) rows.push([]);
    for (let i = 0; i < count; i++) {
      if (rows.length >= shownCells.rows || budget.left === 0) return { rows, isCut: true };
      rows.push(
        cells.map((text) => {
          const shown = text.slice(0, budget.left);
          isCut ||= shown.length < text.length;
          budget.left -= shown.length;
          return shown;
        }),
      );
    }
  }
  return { rows, isCut };
}

/** Returns the tables of a workbook, in its order. @throws UnreadableError */
export function workbookOfOds(bytes: Uint8Array): Workbook {
  const content = unzip(bytes, (name) => name === 'content.xml').get('content.xml');
  const tables = [...elementsOf(decodeText(content ?? new Uint8Array()), 'table')];
  if (tables.length === 0) throw new UnreadableError('no workbook');
  const budget = { left: shownCells.units };
  return readInTurn(tables, budget, ({ tag, inside }) => ({
    name: withEntities(attributeOf(tag, 'table:name') ?? ''),
    ...rowsOf(inside, budget),
  }));
}
