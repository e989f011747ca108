/** Closing, confirming and amending months, and the guard that keeps closed ones as they are. */
import type { OpenOf } from '@kontor/contract/nouns/entities';
import { confirmationId, type HoursChange, monthId } from '@kontor/contract/nouns/month';
import type { Mutations } from '../replica/mutations.ts';
import type { Projection } from '../replica/nounHooks.ts';
import type { Row } from '../replica/row.ts';
import { sameValue } from '../replica/sameValue.ts';
import type { Transaction } from '../replica/transaction.ts';
import {
  closedMonth,
  closingOf,
  type HoursNoun,
  hashOf,
  type MonthPlace,
  monthAt,
  monthState,
  monthsOf,
  recordsOf,
  statementOf,
} from './month.ts';
import { settlesDoubleStarts } from './timer.ts';

/**
 * - `closed`: the month is closed; a change needs a reason.
 * - `open`: the month is not closed, so that there is nothing to confirm or amend.
 * - `running`: a timer of the month runs or pauses.
 * - `future`: the month has not begun.
 * - `not-own`: only its person closes and opens a month.
 * - `confirmed`: an admin has confirmed it; it is not opened again.
 * - `changed`: its records are others than those that were signed.
 * - `no-reason`: an addendum says why.
 */
export type MonthFault =
  | 'closed'
  | 'open'
  | 'running'
  | 'future'
  | 'not-own'
  | 'confirmed'
  | 'changed'
  | 'no-reason';

export class MonthError extends Error {
  readonly fault: MonthFault;
  /** The first day of the month that it is about. */
  readonly month: string;

  constructor(fault: MonthFault, month: string) {
    super(`${month}: ${fault}`);
    this.name = 'MonthError';
    this.fault = fault;
    this.month = month;
  }
}

/** By whom, and when (ms). */
interface Signing {
  userId: string;
  at: number;
}

function assertOwn({ collections }: Mutations, { scopeId, month }: MonthPlace, userId: string): void {
  if (collections.workingTime.get(scopeId)?.userId !== userId) throw new MonthError('not-own', month);
}

/** Closes one's month as it stands. @throws MonthError not-own, future, closed, running */
export function closeMonth(mutations: Mutations, place: MonthPlace, { userId, at }: Signing): void {
  const { collections } = mutations;
  const { scopeId, month } = place;
  assertOwn(mutations, place, userId);
  if (month > monthAt(at)) throw new MonthError('future', month);
  if (closedMonth(collections, place)) throw new MonthError('closed', month);
  const isOpen = ({ noun, record }: { noun: HoursNoun; record: object }) =>
    noun === 'timeEntry' && (record as OpenOf<'timeEntry'>).status !== 'DONE';
  if (recordsOf(collections, place).some(isOpen)) throw new MonthError('running', month);
  const closing = closingOf(collections, place, at);
  const id = monthId(scopeId, month);
  if (collections.month.get(id)) mutations.update('month', id, closing);
  else mutations.create('month', scopeId, { id, ...closing });
}

/** Opens one's month again, which no admin has confirmed yet. @throws MonthError not-own, open, confirmed */
export function reopenMonth(mutations: Mutations, place: MonthPlace, { userId }: Signing): void {
  assertOwn(mutations, place, userId);
  const { closing, confirms } = monthState(mutations.collections, place);
  if (!closing) throw new MonthError('open', place.month);
  if (confirms) throw new MonthError('confirmed', place.month);
  mutations.update('month', closing.id, { closedAt: undefined, records: '', targets: [], contained: [] });
}

/** Confirms a month with its addenda, as an admin. @throws MonthError open, changed */
export function confirmMonth(mutations: Mutations, place: MonthPlace, { at }: Signing): void {
  const { closing, addenda, deviations } = monthState(mutations.collections, place);
  if (!closing) throw new MonthError('open', place.month);
  const hash = hashOf(closing, addenda);
  if (deviations.length > 0 || hash === undefined) throw new MonthError('changed', place.month);
  const confirmed = {
    month: place.month,
    hash,
    covered: addenda.map(({ id }) => id),
    confirmedAt: at,
  };
  const id = confirmationId(place.scopeId, place.month);
  if (mutations.collections.monthConfirmation.get(id)) mutations.update('monthConfirmation', id, confirmed);
  else mutations.create('monthConfirmation', place.scopeId, { id, ...confirmed });
}

