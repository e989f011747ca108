/** The settings of an export, as templates keep them, and what a report is asked for by them. */
import type { ReportChoice } from '@kontor/client/nouns/hoursReport';
import type { Rounding } from '@kontor/client/nouns/rounding';
import { sameValue } from '@kontor/client/replica/sameValue';
import type { RecordBase } from '@kontor/contract/entity/entity';
import {
  type ExportColumn,
  type ExportTemplate,
  exportColumns,
  type ReportGroup,
  reportGroups,
} from '@kontor/contract/nouns/exportTemplate';
import { addDays, monthStart, nextMonth } from '@kontor/contract/time/day';
import { parseDay } from '../../platform/text/parseDay.ts';
import { parseNumber } from '../../platform/text/parseNumber.ts';
import { formMessages } from '../../ui/form/messages.ts';
import { numberWithin } from '../../ui/form/rules.ts';
import { exportMessages } from './messages.ts';

export type ExportSettings = Omit<
  ExportTemplate,
  keyof RecordBase | 'name' | 'roundingMinutes' | 'from' | 'to'
> & {
  /** Days as typed, empty for none. */
  from: string;
  to: string;
  /** As typed; empty or 0 rounds nothing. */
  roundingMinutes: string;
};

/** Columns that tell what work is worth, or was billed for. */
const moneyColumns: readonly ExportColumn[] = ['rate', 'total'];

/** Returns the columns that somebody may choose from. */
export const columnsFor = (seesMoney: boolean): ExportColumn[] =>
  exportColumns.filter((column) => seesMoney || !moneyColumns.includes(column));

const usual: ExportSettings = {
  period: 'thisMonth',
  from: '',
  to: '',
  userIds: [],
  customerIds: [],
  projectIds: [],
  billable: 'all',
  invoiced: 'all',
  groups: [],
  roundingMinutes: '',
  roundingDirection: 'nearest',
  roundingBasis: 'entry',
  columns: [
    'date',
    'user',
    'customer',
    'project',
    'task',
    'description',
    'time',
    'hours',
    'rate',
    'total',
    'billable',
  ],
};

/** The exports that are there without anybody making them. */
export const presets = {
  all: usual,
  workRecord: {
    ...usual,
    period: 'lastMonth',
    billable: 'billable',
    groups: ['customer', 'project'],
    columns: ['date', 'user', 'task', 'description', 'billedTime', 'billedHours', 'rate', 'total'],
  },
} as const satisfies Record<string, ExportSettings>;
export type Preset = keyof typeof presets;

/** Returns the settings of a template. Columns and groups that this client does not know are left out. */
export function settingsOf(template: ExportTemplate): ExportSettings {
  const { columns, groups, roundingMinutes } = template;
  return {
    period: template.period,
    from: template.from ?? '',
    to: template.to ?? '',
    userIds: template.userIds,
    customerIds: template.customerIds,
    projectIds: template.projectIds,
    billable: template.billable,
    invoiced: template.invoiced,
    roundingDirection: template.roundingDirection,
    roundingBasis: template.roundingBasis,
    columns: columns.filter((column) => exportColumns.includes(column as ExportColumn)),
    groups: groups.filter((group) => reportGroups.includes(group as ReportGroup)),
    roundingMinutes: roundingMinutes ? String(roundingMinutes) : '',
  };
}

/** Returns a template's fields. */
export function templateFields(settings: ExportSettings) {
  const { from, to, roundingMinutes, ...rest } = settings;
  const isCustom = settings.period === 'custom';
  return {
    ...rest,
    from: (isCustom && from) || undefined,
    to: (isCustom && to) || undefined,
    roundingMinutes: parseNumber(roundingMinutes) ?? 0,
  };
}

/** Returns a template's fields in which settings differ from those that were chosen. */
export function templateChanges(chosen: ExportSettings, settings: ExportSettings) {
  const before: Record<string, unknown> = templateFields(chosen);
  return Object.fromEntries(
    Object.entries(templateFields(settings)).filter(([key, value]) => !sameValue(before[key], value)),
  ) as Partial<ReturnType<typeof templateFields>>;
}

/** Returns the first and the last day of the settings' period; absent where it is open. */
export function daysOf({ period, from, to }: ExportSettings, today: string): { from?: string; to?: string } {
  const month = monthStart(today);
  if (period === 'thisMonth') return { from: month, to: addDays(nextMonth(month), -1) };
  if (period === 'lastMonth') return { from: monthStart(addDays(month, -1)), to: addDays(month, -1) };
  if (period === 'thisYear') return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` };
  return { ...(from && { from }), ...(to && { to }) };
}

export interface ExportErrors {
  from?: string | undefined;
  to?: string | undefined;
  roundingMinutes?: string | undefined;
  columns?: string | undefined;
}

/** Returns what is wrong with settings, in words. */
export function exportErrors(settings: ExportSettings): ExportErrors {
  const { period, from, to, roundingMinutes, columns } = settings;
  const isCustom = period === 'custom';
  const dayError = (day: string) =>
    isCustom && day && parseDay(day) !== day ? formMessages.t('invalidDay') : undefined;
  const isBackwards = isCustom && from && to && !dayError(from) && !dayError(to) && to < from;
  const minutes = parseNumber(roundingMinutes);
  const isPart = typeof minutes === 'number' && !Number.isInteger(minutes);
  return {
    from: dayError(from),
    to: dayError(to) ?? (isBackwards ? exportMessages.t('endBeforeStart') : undefined),
    roundingMinutes:
      numberWithin({ min: 0, max: 60 })(roundingMinutes) ??
      (isPart ? exportMessages.t('wholeMinutes') : undefined),
    columns: columns.length === 0 ? exportMessages.t('noColumn') : undefined,
  };
}

/** Returns what a report is to be about. The settings have no errors. */
export function choiceOf(settings: ExportSettings, today: string): ReportChoice {
  const { userIds, customerIds, projectIds, billable, invoiced } = settings;
  return {
    ...daysOf(settings, today),
    userIds,
    customerIds,
    projectIds,
    isBillable: billable === 'all' ? undefined : billable === 'billable',
    isInvoiced: invoiced === 'all' ? undefined : invoiced === 'invoiced',
  };
}

/** Returns the rule by which a report rounds. The settings have no errors. */
export const roundingOf = ({
  roundingMinutes,
  roundingDirection,
  roundingBasis,
}: ExportSettings): Rounding => ({
  minutes: parseNumber(roundingMinutes) ?? 0,
  direction: roundingDirection,
  basis: roundingBasis,
});
