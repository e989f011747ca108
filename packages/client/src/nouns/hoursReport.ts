/**
 * Reports on hours: entries split at local midnight, what of them is billed by a rule of rounding, and what that is worth.
 * Stored times are never rounded. A report's lines are of whole minutes, hundredths of hours and cents, and every sum of it is the sum
 * of its lines.
 */
import type { HourlyRate } from '@kontor/contract/nouns/hourlyRate';
import type { InvoicedEntry } from '@kontor/contract/nouns/invoicedHours';
import type { TimeEntry } from '@kontor/contract/nouns/timeEntry';
import { lengthOf } from '@kontor/contract/time/span';
import { rateFor } from './hourlyRate.ts';
import { type Rounding, roundedTimes, wholeHundredths, wholeMinutes } from './rounding.ts';
import { spansOf, zoneOf } from './timeEntry.ts';
import { partsOf } from './timeSheet.ts';

const msPerHour = 3_600_000;

/** An entry and what a report says of it besides. */
export interface ReportEntry {
  entry: TimeEntry;
  userId: string;
  customerId: string;
  invoices: readonly Invoice[];
}

/** An export that an entry was invoiced with, or `days` of it. */
export interface Invoice extends Pick<InvoicedEntry, 'days'> {
  exportName: string;
}

/** The part of an entry that lies in one day, in the zone of the entry. */
export interface ReportRow {
  entryId: string;
  day: string;
  /** The first and the last moment of the day's work, ms. */
  from: number;
  to: number;
  zone: string;
  userId: string;
  customerId: string;
  projectId: string;
  projectName: string;
  taskId: string;
  taskTitle: string;
  description: string;
  isBillable: boolean;
  /** The entry runs or pauses: more may come on this day. */
  isOpen: boolean;
  /** The name of the export that this day of the entry was invoiced with. */
  invoicedWith: string | undefined;
  /** ms that were worked. */
  actual: number;
  /** ms that are billed: none of what is not billable. */
  billed: number;
  /** `actual` and `billed` as decimal hours show them: ms in whole hundredths of an hour. */
  hours: number;
  billedHours: number;
  /** Cents an hour; absent where there is none. */
  rate?: number;
  /** Cents. */
  amount: number;
}

/** The choice of what a report is about. Absent: all of them. Days are inclusive, `YYYY-MM-DD`. */
export interface ReportChoice {
  from?: string | undefined;
  to?: string | undefined;
  userIds?: readonly string[] | undefined;
  customerIds?: readonly string[] | undefined;
  projectIds?: readonly string[] | undefined;
  isBillable?: boolean | undefined;
  /** `false`: what still runs or pauses is left out, too, since it cannot be marked. */
  isInvoiced?: boolean | undefined;
}

export interface ReportSums {
  actual: number;
  billed: number;
  hours: number;
  billedHours: number;
  amount: number;
}

const noSums: ReportSums = { actual: 0, billed: 0, hours: 0, billedHours: 0, amount: 0 };
const sumKeys = Object.keys(noSums) as (keyof ReportSums)[];

const within = (chosen: readonly string[] | undefined, id: string): boolean =>
  !chosen || chosen.length === 0 || chosen.includes(id);

/** Tells whether a row is one that a choice is about, invoiced or not. */
const isMeant = (row: ReportRow, { from = '', to = '9999-12-31', ...choice }: ReportChoice): boolean =>
  row.day >= from &&
  row.day <= to &&
  within(choice.userIds, row.userId) &&
  within(choice.customerIds, row.customerId) &&
  within(choice.projectIds, row.projectId) &&
  (choice.isBillable === undefined || choice.isBillable === row.isBillable);

/** Tells whether a row could still be invoiced; of what still runs, more may be worked on the same day. */
export const isInvoiceable = ({ isOpen, invoicedWith }: ReportRow): boolean =>
  !isOpen && invoicedWith === undefined;

const isChosen = (row: ReportRow, { isInvoiced }: ReportChoice): boolean =>
  isInvoiced === undefined || (isInvoiced ? row.invoicedWith !== undefined : isInvoiceable(row));

