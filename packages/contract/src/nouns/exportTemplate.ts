import { entity, type Open } from '../entity/entity.ts';
import { data, day, number, oneOf, text } from '../entity/field.ts';

/** The columns of a report on hours. */
export const exportColumns = [
  'date',
  'begin',
  'end',
  'user',
  'customer',
  'project',
  'task',
  'description',
  'time',
  'hours',
  'billedTime',
  'billedHours',
  'rate',
  'total',
  'billable',
  'customField',
  'invoiced',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

/** The facts by which a report's rows are put together, the outermost first. */
export const reportGroups = ['customer', 'project', 'person', 'task', 'month', 'day'] as const;
export type ReportGroup = (typeof reportGroups)[number];

export const roundingDirections = ['nearest', 'up', 'down'] as const;
export type RoundingDirection = (typeof roundingDirections)[number];

/** `entry`: each entry; `day`: what a person did at a task on a day; `total`: everything together. */
export const roundingBases = ['entry', 'day', 'total'] as const;
export type RoundingBasis = (typeof roundingBases)[number];

/** `custom`: from its first to its last day. */
export const exportPeriods = ['thisMonth', 'lastMonth', 'thisYear', 'custom'] as const;

export const billableFilters = ['all', 'billable', 'notBillable'] as const;
export const invoicedFilters = ['all', 'invoiced', 'notInvoiced'] as const;

const words = () =>
  data<string[]>([], (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'));

/**
 * The settings of an export of hours: whose and which hours, and how they are shown. For admins, who alone may export those
 * of others.
 */
export const exportTemplate = entity('exportTemplate', {
  scopes: ['admins'],
  isInArchive: false,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  title: ['name'],
  refs: {},
  // Of settings that two admins changed, the later ones stand: they are shown before an export is made by them (ADR 88).
  merge: {
    name: 'last',
    period: 'last',
    from: 'last',
    to: 'last',
    billable: 'last',
    invoiced: 'last',
    roundingMinutes: 'last',
    roundingDirection: 'last',
    roundingBasis: 'last',
  },
  sealed: {
    name: text(200),
    period: oneOf(exportPeriods),
    from: day().optional(),
    to: day().optional(),
    /** Ids; none: everybody, everything. */
    userIds: words(),
    customerIds: words(),
    projectIds: words(),
    billable: oneOf(billableFilters),
    invoiced: oneOf(invoicedFilters),
    /** In their order; those that a client does not know are left out. */
    columns: words(),
    groups: words(),
    /** 1 to 60; 0 rounds nothing. */
    roundingMinutes: number(),
    roundingDirection: oneOf(roundingDirections),
    roundingBasis: oneOf(roundingBases),
  },
});
export type ExportTemplate = Open<typeof exportTemplate>;
