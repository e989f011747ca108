/** Lays a report's rows out in groups with subtotals. */

import type { ReportGroup } from '@kontor/contract/nouns/exportTemplate';
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import { chargeRows, type ReportRow, type ReportSums, sumRows } from './hoursReport.ts';

/** A line of a report: a row, or the head or foot of a group around rows. `level`: 0 is the outermost. */
export type ReportLine =
  | { kind: 'row'; row: ReportRow }
  | { kind: 'group'; level: number; label: string }
  | { kind: 'subtotal'; level: number; label: string; sums: ReportSums }
  | { kind: 'total'; sums: ReportSums };

/** The names of groups, and their order by name. */
export interface ReportWords {
  label(group: ReportGroup, row: ReportRow): string;
  compare(a: string, b: string): number;
}

const keyOf: Record<ReportGroup, (row: ReportRow) => string> = {
  customer: ({ customerId }) => customerId,
  project: ({ projectId }) => projectId,
  person: ({ userId }) => userId,
  task: ({ taskId }) => taskId,
  month: ({ day }) => day.slice(0, 7),
  day: ({ day }) => day,
};

const isByTime = (group: ReportGroup) => group === 'month' || group === 'day';

interface Block {
  key: string;
  label: string;
  rows: ReportRow[];
}

function blocksOf(rows: readonly ReportRow[], group: ReportGroup, words: ReportWords): Block[] {
  const blocks = [...Map.groupBy(rows, keyOf[group])].map(([key, own]) => ({
    key,
    label: words.label(group, own[0]!),
    rows: own,
  }));
  return blocks.sort((a, b) =>
    isByTime(group)
      ? Number(a.key > b.key) - Number(a.key < b.key)
      : words.compare(a.label, b.label) || Number(a.key > b.key) - Number(a.key < b.key),
  );
}

function arranged(
  rows: readonly ReportRow[],
  groups: readonly ReportGroup[],
  words: ReportWords,
  level = 0,
): ReportLine[] {
  const [group, ...inner] = groups;
  if (!group) return rows.map((row) => ({ kind: 'row', row }));
  return blocksOf(rows, group, words).flatMap(({ label, rows: own }): ReportLine[] => [
    { kind: 'group', level, label },
    ...arranged(own, inner, words, level + 1),
    { kind: 'subtotal', level, label, sums: sumRows([]) },
  ]);
}

/**
 * Returns the lines of a report, the total last. Rows are charged in the order in which they stand, so that each group's amounts add
 * up to its subtotal.
 */
export function reportLines(
  rows: readonly ReportRow[],
  groups: readonly ReportGroup[],
  rates: readonly HourlyRate[],
  words: ReportWords,
): ReportLine[] {
  const lines = arranged(rows, groups, words);
  chargeRows(
    lines.flatMap((line) => (line.kind === 'row' ? [line.row] : [])),
    rates,
  );
  const open: ReportRow[][] = [];
  for (const line of lines) {
    if (line.kind === 'group') open[line.level] = [];
    else if (line.kind === 'row') for (const each of open) each.push(line.row);
    else if (line.kind === 'subtotal') {
      line.sums = sumRows(open[line.level]!);
      open.length = line.level;
    }
  }
  lines.push({ kind: 'total', sums: sumRows(rows) });
  return lines;
}
