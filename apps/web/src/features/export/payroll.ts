/** Sums people's hours by months, as payroll needs them. */
import type { ReportEntry } from '@kontor/client/nouns/hoursReport';
import { partsOf } from '@kontor/client/nouns/timeSheet';
import { lengthOf, union } from '@kontor/contract/time/span';
import type { TableColumn, TableRow } from '@kontor/table/table';

/** The words of the columns, in their order. */
export interface PayrollTexts {
  person: string;
  month: string;
  days: string;
  time: string;
  hours: string;
}

export const payrollColumns = (texts: PayrollTexts): TableColumn[] => [
  { header: texts.person, kind: 'text', share: 4 },
  { header: texts.month, kind: 'text', share: 2 },
  { header: texts.days, kind: 'text', share: 2 },
  { header: texts.time, kind: 'duration', share: 2 },
  { header: texts.hours, kind: 'hours', share: 2 },
];

/**
 * Returns a row for each person and month: days with work, and working time, in which what several entries cover counts once.
 */
export function payrollRows(
  entries: Iterable<ReportEntry>,
  people: ReadonlyMap<string, string>,
  {
    from = '',
    to = '9999-12-31',
    userIds = [],
  }: { from?: string | undefined; to?: string | undefined; userIds?: readonly string[] | undefined },
): TableRow[] {
  const rows: { name: string; month: string; row: TableRow }[] = [];
  for (const [userId, own] of Map.groupBy(entries, (each) => each.userId)) {
    if (userIds.length > 0 && !userIds.includes(userId)) continue;
    const parts = partsOf(own.map(({ entry }) => entry)).filter(({ day }) => day >= from && day <= to);
    for (const [month, ofMonth] of Map.groupBy(parts, ({ day }) => day.slice(0, 7))) {
      const time = lengthOf(union(ofMonth));
      const days = new Set(ofMonth.map(({ day }) => day)).size;
      const name = people.get(userId) ?? '';
      rows.push({ name, month, row: { role: 'row', cells: [name, month, String(days), time, time] } });
    }
  }
  return rows
    .sort((a, b) => a.name.localeCompare(b.name) || a.month.localeCompare(b.month))
    .map(({ row }) => row);
}
