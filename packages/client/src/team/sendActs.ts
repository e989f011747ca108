/** Sending what the vault signed: one batch of entries, keys and records, and once more where somebody was faster. */
import type { Batch, Change, RecordChange } from '@kontor/contract/wire/change';
import { v7 as uuidv7 } from 'uuid';
import { applySurely } from '../http/applySurely.ts';
import { isCallError } from '../http/callError.ts';
import type { Http } from '../http/http.ts';
import type { Replica } from '../replica/replica.ts';
import { fieldsOf, plainOf } from '../replica/row.ts';
import { recordChange, signedChanges } from '../vault/changes.ts';
import type { SignedActs } from '../vault/memberAct.ts';
import type { PlainRecord } from '../vault/plainRecord.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import type { NewRecord, Sign, WithAct } from './team.ts';

/** Most times that an act is signed: it is signed anew whenever the log, a scope that it cuts or a key moved on meanwhile. */
const maxRounds = 8;

/** See `Team.send`. */
export async function sendActs<S extends SignedActs>(
  { http, userId, workspace }: { http: Http; userId: string; workspace: Replica },
  sign: Sign<S>,
  { records = [], changes = [] }: WithAct = {},
): Promise<S> {
  const plain = records.map((record) => plainRecord(record, userId));
  for (let round = 1; ; round++) {
    let signed: S;
    try {
      signed = await sign(Date.now(), plain, workspace.revisions());
      await applySurely(http, batchOf(workspace.id, signed, plain, changes));
    } catch (error) {
      if (round === maxRounds || !wasOvertaken(error)) throw error;
      await workspace.pull();
      continue;
    }
    await workspace.reach(signed.entries.at(-1)!);
    return signed;
  }
}

/** Tells whether somebody was faster: on the server, or in a log that is here before the keys which came with it. */
const wasOvertaken = (error: unknown): boolean =>
  isCallError(error, 'LOG_MOVED', 'SCOPES_MOVED', 'OUTDATED_KEY') ||
  (error instanceof TrustError && error.fault === 'missing-key');

function plainRecord({ entity, scopeId, fields }: NewRecord, userId: string): PlainRecord {
  const { id = uuidv7(), ...given } = fields as Record<string, unknown> & { id?: string };
  const now = Date.now();
  const all = fieldsOf(entity, given, { userId, now });
  return plainOf(entity, { ...all, id, scopeId, version: 1, updatedAt: now }, 1);
}

function batchOf(
  workspaceId: string,
  { sealed, ...signed }: SignedActs,
  records: readonly PlainRecord[],
  changes: readonly Change[],
): Batch {
  const created = records.map((record, i) =>
    recordChange(`${record.entity}.create` as RecordChange['name'], record, sealed[i]!),
  );
  return {
    id: uuidv7(),
    workspaceId,
    changes: [...signedChanges(signed), ...created, ...changes],
  };
}
