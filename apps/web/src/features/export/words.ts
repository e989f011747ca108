/** The words of an export in the language in force. */
import type { Rounding } from '@kontor/client/nouns/rounding';
import type { ExportColumn, ReportGroup } from '@kontor/contract/nouns/exportTemplate';
import type { Currency } from '@kontor/contract/text/currency';
import { formatDate } from '../../platform/text/format.ts';
import { exportMessages } from './messages.ts';
import type { PayrollTexts } from './payroll.ts';
import type { ReportTexts } from './reportTable.ts';

const { t } = exportMessages;

export const columnName = (column: ExportColumn, currency: Currency): string => {
  if (column === 'rate') return t('colRate', { currency });
  if (column === 'total') return t('colTotal', { currency });
  return t(
    `col${column[0]!.toUpperCase()}${column.slice(1)}` as `col${Capitalize<Exclude<ExportColumn, 'rate' | 'total'>>}`,
  );
};

export const groupName = (group: ReportGroup): string =>
  t(`by${group[0]!.toUpperCase()}${group.slice(1)}` as `by${Capitalize<ReportGroup>}`);

export const reportTexts = (columns: readonly ExportColumn[], currency: Currency): ReportTexts => ({
  headers: Object.fromEntries(
    columns.map((column) => [column, columnName(column, currency)]),
  ) as ReportTexts['headers'],
  total: t('total'),
  subtotal: t('subtotal'),
  noCustomer: t('noCustomer'),
});

export const payrollTexts = (): PayrollTexts => ({
  person: t('payPerson'),
  month: t('payMonth'),
  days: t('payDays'),
  time: t('payTime'),
  hours: t('payHours'),
  target: t('payTarget'),
  vacation: t('payVacation'),
  sickness: t('paySickness'),
  other: t('payOther'),
});

/**
 * Says how many entries still run or pause, and what becomes of them in a report.
 * @param isLeftOut the report is of what is not invoiced
 * @param mayMark whoever reads it marks what was invoiced
 */
export function runningText(count: number, isLeftOut: boolean, mayMark: boolean): string {
  if (isLeftOut) return t('leftOut', { count });
  return [t('counted', { count }), ...(mayMark ? [t('markedLater')] : [])].join(' ');
}

/** Names a period by its days. */
export function periodName({ from, to }: { from?: string; to?: string }): string {
  if (from && to) return t('periodOf', { from: formatDate(from), to: formatDate(to) });
  if (from) return t('since', { from: formatDate(from) });
  return to ? t('until', { to: formatDate(to) }) : t('allTime');
}

const directionWords = { up: 'roundedUp', down: 'roundedDown', nearest: 'roundedNearest' } as const;
const basisWords = { entry: 'basisEntry', day: 'basisDay', total: 'basisTotal' } as const;

export const basisName = (basis: Rounding['basis']): string => t(basisWords[basis]);

/** Returns the rule of rounding in words; nothing where nothing is rounded. */
export const roundingWords = ({ minutes, direction, basis }: Rounding): string[] =>
  minutes > 0 ? [t(directionWords[direction], { count: minutes, basis: basisName(basis) })] : [];
