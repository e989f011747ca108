/**
 * Describes what a member log proves: who is in, who is invited, which keys are current, and who holds them. The role hierarchy
 * is a hierarchy of keys: `admins` opens `staff`, `staff` opens every customer's scope.
 */

import { type MemberStatus, type PlaceStatus, type Role, satisfies } from '../entity/role.ts';
import type { ScopeKind } from '../entity/scopeKind.ts';
import type { KeyCert } from '../wire/keyCert.ts';

/** The facts of a person that alone decide which keys they may hold. */
export interface MemberStanding {
  role: Role;
  /** The scope of the customer whom a CUSTOMER belongs to; null for the others. */
  customerId: string | null;
}

/** A member as the log proves them. */
export interface LoggedMember extends MemberStanding {
  userId: string;
  cert: KeyCert;
  /** Fingerprint of `cert`, base64url. */
  certKey: string;
  /**
   * `LOCKED`: waits for a `rekey`, signs nothing else, and goes on holding keys, so that the recovery phrase opens
   * everything again. `INACTIVE`: shut out, holds nothing of what comes.
   */
  status: MemberStatus;
  isOwner: boolean;
}

/** Somebody who is invited and has not accepted yet. Not a member: the link's certificate stands for them. */
export interface LoggedInvitation extends MemberStanding {
  invitationId: string;
  cert: KeyCert;
  certKey: string;
  /** ms. */
  expiresAt: number;
}

/** A certificate that the log named at some time. What it signed then stands, though its holder may have left. */
export interface LoggedCert {
  userId: string;
  cert: KeyCert;
  /** True if it ever was that of an employee or admin, who may grant the keys of private scopes. */
  isStaff: boolean;
  /** True if it ever was an admin's, who reads private projects without being named in them. */
  isAdmin: boolean;
}

/** A scope's current generation and the key id of each. */
export interface LoggedScope {
  scopeId: string;
  kind: ScopeKind;
  generation: number;
  /** Key id by generation. */
  kids: ReadonlyMap<number, string>;
}

/** A fact that holds from an entry on. */
interface Since<T> {
  seq: number;
  fact: T;
}

/** Never changed in place, as the states that have it. */
export interface LogHistory {
  /** The hash of each entry, base64url, by seq. */
  hashes: readonly string[];
  /** By user: their place; undefined while they have none. */
  members: ReadonlyMap<string, readonly Since<LoggedMember | undefined>[]>;
  /** By scope of the log: its generation. */
  generations: ReadonlyMap<string, readonly Since<number>[]>;
  /** By scope: the revisions that entries named of it. They only rise. */
  revisions: ReadonlyMap<string, readonly { seq: number; revision: number }[]>;
  /** The entries that cut every project and open room. */
  wideCuts: readonly number[];
}

/** The state that a log proves. Never changed in place: each entry makes a new one. */
export interface LogState {
  workspaceId: string;
  seq: number;
  /** Time of the newest entry, ms: none is earlier than the one before. */
  at: number;
  /** Hash of the newest entry, base64url. */
  head: string;
  /** Hash of the first entry: the workspace's identity. */
  genesis: string;
  members: ReadonlyMap<string, LoggedMember>;
  /** By invitation id. */
  invitations: ReadonlyMap<string, LoggedInvitation>;
  /** By fingerprint. */
  certs: ReadonlyMap<string, LoggedCert>;
  scopes: ReadonlyMap<string, LoggedScope>;
  adminsPublicKey: string;
  history: LogHistory;
}

type ScopeFacts = Pick<LoggedScope, 'scopeId' | 'kind'>;

/** Returns true if somebody in this place opens a logged scope, by a grant or through the scope above it. */
export function opens({ role, customerId }: MemberStanding, { scopeId, kind }: ScopeFacts): boolean {
  if (kind === 'admins') return role === 'ADMIN';
  return satisfies(role, 'EMPLOYEE') || (kind === 'customer' && customerId === scopeId);
}

/** Returns true if the key of a scope that they open is granted to them, and not reached through the scope above. */
export function isGrantedDirectly(
  { role, customerId }: MemberStanding,
  { scopeId, kind }: ScopeFacts,
): boolean {
  if (kind === 'admins') return role === 'ADMIN';
  if (kind === 'staff') return role === 'EMPLOYEE';
  return kind === 'customer' && role === 'CUSTOMER' && customerId === scopeId;
}

/** Somebody to whom keys are granted: a member's user id or an invitation's, and the certificate to seal to. */
export interface Holder extends MemberStanding {
  id: string;
  cert: KeyCert;
  certKey: string;
}

/** Returns everybody who holds keys at that time (ms): members who are not INACTIVE, and invitations that still stand. */
export function holders({ members, invitations }: LogState, at: number): Holder[] {
  const out: Holder[] = [];
  for (const { userId: id, cert, certKey, role, customerId, status } of members.values())
    if (status !== 'INACTIVE') out.push({ id, cert, certKey, role, customerId });
  for (const { invitationId: id, cert, certKey, role, customerId, expiresAt } of invitations.values())
    if (at < expiresAt) out.push({ id, cert, certKey, role, customerId });
  return out;
}

/**
 * Returns those of `holders` to whom a new generation of a scope is granted (`isGrantedDirectly`), looked up: a firm has
 * hundreds of members and thousands of customers.
 */
export function directHolders(state: LogState, at: number): (scope: ScopeFacts) => readonly Holder[] {
  const byPlace = Map.groupBy(holders(state, at), ({ role, customerId }) => customerId ?? role);
  return ({ scopeId, kind }) => {
    const place = kind === 'admins' ? 'ADMIN' : kind === 'staff' ? 'EMPLOYEE' : scopeId;
    return byPlace.get(place) ?? [];
  };
}

/** Returns the scopes that open to a place `before` and no longer to one `after` (undefined: to none). */
export function scopesLost(
  state: LogState,
  before: MemberStanding | undefined,
  after: MemberStanding | undefined,
): Set<string> {
  const lost = new Set<string>();
  if (!before) return lost;
  for (const scope of state.scopes.values())
    if (opens(before, scope) && !(after && opens(after, scope))) lost.add(scope.scopeId);
  return lost;
}

/**
 * Returns true if somebody may hold the key of a private project or room. One who is LOCKED goes on holding it, and one who
 * LEFT until the log removes them: keys are granted by the log.
 */
export const mayHoldPrivate = ({ role, status }: { role: Role; status: PlaceStatus }): boolean =>
  status !== 'INACTIVE' && satisfies(role, 'EMPLOYEE');

/** Returns true if somebody is an admin, as the log has them. */
export const isAdminIn = (log: Pick<LogState, 'members'> | undefined, userId: string): boolean =>
  log?.members.get(userId)?.role === 'ADMIN';

/** Returns the place from which a member holds keys: undefined for one who is INACTIVE. */
export const holdingStanding = (member: LoggedMember | undefined): MemberStanding | undefined =>
  member && member.status !== 'INACTIVE' ? member : undefined;
