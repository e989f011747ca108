/** Makes reports on hours, and files of them. Lives in a worker: neither splitting nor writing holds the page up. */
import {
  chooseRows,
  countOpen,
  isInvoiceable,
  type ReportChoice,
  type ReportEntry,
  type ReportRow,
  type ReportSums,
  splitEntries,
  sumRows,
} from '@kontor/client/nouns/hoursReport';
import { type ReportLine, reportLines } from '@kontor/client/nouns/reportLines';
import type { Rounding } from '@kontor/client/nouns/rounding';
import type { ExportColumn, ReportGroup } from '@kontor/contract/nouns/exportTemplate';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { InvoicedEntry } from '@kontor/contract/nouns/invoicedHours';
import { writeCsv } from '@kontor/table/csv';
import type { FontBytes } from '@kontor/table/pdf';
import type { OnRows, TableFile, TableRow } from '@kontor/table/table';
import { writeXlsx } from '@kontor/table/xlsx';
import { type PayrollPerson, type PayrollTexts, payrollColumns, payrollRows } from './payroll.ts';
import { type ReportNames, type ReportTexts, tableColumns, tableRow } from './reportTable.ts';

export interface ReportRequest {
  choice: ReportChoice;
  rounding: Rounding;
  groups: readonly ReportGroup[];
  columns: readonly ExportColumn[];
  rates: readonly HourlyRate[];
  names: ReportNames;
  texts: ReportTexts;
  /** BCP 47, for days and the order of words. */
  region: string;
}

export interface ReportPreview {
  /** Those of its rows, whatever is chosen meanwhile. */
  columns: readonly ExportColumn[];
  /** The first of them, and the total last. */
  rows: readonly TableRow[];
  /** True where the report has more of them. */
  isCut: boolean;
  /** The entry of each of them, by id; none for a head or a sum. */
  entryIds: readonly (string | undefined)[];
  /** Rows besides heads and sums. */
  count: number;
  sums: ReportSums;
  /** Entries that could still be invoiced, or some days of them could. */
  open: number;
  /** Entries that still run or pause: left out of a report of what is not invoiced, else there with what was ended of them. */
  running: number;
  isLeftOut: boolean;
  /** Those of the list for payroll, which is of all work. */
  payrollRunning: number;
}

/** The rows of a report that can be marked as invoiced. */
export interface ToMark {
  /** See `keyOf`. */
  held: ReadonlySet<string>;
  /** The entries that those are of. */
  count: number;
  /** Entries that could be marked besides, and came, were changed or were stopped after the file was made. */
  since: number;
}

export type FileKind = 'csv' | 'xlsx' | 'pdf' | 'payroll';

/** The page around the table; see `TableFile`. */
export type FileHead = Pick<TableFile, 'title' | 'about' | 'firm' | 'words' | 'language'>;

/** The words and people of a list for payroll. */
export interface PayrollHead {
  texts: PayrollTexts;
  people: readonly PayrollPerson[];
}

/** Tells whether a row can be marked as invoiced. */
const isMarkable = (row: ReportRow): boolean => row.isBillable && isInvoiceable(row);

/** Returns the name of a row as long as it says the same: another one once its length was corrected. */
const keyOf = ({ entryId, day, actual }: ReportRow): string => `${entryId} ${day} ${actual}`;

const countEntries = (rows: readonly ReportRow[]): number => new Set(rows.map(({ entryId }) => entryId)).size;

/** Lines that a screen shows. */
const shownLines = 300;

export class ReportEngine {
  #entries: ReportEntry[] = [];
  /** The entries' days in order, made when they are first asked for. */
  #rows: readonly ReportRow[] | undefined;

  /** Takes entries, in pieces; `isFirst`: in the place of those that it has. */
  add(entries: readonly ReportEntry[], isFirst: boolean): void {
    if (isFirst) this.#entries = [];
    this.#entries.push(...entries);
    this.#rows = undefined;
  }

  #choose({ choice, rounding }: ReportRequest): ReportRow[] {
    this.#rows ??= splitEntries(this.#entries);
    return chooseRows(this.#rows, choice, rounding);
  }

