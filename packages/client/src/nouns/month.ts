/**
 * Closed months of somebody's hours: closed by their person's signature, confirmed by an admin's, changed afterwards by
 * addenda alone. The server reads none of it and so prevents nothing: whatever a month's records do not say any more is found
 * by their digests, and shown.
 */
import { baseFields, readValues } from '@kontor/contract/entity/entity';
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { entities, entityOf } from '@kontor/contract/nouns/entities';
import {
  confirmationId,
  type DayTarget,
  type HoursChange,
  type HoursStatement,
  monthId,
} from '@kontor/contract/nouns/month';
import { dayOf, monthStart, monthsBetween, nextMonth } from '@kontor/contract/time/day';
import { dayAt } from '@kontor/contract/time/zone';
import { concat, fromBase64Url, ifCanonical, toBase64Url } from '@kontor/contract/wire/bytes';
import { monthHash, recordDigest } from '@kontor/crypto/monthHash';
import type { Collections } from '../replica/collections.ts';
import { conflictsKey } from '../replica/conflict.ts';
import { restoredKey } from '../replica/restoredRow.ts';
import { sameValue } from '../replica/sameValue.ts';
import { daysOfMonth, targetOn } from './dayTarget.ts';
import { beginOf, entriesNear, spansOf, zoneOf } from './timeEntry.ts';

type Entry = OpenOf<'timeEntry'>;
type Absence = OpenOf<'absence'>;
export type HoursNoun = HoursChange['noun'];

/** Somebody's hours of a month: the scope, and the month's first day. */
export interface MonthPlace {
  scopeId: string;
  month: string;
}

/** A record that says something else than what was signed. `forged` has no place here: what nobody signed is not shown. */
export interface Deviation {
  noun: HoursNoun;
  id: string;
  kind: 'changed' | 'added' | 'removed';
  /** As it is; undefined where it is gone. */
  record?: Entry | Absence;
}

/** The facts that are known of a month. */
export interface MonthState {
  /** The closing that counts: its person's. */
  closing?: OpenOf<'month'> & { closedAt: number };
  /** Somebody else wrote the newest version of the closing, so that it counts for nothing. */
  isForged: boolean;
  /** Those that the closing does not contain, the oldest first. */
  addenda: readonly OpenOf<'monthAddendum'>[];
  confirmation?: OpenOf<'monthConfirmation'>;
  /**
   * `all`: the admin signed what is signed now; `earlier`: addenda came since; `other`: neither, so that closing or addenda are
   * others than those that were confirmed.
   */
  confirms?: 'all' | 'earlier' | 'other';
  deviations: readonly Deviation[];
}

const dayPattern = /^\d{4}-\d\d-\d\d$/;

/** Returns the months (their first days) in which a record of hours lies, by the clock of where it was worked. */
export function monthsOf(noun: HoursNoun, record: object): string[] {
  if (noun === 'absence') {
    const { from, to } = record as Absence;
    // A form asks while its days are being typed.
    return [from, to].every((day) => dayPattern.test(day)) ? monthsBetween(from, to) : [];
  }
  const entry = record as Entry;
  const zone = zoneOf(entry);
  const begin = beginOf(entry);
  const end = Math.max(begin, ...spansOf(entry).map(({ to }) => to - 1));
  return monthsBetween(dayAt(begin, zone), dayAt(end, zone));
}

/** Returns a statement as a record, with what it left out. */
export const recordIn = (noun: HoursNoun, statement: HoursStatement): Entry | Absence =>
  readValues(entityOf(noun), statement) as unknown as Entry | Absence;

/** Returns a record of hours as a statement: its fields, without those that are empty. */
export function statementOf(noun: HoursNoun, record: object): HoursStatement {
  const { sealed } = entities[noun] as { sealed: Record<string, { fallback: unknown }> };
  const kept = Object.entries(record).filter(([key, value]) => {
    if (baseFields.has(key) || key === 'chain' || key === restoredKey || key === conflictsKey) return false;
    const isEmpty = value === undefined || value === null || value === '';
    return !isEmpty && !sameValue(value, sealed[key]?.fallback);
  });
  return Object.fromEntries(kept);
}

