/**
 * Decides who may sign what, and what it changes: one rule for each type of entry. Signature, chain and certificate were
 * checked before (`fold.ts`).
 *
 * Acts upon members are an active admin's. Nobody demotes, shuts out or removes themselves, since whoever makes the new
 * keys knows them: so an active admin always remains, and who leaves is removed by another. The owner is always an
 * admin and stays until they make somebody else the owner.
 */

import { satisfies } from '../entity/role.ts';
import { dayMs } from '../time/day.ts';
import type { EntryOf, LogEntryType } from './entries.ts';
import { nextGenerations, renewLost } from './generations.ts';
import { LogError, type LogFault } from './logError.ts';
import {
  holdingStanding,
  type LoggedCert,
  type LoggedInvitation,
  type LoggedMember,
  type LogState,
  type MemberStanding,
  scopesLost,
} from './state.ts';

/** ms that an invitation stands at most. */
export const invitationMaxAge = 7 * dayMs;

/** The signer of an entry. */
export type EntrySigner = { member: LoggedMember } | { invitation: LoggedInvitation };

interface Act<T extends LogEntryType> {
  state: LogState;
  entry: EntryOf<T>;
  signer: EntrySigner;
  /** Fingerprint of the certificate that the entry names, where it names one. */
  certKey: string;
}

type Rule<T extends LogEntryType> = (act: Act<T>) => Partial<LogState>;

/** Genesis has no state before it: see `fold.ts`. */
export const rules: { [T in Exclude<LogEntryType, 'genesis'>]: Rule<T> } = {
  invite: (act) => {
    const { state, entry, certKey } = act;
    admin(act);
    const { cert, role, expiresAt } = entry.payload;
    assertNew(act, cert.userId);
    const customerId = customerOf(act, entry.payload);
    need(act, expiresAt > entry.at && expiresAt <= entry.at + invitationMaxAge, 'expired');
    const invitation = { invitationId: cert.userId, cert, certKey, role, customerId, expiresAt };
    // What the link's key signs is its own replacement, and no grant.
    const named = { userId: cert.userId, cert, isStaff: false, isAdmin: false };
    return {
      invitations: new Map(state.invitations).set(cert.userId, invitation),
      certs: new Map(state.certs).set(certKey, named),
    };
  },

  add: (act) => {
    const { entry, certKey } = act;
    admin(act);
    const { cert, role } = entry.payload;
    assertNew(act, cert.userId);
    const customerId = customerOf(act, entry.payload);
    const { userId } = cert;
    return take(act.state, {
      userId,
      cert,
      certKey,
      role,
      customerId,
      status: 'ACTIVE',
      isOwner: false,
    });
  },

  role: (act) => {
    const { state, entry } = act;
    const author = admin(act);
    const member = target(act, entry.payload.userId);
    const customerId = customerOf(act, entry.payload);
    const { role } = entry.payload;
    need(act, !member.isOwner && member.userId !== author.userId, 'not-permitted');
    need(act, role !== member.role || customerId !== member.customerId, 'malformed');
    const changed = { ...member, role, customerId };
    const lost = scopesLost(state, holdingStanding(member), holdingStanding(changed));
    return { ...take(state, changed), ...renewLost(state, entry, lost) };
  },

  status: (act) => {
    const { state, entry } = act;
    const author = admin(act);
    const member = target(act, entry.payload.userId);
    const { status } = entry.payload;
    need(act, member.userId !== author.userId && !(member.isOwner && status === 'INACTIVE'), 'not-permitted');
    need(act, status !== member.status, 'malformed');
    // Out of LOCKED leads a new certificate, never a click.
    need(act, !(member.status === 'LOCKED' && status === 'ACTIVE'), 'not-permitted');
    const changed = { ...member, status };
    const lost = scopesLost(state, holdingStanding(member), holdingStanding(changed));
    return { ...take(state, changed), ...renewLost(state, entry, lost) };
  },

  rekey: (act) => {
    const { state, entry, certKey } = act;
    const { userId, cert } = entry.payload;
    const invitation = state.invitations.get(userId);
    if (invitation) return join(act, invitation);
    const member = target(act, userId);
    need(act, cert.userId === userId && certKey !== member.certKey, 'bad-certificate');
    if (entry.payload.method === 'admin') {
      const author = admin(act);
      need(act, member.status === 'LOCKED' && author.userId !== userId, 'not-permitted');
    } else {
      need(act, entry.payload.method !== 'invitation', 'not-permitted');
      need(act, 'member' in act.signer && act.signer.member.userId === userId, 'not-permitted');
      need(act, member.status !== 'INACTIVE', 'not-permitted');
    }
    return take(state, { ...member, cert, certKey, status: 'ACTIVE' });
  },

  rotate: (act) => {
    admin(act);
    return nextGenerations(act.state, act.entry, { mayCreate: true });
  },

  remove: (act) => {
    const { state, entry } = act;
    const author = admin(act);
    const { userId } = entry.payload;
    const invitation = state.invitations.get(userId);
    const member = invitation ? undefined : target(act, userId);
    need(act, !member?.isOwner && userId !== author.userId, 'not-permitted');
    const lost = scopesLost(state, invitation ?? holdingStanding(member), undefined);
    return {
      members: without(state.members, userId),
      invitations: without(state.invitations, userId),
      ...renewLost(state, entry, lost),
    };
  },

  owner: (act) => {
    const { state, entry } = act;
    const author = admin(act);
    const member = target(act, entry.payload.userId);
    need(act, author.isOwner && member.userId !== author.userId, 'not-permitted');
    need(act, member.role === 'ADMIN' && member.status === 'ACTIVE', 'not-permitted');
    const members = new Map(state.members)
      .set(author.userId, { ...author, isOwner: false })
      .set(member.userId, { ...member, isOwner: true });
    return { members };
  },

  restore: (act) => {
    admin(act);
    const { seq, hash } = act.entry.payload;
    need(act, seq === act.state.seq && hash === act.state.head, 'broken-chain');
    return {};
  },
};

