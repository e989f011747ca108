/**
 * The member log as a history: who did what to whom, in what order. It reads verified entries and proves nothing
 * itself.
 */

import type { MemberStatus, Role } from '@kontor/contract/entity/role';
import type { LogEntry, LogEntryType } from '@kontor/contract/memberLog/entries';
import { proofOf } from './proofs.ts';
import type { JoinProof } from './team.ts';

/**
 * The kinds of event. `withdraw`: an invitation was taken back; `expire`: it was taken back after nobody had accepted
 * it in time; `customer`: a customer got a place of their own.
 */
export type Happening =
  | Exclude<LogEntryType, 'rekey' | 'rotate'>
  | 'join'
  | 'rekey'
  | 'withdraw'
  | 'expire'
  | 'customer'
  | 'rotate';

export interface HistoryItem {
  seq: number;
  /** The author's clock, ms. */
  at: number;
  what: Happening;
  authorId: string;
  /** Whom it was done to: a member's id, an invitation's, or (`customer`) a customer's. Undefined where it was done to nobody. */
  subjectId?: string;
  role?: Role;
  /** The role that they had until then. */
  roleBefore?: Role;
  status?: MemberStatus;
  /** The proof that a certificate is the person's. */
  proof?: JoinProof;
}

/** Returns what tells an item from all others of its log. */
export const historyKey = ({ seq, what, subjectId = '' }: HistoryItem): string =>
  `${seq} ${what} ${subjectId}`;

/** Returns the items of a log, oldest first: one for each entry, and one for each of several customers that one begins. */
export function historyOf(entries: readonly LogEntry[]): HistoryItem[] {
  const roles = new Map<string, Role>();
  /** Expiry of each, ms. */
  const invitations = new Map<string, number>();
  const scopes = new Set<string>();
  /** The people who took the places of invitations, by the invitation's id. */
  const joinedAs = new Map<string, string>();
  const itemsOf = (entry: LogEntry): HistoryItem | HistoryItem[] => {
    const { type, payload, seq, at, authorId } = entry;
    const common = { seq, at, authorId };
    switch (type) {
      case 'genesis':
        roles.set(authorId, 'ADMIN');
        for (const { scopeId } of payload.scopes) scopes.add(scopeId);
        return { ...common, what: type };
      case 'invite':
        invitations.set(payload.cert.userId, payload.expiresAt);
        roles.set(payload.cert.userId, payload.role);
        return { ...common, what: type, subjectId: payload.cert.userId, role: payload.role };
      case 'add':
        roles.set(payload.cert.userId, payload.role);
        return { ...common, what: type, subjectId: payload.cert.userId, role: payload.role, proof: 'words' };
      case 'role': {
        const roleBefore = roles.get(payload.userId);
        roles.set(payload.userId, payload.role);
        const { userId: subjectId, role } = payload;
        return { ...common, what: type, subjectId, role, ...(roleBefore && { roleBefore }) };
      }
      case 'status':
        return { ...common, what: type, subjectId: payload.userId, status: payload.status };
      case 'rekey': {
        const proof = proofOf[payload.method];
        const subjectId = payload.cert.userId;
        if (!invitations.delete(payload.userId)) return { ...common, what: type, subjectId, proof };
        const role = roles.get(payload.userId) ?? 'CUSTOMER';
        roles.set(subjectId, role);
        joinedAs.set(payload.userId, subjectId);
        // Signed by the link's own key; it is the person who did it.
        const by = payload.method === 'admin' ? authorId : subjectId;
        return { ...common, authorId: by, what: 'join', subjectId, role, proof };
      }
      case 'rotate': {
        const begun = payload.scopes.filter(({ scopeId }) => !scopes.has(scopeId));
        for (const { scopeId } of begun) scopes.add(scopeId);
        const customers = begun.map(
          ({ scopeId }) => ({ ...common, what: 'customer', subjectId: scopeId }) as const,
        );
        const isRotation = begun.length < payload.scopes.length;
        return isRotation ? [...customers, { ...common, what: type }] : customers;
      }
      case 'remove': {
        const expiresAt = invitations.get(payload.userId);
        invitations.delete(payload.userId);
        const what = expiresAt === undefined ? type : at < expiresAt ? 'withdraw' : 'expire';
        return { ...common, what, subjectId: payload.userId };
      }
      case 'owner':
        return { ...common, what: type, subjectId: payload.userId };
      case 'restore':
        return { ...common, what: type };
    }
  };
  // Who was invited is known from the moment in which they came.
  return entries.flatMap(itemsOf).map((item) => {
    const came = item.what === 'invite' && joinedAs.get(item.subjectId ?? '');
    return came ? { ...item, subjectId: came } : item;
  });
}
