/** Acts on members and keys, as they are requested from the vault. */

import type { MemberStatus, Role } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { ScopeKey } from '@kontor/contract/wire/scope';

/** The acts of an admin; certificates were compared with their six words beforehand. */
export type MemberAct =
  | { type: 'add'; cert: KeyCert; role: Role; customerId?: string }
  | { type: 'role'; userId: string; role: Role; customerId?: string }
  | { type: 'status'; userId: string; status: MemberStatus }
  /** A member's or an invitation's. */
  | { type: 'remove'; userId: string }
  | { type: 'owner'; userId: string }
  /** New generations of these; an unknown id begins the scope of a new customer. */
  | { type: 'rotate'; scopeIds: readonly string[] }
  /** Takes a new certificate for somebody who is LOCKED, or who came without the secret of their invitation. */
  | { type: 'unlock'; userId: string; cert: KeyCert };

/** The acts that take somebody's certificate: for the six words that they read out, and not otherwise. */
export type ConfirmedAct = Extract<MemberAct, { cert: KeyCert }>;

/** The acts that an admin does without anybody's words. */
export type PlainAct = Exclude<MemberAct, ConfirmedAct>;

/** The contents of one batch, in this order. */
export interface SignedActs {
  entries: LogEntry[];
  keys: ScopeKey[];
  /** The records that were passed along, sealed under the keys that hold after the act. */
  sealed: Uint8Array[];
}