const digests = new WeakMap<object, string | undefined>();

/** Digests a statement; undefined where it has a number that is not whole, which no client writes. */
const digestIn = (scopeId: string, noun: HoursNoun, id: string, statement: HoursStatement) =>
  ifCanonical(() => toBase64Url(recordDigest(scopeId, { noun, id, statement })));

function digestOf(noun: HoursNoun, record: Entry | Absence): string | undefined {
  if (digests.has(record)) return digests.get(record);
  const digest = digestIn(record.scopeId, noun, record.id, statementOf(noun, record));
  digests.set(record, digest);
  return digest;
}

/** A record of hours with its noun. */
export interface HoursRecord {
  noun: HoursNoun;
  record: Entry | Absence;
}

/** Returns the records of a month. */
export function recordsOf(collections: Collections, { scopeId, month }: MonthPlace): HoursRecord[] {
  const isIn = ({ noun, record }: HoursRecord) => monthsOf(noun, record).includes(month);
  const entries = entriesNear(collections, scopeId, { from: month, until: nextMonth(month) });
  return [
    ...entries.map((record): HoursRecord => ({ noun: 'timeEntry', record })),
    ...collections.absence
      .where('scopeId', scopeId)
      .map((record): HoursRecord => ({ noun: 'absence', record })),
  ].filter(isIn);
}

const uuidBytes = (id: string) =>
  Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const uuidOf = (bytes: Uint8Array): string =>
  [...bytes]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Packs digests by id: `id 16 | digest 32` for each that has one, in the order of the ids. */
const packDigests = (records: readonly HoursRecord[]): string =>
  toBase64Url(
    concat(
      ...records
        .toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1))
        .flatMap(({ noun, record }) => {
          const digest = digestOf(noun, record);
          return digest === undefined ? [] : [uuidBytes(record.id), fromBase64Url(digest)];
        }),
    ),
  );

/** Unpacks digests by id; none of what is malformed. */
function unpackDigests(records: string): Map<string, string> {
  try {
    const bytes = fromBase64Url(records);
    const parts = Array.from({ length: Math.floor(bytes.length / 48) }, (_, i) =>
      bytes.subarray(i * 48, i * 48 + 48),
    );
    return new Map(parts.map((part) => [uuidOf(part.subarray(0, 16)), toBase64Url(part.subarray(16))]));
  } catch (error) {
    if (error instanceof SyntaxError) return new Map();
    throw error;
  }
}

/** Returns the fields with which a month is closed as it stands. */
export const closingOf = (
  collections: Collections,
  place: MonthPlace,
  closedAt: number,
): Pick<OpenOf<'month'>, 'month' | 'records' | 'targets' | 'contained'> & { closedAt: number } => ({
  month: place.month,
  closedAt,
  records: packDigests(recordsOf(collections, place)),
  targets: currentTargets(collections, place),
  contained: addendaOf(collections, place).map(({ id }) => id),
});

/** Returns the targets of a month's days by its person's weeks as they are. */
const currentTargets = ({ workingTime }: Collections, { scopeId, month }: MonthPlace): DayTarget[] => {
  const { weeks = [] } = workingTime.get(scopeId) ?? {};
  return daysOfMonth(month).map((day) => targetOn(weeks, day));
};

/** Returns the targets of a month's days: of a closed one those that were signed. */
export const targetsIn = (collections: Collections, place: MonthPlace): DayTarget[] =>
  closedMonth(collections, place)?.targets ?? currentTargets(collections, place);

/** Tells who wrote the newest version of something: undefined where this device did, and it is not sent yet. */
const isBy = ({ authorId }: { authorId?: string }, userId: string | undefined): boolean =>
  authorId === undefined || authorId === userId;

/** Returns the closing of a month that its person signed; undefined where it is open. */
export function closedMonth(
  { month, workingTime }: Collections,
  place: MonthPlace,
): MonthState['closing'] | undefined {
  const record = month.get(monthId(place.scopeId, place.month));
  if (record?.closedAt === undefined || record.month !== place.month || record.scopeId !== place.scopeId)
    return undefined;
  if (!isBy(record, workingTime.get(place.scopeId)?.userId)) return undefined;
  return { ...record, closedAt: record.closedAt };
}