  #lines(rows: readonly ReportRow[], request: ReportRequest): ReportLine[] {
    const { groups, rates, names, texts, region } = request;
    const months = new Intl.DateTimeFormat(region, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const days = new Intl.DateTimeFormat(region, { dateStyle: 'full', timeZone: 'UTC' });
    const collator = new Intl.Collator(region, { numeric: true });
    const label = (group: ReportGroup, row: ReportRow): string => {
      const moment = Date.parse(`${row.day}T00:00Z`);
      switch (group) {
        case 'customer':
          return names.customers.get(row.customerId) ?? texts.noCustomer;
        case 'project':
          return row.projectName;
        case 'person':
          return names.people.get(row.userId) ?? '';
        case 'task':
          return row.taskTitle;
        case 'month':
          return months.format(moment);
        case 'day':
          return days.format(moment);
      }
    };
    return reportLines(rows, groups, rates, { label, compare: collator.compare });
  }

  /** Returns the first lines of a report and its totals. */
  preview(request: ReportRequest): ReportPreview {
    const rows = this.#choose(request);
    const { from, to, userIds } = request.choice;
    const now = Date.now();
    const lines = this.#lines(rows, request);
    const isCut = lines.length > shownLines + 1;
    const shown = isCut ? [...lines.slice(0, shownLines), lines.at(-1)!] : lines;
    return {
      columns: request.columns,
      rows: shown.map((line) => tableRow(line, request.columns, request.names, request.texts)),
      isCut,
      entryIds: shown.map((line) => (line.kind === 'row' ? line.row.entryId : undefined)),
      count: rows.length,
      sums: sumRows(rows),
      open: countEntries(rows.filter(isMarkable)),
      running: countOpen(this.#entries, request.choice, now),
      isLeftOut: request.choice.isInvoiced === false,
      payrollRunning: countOpen(this.#entries, { from, to, userIds }, now),
    };
  }

  /** Returns what of a report can be marked: of what a file held (`sent`), or before there is one of what is there now. */
  toMark(request: ReportRequest, sent?: ReadonlySet<string>): ToMark {
    const open = this.#choose(request).filter(isMarkable);
    const inFile = sent ? open.filter((row) => sent.has(keyOf(row))) : open;
    const held = new Set(inFile.map(keyOf));
    const since = countEntries(open.filter((row) => !held.has(keyOf(row))));
    return { held, count: countEntries(inFile), since };
  }

  /**
   * Returns the entries that could still be invoiced, by their person, among rows that a report has `held`; of one that has other
   * days, too, those days.
   */
  openEntries(request: ReportRequest, held: ReadonlySet<string>): Map<string, InvoicedEntry[]> {
    const rows = this.#choose(request).filter((row) => isMarkable(row) && held.has(keyOf(row)));
    const counts = new Map<string, number>();
    for (const { entryId } of this.#rows!) counts.set(entryId, (counts.get(entryId) ?? 0) + 1);
    const entriesOf = (own: readonly ReportRow[]): InvoicedEntry[] =>
      [...Map.groupBy(own, ({ entryId }) => entryId)].map(([id, days]) =>
        days.length === counts.get(id) ? { id } : { id, days: days.map(({ day }) => day) },
      );
    return new Map(
      [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [userId, entriesOf(own)]),
    );
  }

  /** Writes a report into a file. `fonts`: for a PDF. @throws RangeError for more rows than a workbook holds */
  async file(
    kind: FileKind,
    request: ReportRequest,
    head: FileHead & { payroll: PayrollHead },
    fonts: FontBytes | undefined,
    onRows: OnRows,
  ): Promise<Blob> {
    const { columns, names, texts, region } = request;
    if (kind === 'payroll') {
      const { payroll, ...page } = head;
      const rows = payrollRows(this.#entries, payroll.people, request.choice, region);
      return writeCsv({ ...page, region, columns: payrollColumns(payroll.texts), rows }, onRows);
    }
    const lines = this.#lines(this.#choose(request), request);
    const rows = lines.map((line) => tableRow(line, columns, names, texts));
    const table: TableFile = { ...head, region, columns: tableColumns(columns, texts), rows };
    if (kind === 'csv') return writeCsv(table, onRows);
    if (kind === 'xlsx') return writeXlsx(table, onRows);
    const { writePdf } = await import('@kontor/table/pdf');
    return writePdf(table, fonts!, onRows);
  }
}
