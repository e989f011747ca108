/**
 * A closed month as a file that proves itself: the records, the signatures under them and the member log that says whose
 * those are. `tools/verify_month.py` verifies it without a server; `docs/formats.md` has the format.
 */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { Replica } from '../replica/replica.ts';
import { type HoursNoun, type MonthPlace, monthState, recordsOf, statementOf } from './month.ts';
import { type SignedRecord, signedRecord } from './signedRecord.ts';

export interface SignedMonth {
  format: 'kontor/signed-month/v1';
  workspaceId: string;
  scopeId: string;
  userId: string;
  /** Its first day. */
  month: string;
  /** The names of people, for whoever reads it; nothing proves them. */
  names: Record<string, string>;
  /** Closing, addenda in their order, confirmation. */
  signed: SignedRecord[];
  records: { noun: HoursNoun; id: string; statement: Record<string, unknown> }[];
  log: readonly LogEntry[];
}

/**
 * Composes the file of a closed month. Undefined while it is open, or something of it is not on the server yet.
 * @param nameOf what somebody is called
 */
export function signedMonth(
  replica: Replica,
  { scopeId, month }: MonthPlace,
  nameOf: (userId: string) => string,
): SignedMonth | undefined {
  const { collections } = replica;
  const { closing, addenda, confirmation } = monthState(collections, { scopeId, month });
  const userId = collections.workingTime.get(scopeId)?.userId;
  if (!closing || userId === undefined) return undefined;
  const ids = [closing.id, ...addenda.map(({ id }) => id), ...(confirmation ? [confirmation.id] : [])];
  const signed = ids.flatMap((id) => signedRecord(replica, id) ?? []);
  if (signed.length < ids.length) return undefined;
  const people = new Set([userId, ...signed.map(({ authorId }) => authorId)]);
  return {
    format: 'kontor/signed-month/v1',
    workspaceId: replica.id,
    scopeId,
    userId,
    month,
    names: Object.fromEntries([...people].map((id) => [id, nameOf(id)])),
    signed,
    records: recordsOf(collections, { scopeId, month }).map(({ noun, record }) => ({
      noun,
      id: record.id,
      statement: statementOf(noun, record),
    })),
    log: replica.logEntries(),
  };
}