/** Lets somebody take the place that an invitation kept for them. */
function join(act: Act<'rekey'>, invitation: LoggedInvitation): Partial<LogState> {
  const { state, entry, certKey, signer } = act;
  const { cert, method } = entry.payload;
  assertNew(act, cert.userId);
  if (method === 'admin') admin(act);
  else {
    need(act, method === 'invitation', 'not-permitted');
    need(act, 'invitation' in signer && signer.invitation === invitation, 'not-permitted');
    need(act, entry.at < invitation.expiresAt, 'expired');
  }
  const { role, customerId } = invitation;
  const { userId } = cert;
  const member = { userId, cert, certKey, role, customerId, status: 'ACTIVE', isOwner: false } as const;
  return { ...take(state, member), invitations: without(state.invitations, invitation.invitationId) };
}

/** Returns the state's members and certificates with this one in it. */
export function take(
  { members, certs }: Pick<LogState, 'members' | 'certs'>,
  member: LoggedMember,
): Pick<LogState, 'members' | 'certs'> {
  const { userId, cert, certKey, role } = member;
  const before = certs.get(certKey);
  const isStaff = satisfies(role, 'EMPLOYEE') || before?.isStaff === true;
  const isAdmin = satisfies(role, 'ADMIN') || before?.isAdmin === true;
  const named: LoggedCert = { userId, cert, isStaff, isAdmin };
  return {
    members: new Map(members).set(userId, member),
    certs: new Map(certs).set(certKey, named),
  };
}

function need(act: { entry: { seq: number } }, holds: boolean, fault: LogFault): void {
  if (!holds) throw new LogError(fault, act.entry.seq);
}

/** Returns the author, where an active admin signed. */
function admin(act: { entry: { seq: number }; signer: EntrySigner }): LoggedMember {
  const member = 'member' in act.signer ? act.signer.member : undefined;
  if (member?.role !== 'ADMIN' || member.status !== 'ACTIVE')
    throw new LogError('not-permitted', act.entry.seq);
  return member;
}

function target({ state, entry }: { state: LogState; entry: { seq: number } }, userId: string): LoggedMember {
  const member = state.members.get(userId);
  if (!member) throw new LogError('unknown-member', entry.seq);
  return member;
}

/** Asserts that an id stands for one person: as a member or as an invitation. */
function assertNew(act: { state: LogState; entry: { seq: number } }, id: string): void {
  const { members, invitations } = act.state;
  need(act, !members.has(id) && !invitations.has(id), 'unknown-member');
}

/** Returns the customer of a place: one whose scope the log knows, and exactly for customers. */
function customerOf(
  act: { state: LogState; entry: { seq: number } },
  { role, customerId }: { role: MemberStanding['role']; customerId?: string | undefined },
): string | null {
  need(act, (role === 'CUSTOMER') === (customerId !== undefined), 'malformed');
  if (customerId === undefined) return null;
  need(act, act.state.scopes.get(customerId)?.kind === 'customer', 'malformed');
  return customerId;
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
