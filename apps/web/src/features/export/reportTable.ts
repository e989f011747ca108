/** Turns a report's lines into a table: the chosen columns, with their words. */
import type { ReportRow, ReportSums } from '@kontor/client/nouns/hoursReport';
import type { ReportLine } from '@kontor/client/nouns/reportLines';
import type { ExportColumn } from '@kontor/contract/nouns/exportTemplate';
import { minutesAt } from '@kontor/contract/time/zone';
import type { Cell, CellKind, TableColumn, TableRow } from '@kontor/table/table';
import { formatTimeOfDay } from '../../platform/text/parseTime.ts';

/** The names that ids stand for. */
export interface ReportNames {
  people: ReadonlyMap<string, string>;
  customers: ReadonlyMap<string, string>;
  customFields: ReadonlyMap<string, string>;
}

/** The words of a report. */
export interface ReportTexts {
  headers: Readonly<Record<ExportColumn, string>>;
  total: string;
  /** `{label}` stands for the group. */
  subtotal: string;
  noCustomer: string;
}

interface ColumnSpec {
  kind: CellKind;
  share: number;
  cell(row: ReportRow, names: ReportNames): Cell;
  sum?: keyof ReportSums;
}

/** Returns the time of day that a zone's clock shows at a moment: `9:05`. */
export const clockText = (moment: number, zone: string): string => formatTimeOfDay(minutesAt(moment, zone));

const specs: Record<ExportColumn, ColumnSpec> = {
  date: { kind: 'day', share: 2.2, cell: ({ day }) => day },
  begin: { kind: 'text', share: 1.3, cell: ({ from, zone }) => clockText(from, zone) },
  end: { kind: 'text', share: 1.3, cell: ({ to, zone }) => clockText(to, zone) },
  user: { kind: 'text', share: 3, cell: ({ userId }, { people }) => people.get(userId) },
  customer: { kind: 'text', share: 3, cell: ({ customerId }, { customers }) => customers.get(customerId) },
  project: { kind: 'text', share: 3, cell: ({ projectName }) => projectName },
  task: { kind: 'text', share: 4, cell: ({ taskTitle }) => taskTitle },
  description: { kind: 'text', share: 5, cell: ({ description }) => description || undefined },
  time: { kind: 'duration', share: 1.5, cell: ({ actual }) => actual, sum: 'actual' },
  hours: { kind: 'hours', share: 1.6, cell: ({ hours }) => hours, sum: 'hours' },
  billedTime: { kind: 'duration', share: 1.7, cell: ({ billed }) => billed, sum: 'billed' },
  billedHours: { kind: 'hours', share: 1.8, cell: ({ billedHours }) => billedHours, sum: 'billedHours' },
  rate: { kind: 'money', share: 1.8, cell: ({ rate }) => rate },
  total: {
    kind: 'money',
    share: 2.2,
    cell: ({ amount, rate }) => (rate === undefined ? undefined : amount),
    sum: 'amount',
  },
  billable: { kind: 'flag', share: 1.9, cell: ({ isBillable }) => isBillable },
  customField: {
    kind: 'text',
    share: 2.2,
    cell: ({ projectId }, { customFields }) => customFields.get(projectId),
  },
  invoiced: { kind: 'text', share: 2.6, cell: ({ invoicedWith }) => invoicedWith },
};

/** Returns the kind of a column's cells. */
export const kindOfColumn = (column: ExportColumn): CellKind => specs[column].kind;

/** Returns the columns with their headers and widths. */
export const tableColumns = (columns: readonly ExportColumn[], { headers }: ReportTexts): TableColumn[] =>
  columns.map((column) => ({
    header: headers[column],
    kind: specs[column].kind,
    share: specs[column].share,
  }));

/** Returns a line as a row of a table. The label of a sum goes into the first column that has no sum. */
export function tableRow(
  line: ReportLine,
  columns: readonly ExportColumn[],
  names: ReportNames,
  texts: ReportTexts,
): TableRow {
  if (line.kind === 'row')
    return { role: 'row', cells: columns.map((column) => specs[column].cell(line.row, names)) };
  if (line.kind === 'group') return { role: 'group', cells: [line.label] };
  const cells: Cell[] = columns.map((column) => {
    const { sum } = specs[column];
    return sum && line.sums[sum];
  });
  const label = line.kind === 'total' ? texts.total : texts.subtotal.replace('{label}', () => line.label);
  const labelColumn = columns.findIndex((column) => !specs[column].sum);
  if (labelColumn >= 0) cells[labelColumn] = label;
  return { role: line.kind === 'total' ? 'total' : 'sum', cells };
}
