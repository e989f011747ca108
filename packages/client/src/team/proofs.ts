/** The proof of each member's current certificate, read from the log's entries. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { JoinProof } from './team.ts';

/** The facts that the log records about somebody joining. */
export interface JoinRecord {
  proof: JoinProof;
  /** ms */
  joinedAt: number;
}

export const proofOf = { invitation: 'link', phrase: 'phrase', device: 'device', admin: 'words' } as const;

/** Returns the join records by user id; for those who left and came back, the latest. */
export function joinHistory(entries: readonly LogEntry[]): ReadonlyMap<string, JoinRecord> {
  const out = new Map<string, JoinRecord>();
  for (const { type, payload, at } of entries) {
    if (type === 'genesis') out.set(payload.owner.userId, { proof: 'founder', joinedAt: at });
    else if (type === 'add') out.set(payload.cert.userId, { proof: 'words', joinedAt: at });
    else if (type === 'remove') out.delete(payload.userId);
    else if (type === 'rekey') {
      const { userId } = payload.cert;
      const joinedAt = out.get(userId)?.joinedAt ?? at;
      out.set(userId, { proof: proofOf[payload.method], joinedAt });
    }
  }
  return out;
}
