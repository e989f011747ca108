/** Lays out a month's timesheet for paper. */
import type { SheetDay, Timesheet } from '@kontor/client/nouns/monthSheet';
import type { FirmHead, TableColumn, TableFile, TableRow } from '@kontor/table/table';
import { formatTimeOfDay } from '../../platform/text/parseTime.ts';

/** A day of a timesheet, with what is noted beside its times (ms). */
export interface TimesheetLine
  extends Pick<SheetDay, 'day' | 'begin' | 'end' | 'pause' | 'net' | 'target' | 'balance'> {
  remark: string;
}

export type TimesheetSums = Pick<Timesheet, 'net' | 'target' | 'balance'>;

/** The words of a timesheet. */
export interface TimesheetTexts
  extends Record<
    'day' | 'begin' | 'end' | 'pause' | 'net' | 'target' | 'balance' | 'remark' | 'total',
    string
  > {
  /** Under the lines to sign on: the person's and the firm's. */
  signatures: readonly string[];
  page: string;
}

interface TimesheetFacts {
  title: string;
  about: readonly string[];
  firm: FirmHead;
  lines: readonly TimesheetLine[];
  sums: TimesheetSums;
  texts: TimesheetTexts;
  language: string;
  region: string;
}

const clock = (minutes: number | undefined): string | undefined =>
  minutes === undefined ? undefined : formatTimeOfDay(minutes);

/** Returns the timesheet as a table, each day with its weekday; `writePdf` writes it with the lines to sign on. */
export function timesheetTable({ lines, sums, texts, language, region, ...page }: TimesheetFacts): TableFile {
  const weekday = new Intl.DateTimeFormat(region, {
    ...({ weekday: 'short', day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const),
  });
  const columns: TableColumn[] = [
    { header: texts.day, kind: 'text', share: 2 },
    { header: texts.begin, kind: 'text', share: 1.2 },
    { header: texts.end, kind: 'text', share: 1.2 },
    { header: texts.pause, kind: 'duration', share: 1.2 },
    { header: texts.net, kind: 'duration', share: 1.2 },
    { header: texts.target, kind: 'duration', share: 1.2 },
    { header: texts.balance, kind: 'balance', share: 1.3 },
    { header: texts.remark, kind: 'text', share: 4 },
  ];
  const rows = lines.map(
    ({ day, begin, end, pause, net, target, balance, remark }): TableRow => ({
      role: 'row',
      cells: [
        weekday.format(Date.parse(`${day}T00:00Z`)),
        ...[clock(begin), clock(end), pause || undefined, begin === undefined ? undefined : net],
        ...[target, balance, remark || undefined],
      ],
    }),
  );
  const total: TableRow = {
    role: 'total',
    cells: [
      ...[texts.total, undefined, undefined, undefined],
      ...[sums.net, sums.target, sums.balance, undefined],
    ],
  };
  const words = { yes: '', no: '', page: texts.page, signatures: texts.signatures };
  return { ...page, columns, rows: [...rows, total], words, language, region };
}
