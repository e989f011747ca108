/** Places the cells of a table on paper: widths of columns, lines of cells. */
import type { Typeface } from './pdfFont.ts';
import { cellText, kindOf, type TableFile, type TableRow } from './table.ts';

/** A4 in points (1/72 inch); wide tables lie across. */
export const paper = { short: 595, long: 842, margin: 42 } as const;
export const fontSize = 8;
export const lineHeight = 11;
/** Space between two columns. */
export const gap = 8;

/** Columns from which on a table lies across the page. */
const acrossFrom = 9;

export interface Faces {
  regular: Typeface;
  strong: Typeface;
}

export interface PlacedColumn {
  x: number;
  width: number;
  isRight: boolean;
}

export interface Layout {
  width: number;
  height: number;
  columns: readonly PlacedColumn[];
}

/** Returns the size of the page and where the columns stand. `face` writes their headers. */
export function layOut({ columns }: Pick<TableFile, 'columns'>, face: Typeface): Layout {
  const isAcross = columns.length >= acrossFrom;
  const [width, height] = isAcross ? [paper.long, paper.short] : [paper.short, paper.long];
  const room = width - 2 * paper.margin - gap * (columns.length - 1);
  const widths = divideRoom(
    room,
    columns.map(({ share, header }) => ({ share, least: widestWord(header, face) })),
  );
  let x: number = paper.margin;
  return {
    width,
    height,
    columns: columns.map(({ kind }, i) => {
      const placed = {
        x,
        width: widths[i]!,
        isRight: kind !== 'text' && kind !== 'day' && kind !== 'flag',
      };
      x += placed.width + gap;
      return placed;
    }),
  };
}

/** Divides a width by shares; a column that would be too narrow for its header takes what that needs from the others. */
function divideRoom(room: number, columns: readonly { share: number; least: number }[]): number[] {
  const narrow = new Set<number>();
  for (;;) {
    const kept = [...narrow].reduce((sum, i) => sum + columns[i]!.least, 0);
    const shares = sumOf(columns.filter((_, i) => !narrow.has(i)));
    const widths = columns.map(({ share, least }, i) =>
      narrow.has(i) ? least : ((room - kept) * share) / shares,
    );
    const tooNarrow = widths.findIndex((each, i) => each < columns[i]!.least && !narrow.has(i));
    if (tooNarrow < 0) return widths;
    narrow.add(tooNarrow);
    // No room for all headers: their words are broken.
    if (narrow.size === columns.length) return columns.map(({ share }) => (room * share) / sumOf(columns));
  }
}

const sumOf = (columns: readonly { share: number }[]): number =>
  columns.reduce((sum, { share }) => sum + share, 0);

const widestWord = (text: string, face: Typeface): number =>
  Math.max(...text.split(' ').map((word) => face.widthOf(word, fontSize)));

/** Breaks a text into lines no wider than a width: at spaces, inside of words where one is wider alone. */
export function wrap(text: string, width: number, face: Typeface, size = fontSize): string[] {
  const lines: string[] = [];
  for (const paragraph of text.normalize('NFC').split(/\r?\n/)) {
    let line = '';
    for (const word of paragraph.replaceAll('\t', ' ').split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (face.widthOf(longer, size) <= width) {
        line = longer;
        continue;
      }
      if (line) lines.push(line);
      line = word;
      while (face.widthOf(line, size) > width) {
        const part = fitting(line, width, face, size);
        lines.push(part);
        line = line.slice(part.length);
      }
    }
    lines.push(line);
  }
  return lines;
}

/** Returns the longest start of a word that fits, one character at least. */
function fitting(word: string, width: number, face: Typeface, size: number): string {
  let part = '';
  for (const char of word) {
    if (part && face.widthOf(part + char, size) > width) break;
    part += char;
  }
  return part;
}

/** Texts that are kept broken, such as names, which most rows repeat. */
const maxKnown = 20_000;
const known = new WeakMap<Typeface, Map<string, string[]>>();

/** Breaks a cell's text; the same one again at once. */
function wrapCell(text: string, width: number, face: Typeface): string[] {
  const ofFace = known.get(face) ?? new Map<string, string[]>();
  known.set(face, ofFace);
  const key = `${width} ${text}`;
  const before = ofFace.get(key);
  if (before) return before;
  const lines = wrap(text, width, face);
  if (ofFace.size < maxKnown) ofFace.set(key, lines);
  return lines;
}

/** Returns the lines of each cell of a row. The text of a group or a sum may go on over the empty cells behind it. */
export function linesOf(
  row: TableRow,
  table: TableFile,
  { columns }: Layout,
  { regular, strong }: Faces,
): string[][] {
  const { role, cells } = row;
  const face = role === 'row' ? regular : strong;
  return columns.map(({ width }, i) => {
    const text = cellText(cells[i], kindOf(row, i, table.columns[i]!.kind), table);
    if (!text) return [];
    let room = width;
    if (role !== 'row' && typeof cells[i] === 'string')
      for (let next = i + 1; next < columns.length && cells[next] === undefined; next++)
        room += gap + columns[next]!.width;
    return wrapCell(text, room, face);
  });
}
