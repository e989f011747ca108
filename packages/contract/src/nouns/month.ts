/**
 * Months of somebody's hours that are closed. What counts is who signed: a month is closed where the newest version of its
 * record is its person's, and confirmed where that of the confirmation is an admin's. `docs/formats.md` says what the hashes
 * cover.
 */
import { counterpartId } from '../entity/counterpartId.ts';
import { entity, type Open } from '../entity/entity.ts';
import { data, day, instant, text } from '../entity/field.ts';
import { daysBetween } from '../time/day.ts';
import type { HolidayName } from '../time/holiday.ts';
import { isCanonical } from '../wire/bytes.ts';

/** The time that somebody was to work on a day, absences apart. */
export interface DayTarget {
  day: string;
  /** Minutes; absent before the first week that was set. */
  minutes?: number;
  holiday?: HolidayName;
  /** Of a holiday: the afternoon alone is free. */
  isHalf?: true;
}

const isTarget = ({ day: on, minutes, holiday }: Partial<DayTarget>) =>
  day().accepts(on) &&
  (minutes === undefined || Number.isSafeInteger(minutes)) &&
  (holiday === undefined || typeof holiday === 'string');

/** Derives the id of a month's record from the scope of its person's hours and the month's first day. */
export function monthId(scopeId: string, month: string): string {
  const node = BigInt(`0x${scopeId.slice(-12)}`) ^ BigInt(1 + daysBetween('1970-01-01', month));
  return scopeId.slice(0, -12) + node.toString(16).padStart(12, '0');
}

/** Derives the id of a month's confirmation. */
export const confirmationId = (scopeId: string, month: string): string =>
  counterpartId(monthId(scopeId, month));

/** Tells if a value is a list that can be hashed, as what is signed under a month has to be. */
const isListOf = (value: unknown, accepts: (each: object) => boolean): boolean =>
  Array.isArray(value) && value.every((each) => accepts(each ?? {})) && isCanonical(value);

/** Describes a list of records' ids. */
const idList = () =>
  data<string[]>([], (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'));

/** Closes a month, by its person. One for each; see `monthId`. */
export const month = entity('month', {
  scopes: ['hours'],
  written: 'once',
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'ADMIN' },
  groups: { closing: ['month', 'closedAt', 'records', 'targets', 'contained'] },
  // Of two closings the one that came first stands: an admin may have confirmed it.
  merge: { closing: 'first' },
  refs: {},
  sealed: {
    /** Its first day. */
    month: day(),
    /** Absent where its person opened it again. */
    closedAt: instant().optional(),
    /** base64url of `id 16 | digest 32` for each record of the month, in the order of the ids. */
    records: text(),
    /** Of each day. */
    targets: data<DayTarget[]>([], (value) => isListOf(value, isTarget)),
    /** Ids of the addenda from before the month was opened again: what they say is in `records`. */
    contained: idList(),
  },
});
export type Month = Open<typeof month>;

/** An admin's signature under a month as it stands. One for each; see `confirmationId`. */
export const monthConfirmation = entity('monthConfirmation', {
  scopes: ['hours'],
  written: 'once',
  isInArchive: false,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  groups: { confirmed: ['month', 'hash', 'covered', 'confirmedAt'] },
  // An admin signs what they have seen, and nothing that another has confirmed since.
  merge: { confirmed: 'first' },
  refs: {},
  sealed: {
    month: day(),
    /** Of the closing and of the addenda that it covers, base64url. */
    hash: text(43),
    /** Ids of those addenda: one from before, of a device that had no connection, may come in after them. */
    covered: idList(),
    confirmedAt: instant(),
  },
});

/** A record of hours as a statement: its fields, those left out that are empty. */
export type HoursStatement = Record<string, unknown>;

/** The change of a record in a closed month; without `before` it is new, without `after` it is gone. */
export interface HoursChange {
  noun: 'timeEntry' | 'absence';
  id: string;
  before?: HoursStatement;
  after?: HoursStatement;
}

const isStatement = (value: unknown) =>
  value === undefined || (typeof value === 'object' && value !== null && !Array.isArray(value));
const isChange = ({ noun, id, before, after }: Partial<HoursChange>) =>
  (noun === 'timeEntry' || noun === 'absence') &&
  typeof id === 'string' &&
  isStatement(before) &&
  isStatement(after);

/** Says what was changed in a closed month, and why. Never changed itself. */
export const monthAddendum = entity('monthAddendum', {
  scopes: ['hours'],
  written: 'once',
  isInArchive: false,
  rights: { create: 'EMPLOYEE', update: 'ADMIN', delete: 'ADMIN' },
  indexes: ['month'],
  refs: {},
  sealed: {
    month: day(),
    reason: text(500),
    changedAt: instant(),
    changes: data<HoursChange[]>([], (value) => isListOf(value, isChange)),
  },
});