/** Returns an entry's rows, one for each of its days; nothing is billed yet. */
function rowsOf({ entry, userId, customerId, invoices }: ReportEntry): ReportRow[] {
  const { id, projectId, projectName, taskId, taskTitle, description = '', isBillable } = entry;
  const common = { projectId, projectName, taskId, taskTitle, description, isBillable };
  const rows: ReportRow[] = [];
  const byDay = Map.groupBy(partsOf([entry]), ({ day }) => day);
  for (const [day, parts] of byDay)
    rows.push({
      ...common,
      entryId: id,
      day,
      userId,
      customerId,
      isOpen: entry.status !== 'DONE',
      invoicedWith: invoices.find(({ days }) => !days || days.includes(day))?.exportName,
      zone: zoneOf(entry),
      from: parts[0]!.from,
      to: parts.at(-1)!.to,
      ...noSums,
      actual: lengthOf(parts),
    });
  return rows;
}

const compare = (a: ReportRow, b: ReportRow): number =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : a.from - b.from || (a.entryId < b.entryId ? -1 : 1);

/**
 * Splits entries at the midnights of their zones: a row for each day of each entry, in order of the days. A running entry counts up
 * to where it was last paused.
 */
export const splitEntries = (entries: Iterable<ReportEntry>): ReportRow[] =>
  Array.from(entries).flatMap(rowsOf).sort(compare);

/**
 * Returns the rows that a report shows, as its own, with what of them is billed. Rounding looks at what is shown: of an entry over the end
 * of the range, at the part before that.
 */
export function chooseRows(
  rows: readonly ReportRow[],
  choice: ReportChoice,
  rounding: Rounding,
): ReportRow[] {
  const chosen = rows.flatMap((row) => (isMeant(row, choice) && isChosen(row, choice) ? [{ ...row }] : []));
  const billable = chosen.filter((row) => row.isBillable);
  const billed = roundedTimes(billable, rounding);
  for (const [i, row] of billable.entries()) row.billed = billed[i]!;
  return chosen;
}

/**
 * Returns how many entries that a choice is about still run or pause by now (ms): a report of what is not invoiced yet leaves them out,
 * another one has what was ended of them.
 */
export function countOpen(entries: readonly ReportEntry[], choice: ReportChoice, now: number): number {
  const open = entries.flatMap(({ entry, ...rest }) =>
    entry.status === 'DONE' ? [] : { ...rest, entry: { ...entry, segments: spansOf(entry, now) } },
  );
  const isAsked = (row: ReportRow) =>
    choice.isInvoiced === undefined || choice.isInvoiced === (row.invoicedWith !== undefined);
  const left = splitEntries(open).filter((row) => isAsked(row) && isMeant(row, choice));
  return new Set(left.map(({ entryId }) => entryId)).size;
}

/**
 * Sets what each row shows, is charged at and worth, in their order. Times become whole minutes (see `wholeMinutes`), and what is
 * charged are those, and what decimal hours are made of. The minutes of a rate add up apart from those of the others, the highest
 * first: what is charged at each does not depend on the order of the rows, and the whole is within half a minute at the highest
 * rate. The running sum of exact amounts is rounded to cents, so that the rows add up to the total and a row that is worth whole
 * cents shows them.
 */
export function chargeRows(rows: readonly ReportRow[], rates: readonly HourlyRate[]): void {
  const known = new Map<string, number | undefined>();
  for (const row of rows) {
    const key = `${row.projectId} ${row.userId} ${row.day}`;
    if (!known.has(key)) known.set(key, rateFor(rates, row));
    const rate = known.get(key);
    if (rate === undefined) delete row.rate;
    else row.rate = rate;
  }
  // Apart, so that where nothing is rounded by a rule as much is billed as was worked.
  for (const own of Map.groupBy(rows, ({ isBillable }) => isBillable).values()) {
    const byRate = own.toSorted((a, b) => (b.rate ?? 0) - (a.rate ?? 0));
    for (const [key, decimal] of [
      ['actual', 'hours'],
      ['billed', 'billedHours'],
    ] as const) {
      const minutes = wholeMinutes(byRate.map((row) => row[key]));
      const hundredths = wholeHundredths(minutes);
      for (const [i, row] of byRate.entries()) {
        row[key] = minutes[i]!;
        row[decimal] = hundredths[i]!;
      }
    }
  }
  let exact = 0;
  for (const row of rows) {
    const before = Math.round(exact / msPerHour);
    exact += (row.rate ?? 0) * row.billed;
    row.amount = Math.round(exact / msPerHour) - before;
  }
}

/** Adds rows up. */
export function sumRows(rows: Iterable<Pick<ReportRow, keyof ReportSums>>): ReportSums {
  const sums = { ...noSums };
  for (const row of rows) for (const key of sumKeys) sums[key] += row[key];
  return sums;
}