/** Makes records of a closed month what they are by an addendum: whoever signs it stands for them. @throws MonthError */
export function explainMonth(mutations: Mutations, place: MonthPlace, reason: string, { at }: Signing): void {
  const { closing, deviations } = monthState(mutations.collections, place);
  if (!closing) throw new MonthError('open', place.month);
  if (!reason.trim()) throw new MonthError('no-reason', place.month);
  const changes = deviations.map(({ noun, id, record }): HoursChange => {
    return { noun, id, ...(record && { after: statementOf(noun, record) }) };
  });
  if (changes.length === 0) return;
  const { month, scopeId } = place;
  mutations.create('monthAddendum', scopeId, { month, reason: reason.trim(), changedAt: at, changes });
}

/**
 * Changes records of hours, in one transaction with an addendum for each closed month that it changes.
 * @throws MonthError no-reason where it changes one and says not why; nothing is changed then
 */
export function amend(
  mutations: Mutations,
  reason: string,
  { at }: Pick<Signing, 'at'>,
  work: () => void,
): void {
  const said = reason.trim();
  mutations.transaction((transaction) => {
    work();
    // What a timer has become needs no reason; one that was given is kept.
    const needsNone = (before?: Row, after?: Row) =>
      isTimers(before, after) && (said === '' || after?.status !== 'DONE');
    for (const [key, changes] of closedChanges(transaction, mutations, needsNone)) {
      const [scopeId, month] = key.split(' ') as [string, string];
      if (!said) throw new MonthError('no-reason', month);
      mutations.create('monthAddendum', scopeId, { month, reason: said, changedAt: at, changes });
    }
  });
}

/** Returns what a transaction changes in closed months, by `scope month`, without what needs no reason. */
function closedChanges(
  transaction: Transaction,
  { collections }: Mutations,
  needsNone: typeof isTimers,
): Map<string, HoursChange[]> {
  const out = new Map<string, HoursChange[]>();
  for (const { entity: noun, id } of transaction.ops()) {
    if (noun !== 'timeEntry' && noun !== 'absence') continue;
    const [before, after] = [transaction.before(noun, id), transaction.after(id)];
    if (needsNone(before, after)) continue;
    const change = {
      noun,
      id,
      ...(before && { before: statementOf(noun, before) }),
      ...(after && { after: statementOf(noun, after) }),
    };
    if (sameValue(change.before, change.after)) continue;
    const { scopeId } = (before ?? after)!;
    const months = new Set([before, after].flatMap((row) => (row ? monthsOf(noun, row) : [])));
    for (const month of months) {
      if (!closedMonth(collections, { scopeId, month })) continue;
      const key = `${scopeId} ${month}`;
      out.set(key, [...(out.get(key) ?? []), change]);
    }
  }
  return out;
}

/**
 * Tells whether a change is the timer's, which must come to an end whatever is closed: of an entry that runs or pauses. What it left
 * in a closed month without a reason shows there as added.
 */
const isTimers = (before?: Row, after?: Row): boolean => before?.isOpen === true && after !== undefined;

/**
 * Refuses a transaction that changes a closed month without an addendum, save one that settles what two devices began: that was worked
 * already. @throws MonthError closed
 */
export const keepClosed: Projection = {
  of: ['timeEntry', 'absence'],
  write: (_, transaction, mutations) => {
    if (settlesDoubleStarts(transaction)) return;
    const changed = closedChanges(transaction, mutations, isTimers);
    if (changed.size === 0) return;
    const said = new Set(
      transaction.ops().flatMap((op) => {
        if (op.entity !== 'monthAddendum' || op.verb !== 'create') return [];
        const { month, changes } = op.fields as unknown as OpenOf<'monthAddendum'>;
        return changes.map(({ id }) => `${op.scopeId} ${month} ${id}`);
      }),
    );
    for (const [key, changes] of changed)
      for (const { id } of changes)
        if (!said.has(`${key} ${id}`)) throw new MonthError('closed', key.split(' ')[1]!);
  },
};