/** Returns the addenda of a month in their order. */
const addendaOf = ({ monthAddendum }: Collections, { scopeId, month }: MonthPlace) =>
  monthAddendum
    .where('month', month)
    .filter((each) => each.scopeId === scopeId)
    .sort((a, b) => a.changedAt - b.changedAt || (a.id < b.id ? -1 : 1));

/** Hashes a closed month with addenda; undefined where it has a number that is not whole, which no client writes. */
export const hashOf = (
  closing: NonNullable<MonthState['closing']>,
  addenda: readonly OpenOf<'monthAddendum'>[],
): string | undefined => ifCanonical(() => monthHash(closing.scopeId, closing, addenda));

/** Tells what is known of a month. */
export function monthState(collections: Collections, place: MonthPlace): MonthState {
  const { month, monthConfirmation } = collections;
  const closing = closedMonth(collections, place);
  const addenda = addendaOf(collections, place).filter(({ id }) => !closing?.contained.includes(id));
  const isForged = !closing && month.get(monthId(place.scopeId, place.month))?.closedAt !== undefined;
  if (!closing) return { isForged, addenda, deviations: [] };
  const confirmation = monthConfirmation.get(confirmationId(place.scopeId, place.month));
  const confirms = confirmation && coverage(closing, addenda, confirmation);
  return {
    closing,
    isForged,
    addenda,
    deviations: deviationsOf(collections, closing, addenda),
    ...(confirmation && confirms && { confirmation, confirms }),
  };
}

function coverage(
  closing: NonNullable<MonthState['closing']>,
  addenda: readonly OpenOf<'monthAddendum'>[],
  { hash, covered, confirmedAt }: OpenOf<'monthConfirmation'>,
): MonthState['confirms'] {
  const confirmed = addenda.filter(({ id }) => covered.includes(id));
  if (confirmed.length === covered.length && hashOf(closing, confirmed) === hash)
    return confirmed.length === addenda.length ? 'all' : 'earlier';
  // The month was opened and closed again after it.
  return confirmedAt < closing.closedAt ? undefined : 'other';
}

/** Returns what the records of a month say otherwise than what was signed. */
function deviationsOf(
  collections: Collections,
  closing: NonNullable<MonthState['closing']>,
  addenda: readonly OpenOf<'monthAddendum'>[],
): Deviation[] {
  const { scopeId, month } = closing;
  const expected: Map<string, string | undefined> = unpackDigests(closing.records);
  const nouns = new Map<string, HoursNoun>();
  for (const { noun, id, after } of addenda.flatMap(({ changes }) => changes)) {
    nouns.set(id, noun);
    if (after && monthsOf(noun, recordIn(noun, after)).includes(month))
      expected.set(id, digestIn(scopeId, noun, id, after));
    else expected.delete(id);
  }
  const actual = new Map(recordsOf(collections, { scopeId, month }).map((each) => [each.record.id, each]));
  const out: Deviation[] = [];
  for (const [id, digest] of expected) {
    const found = actual.get(id) ?? elsewhere(collections, scopeId, id);
    if (!found) out.push({ noun: nouns.get(id) ?? 'timeEntry', id, kind: 'removed' });
    else if (digest === undefined || digestOf(found.noun, found.record) !== digest)
      out.push({ noun: found.noun, id, kind: 'changed', record: found.record });
  }
  for (const [id, { noun, record }] of actual)
    if (!expected.has(id)) out.push({ noun, id, kind: 'added', record });
  return out;
}

/** Returns a record of the same hours that has left the month. */
function elsewhere(
  { timeEntry, absence }: Collections,
  scopeId: string,
  id: string,
): HoursRecord | undefined {
  const [entry, away] = [timeEntry.get(id), absence.get(id)];
  if (entry?.scopeId === scopeId) return { noun: 'timeEntry', record: entry };
  if (away?.scopeId === scopeId) return { noun: 'absence', record: away };
  return undefined;
}

/** Returns the month that a moment lies in, on the reader's own clock. */
export const monthAt = (moment: number): string => monthStart(dayOf(moment));
