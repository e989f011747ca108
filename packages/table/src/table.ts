/** A table as it is written into files: `csv.ts`, `xlsx.ts` and `pdf.ts` write the same one. */

/**
 * The values of a column's cells. `text`: a string; `day`: `YYYY-MM-DD`; `duration`: ms, shown as hours and minutes; `balance`: ms,
 * shown as these with their sign; `hours`: ms, shown as decimal hours; `money`: cents; `flag`: true or false.
 */
export type CellKind = 'text' | 'day' | 'duration' | 'balance' | 'hours' | 'money' | 'flag';
export type Cell = string | number | boolean | undefined;

export interface TableColumn {
  header: string;
  kind: CellKind;
  /** Its part of a page's width beside the others'. */
  share: number;
}

/** `group`: the heading of what follows, its text in the first cell; `sum` and `total`: what was added up. */
export interface TableRow {
  role: 'row' | 'group' | 'sum' | 'total';
  cells: readonly Cell[];
}

/** The firm at the head of a page. */
export interface FirmHead {
  name: string;
  /** Its address and whatever else stands below the name, line by line. */
  lines: readonly string[];
  logo?: Uint8Array;
}

export interface TableFile {
  /** The address that a letter goes to, line by line, between the firm and the title. */
  recipient?: readonly string[];
  title: string;
  /** The lines below the title: what the table is about. */
  about: readonly string[];
  firm: FirmHead;
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
  /** Paragraphs below the rows. */
  closing?: readonly string[];
  words: {
    yes: string;
    no: string;
    /** `{page}` and `{pages}` stand for numbers. */
    page: string;
    /** Under each of them stands a line to sign on. */
    signatures: readonly string[];
  };
  language: string;
  /** A BCP 47 tag, for days and numbers. */
  region: string;
}

/** Hears how many rows are written. */
export type OnRows = (written: number) => void;

/** Rows between two reports of progress. */
export const rowsPerReport = 2_000;

const msPerHour = 3_600_000;

/** Returns the kind of a cell: that of its column, save that the words of a group or a sum may stand anywhere. */
export const kindOf = ({ role, cells }: TableRow, column: number, kind: CellKind): CellKind =>
  role !== 'row' && typeof cells[column] === 'string' ? 'text' : kind;

/** Returns a cell as people read it in a region: `12.03.2026`, `1:30`, `+1:30`, `1,50`, `1.234,50`. */
export function cellText(
  cell: Cell,
  kind: CellKind,
  { words, region }: Pick<TableFile, 'words' | 'region'>,
): string {
  if (cell === undefined || cell === '') return '';
  if (kind === 'flag') return cell ? words.yes : words.no;
  if (typeof cell === 'string') return kind === 'day' ? dayText(cell, region) : cell;
  if (kind === 'duration') return durationText(Number(cell));
  if (kind === 'balance') return balanceText(Number(cell));
  return fixed(region).format(numberOf(Number(cell), kind));
}

/** Returns a cell of hours or money as the number that is shown: decimal hours, or the currency's unit. */
export const numberOf = (cell: number, kind: CellKind): number => cell / (kind === 'hours' ? msPerHour : 100);

/** Returns ms as hours and minutes, rounded to minutes: `1:30`, `-0:15`, `130:00`. */
export function durationText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const sign = ms < 0 && minutes > 0 ? '-' : '';
  return `${sign}${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Returns ms as a difference with its sign, rounded to minutes: `+1:30`, `−0:15`, `0:00`. */
export function balanceText(ms: number): string {
  const text = durationText(ms);
  return ms > 0 && text !== '0:00' ? `+${text}` : text.replace('-', '−');
}

/** Returns whether a kind's cells are a time in hours and minutes. */
export const isTime = (kind: CellKind): boolean => kind === 'duration' || kind === 'balance';

const fixedFormats = new Map<string, Intl.NumberFormat>();
const dayFormats = new Map<string, Intl.DateTimeFormat>();

function fixed(region: string): Intl.NumberFormat {
  const known = fixedFormats.get(region);
  const format =
    known ?? new Intl.NumberFormat(region, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (!known) fixedFormats.set(region, format);
  return format;
}

function dayText(day: string, region: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
  const known = dayFormats.get(region);
  const format = known ?? new Intl.DateTimeFormat(region, options);
  if (!known) dayFormats.set(region, format);
  return format.format(Date.parse(`${day}T00:00Z`));
}
