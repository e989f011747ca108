/**
 * The keys of private projects and rooms, and of people's hours: random, granted to each reader, and renewed whenever the readers change. One
 * that was private and is open now keeps such a key, which lies under the staff's; it is renewed when that one is.
 */

import { readByAdmins, type ScopeAccess } from '@kontor/contract/entity/scopeKind';
import { couldHoldLater, couldHoldSince, generationAt } from '@kontor/contract/memberLog/history';
import { isAdminIn, type LogState, mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import type { Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { type GrantRecipient, sealGrant } from '@kontor/crypto/grant';
import { wrapPreviousKey, wrapScopeKey } from '@kontor/crypto/keyWrap';
import { createScopeKey, importScopeKey, kidTextOf } from '@kontor/crypto/scopeKey';
import type { Readers, StandingHead } from './plainBatch.ts';
import { unpackProof } from './proof.ts';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './trust/trustError.ts';

export interface RenewalParts {
  account: AccountKeys;
  state: LogState;
  scope: Pick<Scope, 'id' | 'kind'>;
  ring: ScopeRing;
  staff: ScopeRing;
  /** The scope comes into being with the rows. */
  isNew: boolean;
  /** The server does not take the key of now. */
  isRefused: boolean;
}

/** Tells who reads a scope by the newest key that is held of it. */
export function readersOf(ring: ScopeRing): Readers {
  if (ring.newest === 0 || ring.release) return { access: 'open', memberIds: [] };
  return { access: 'private', memberIds: ring.terms?.readers.filter((id) => id !== 'admins') ?? [] };
}

/**
 * Returns somebody who has the newest key of a scope and may no longer read it: a reader, the granter, an admin of before, or
 * somebody who worked here once. Nothing new is sealed under such a key.
 */
export function revokedReader(state: LogState, ring: ScopeRing): string | undefined {
  const current = (kind: 'admins' | 'staff') => {
    const scope = [...state.scopes.values()].find((each) => each.kind === kind);
    return scope?.kids.get(scope.generation);
  };
  if (ring.release) return ring.release === current('staff') ? undefined : 'staff';
  if (!ring.terms) return undefined;
  const { readers, granterId, adminsKid } = ring.terms;
  const isGone = (id: string) => {
    const member = state.members.get(id);
    return !member || !mayHoldPrivate(member);
  };
  const gone = [granterId, ...readers.filter((id) => id !== 'admins')].find(isGone);
  if (gone) return gone;
  // Whoever granted knows the key; an admin of before is covered by `admins` no more.
  const isCovered = readers.includes('admins') && state.members.get(granterId)?.role === 'ADMIN';
  if (!readers.includes(granterId) && !isCovered) return granterId;
  return readers.includes('admins') && current('admins') !== adminsKid ? 'admins' : undefined;
}

/**
 * Returns the rows with which these people, and nobody else, read what is sealed from here on; without a wish those of now, as
 * far as they still may. None where the key of now is right. A new generation is kept as the ring's `pending`, and is made
 * once for each purpose, however often its act is sent.
 * @throws TrustError missing-key where the key of before is not held
 */
export async function renewalRows(parts: RenewalParts, wish: Readers | undefined): Promise<ScopeKey[]> {
  const { ring, state, isRefused } = parts;
  const now = readersOf(ring);
  const next = wish ?? now;
  const mustRenew = revokedReader(state, ring) !== undefined || isRefused;
  if (next.access === 'open') {
    if (ring.newest === 0 || (now.access === 'open' && !mustRenew)) return keepPending(ring, undefined);
    if (!mustRenew) return keepPending(ring, undefined, [await releaseRow(parts, ring.newest)]);
    return newGeneration(parts, 'open', []);
  }
  const stale = new Set(wish?.head ? leftOut(state, ring, wish.head) : []);
  const readers = privateReaders(
    parts,
    next.memberIds.filter((id) => !stale.has(id)),
  );
  const isSame =
    now.access === 'private' && new Set(now.memberIds).symmetricDifference(new Set(readers)).size === 0;
  return isSame && !mustRenew ? keepPending(ring, undefined) : newGeneration(parts, 'private', readers);
}

function keepPending(
  ring: ScopeRing,
  pending: ScopeRing['pending'],
  rows: ScopeKey[] = pending?.rows ?? [],
): ScopeKey[] {
  ring.pending = pending;
  return rows;
}

/**
 * Returns those of a standing head whom the newest key leaves out though the head lies under an older one. Whoever is let in comes
 * with a key, and the head under that: so this is an earlier head, which a server shows to a device that cannot tell, to let them in
 * again. Admins sign the heads of what they read anew where somebody is shut out of the workspace. A room's goes on naming them:
 * a key may have left them out for that time alone.
 */
export function leftOut(state: LogState, ring: ScopeRing, { readers, proof }: StandingHead): string[] {
  const { terms, scope } = ring;
  if (!terms || ring.release) return [];
  const { generation, seq, origin } = unpackProof(proof);
  // Of one that somebody sealed anew the generation is that person's word.
  if (!origin && generation >= ring.newest) return [];
  const reads = (id: string) =>
    terms.readers.includes(id) || (terms.readers.includes('admins') && isAdminIn(state, id));
  const isExcused = (id: string) => !readByAdmins(scope.kind) && !couldHoldSince(state, id, seq);
  return readers.filter((id) => !reads(id) && !isExcused(id));
}

/**
 * Tells whether a scope that was not there at an entry of the log was opened to somebody by such people alone as could hold no
 * private key then, nor since: an honest server takes none of them. Who could hold none themselves meanwhile may come back
 * to what was there before, and what the admins read is new to who became one. One that was opened to everybody since is not theirs:
 * whoever had left by then does not have the staff's key that it lies under.
 */
export function isBegunBehind(
  state: LogState,
  { allTerms, release }: ScopeRing,
  seq: number,
  userId: string,
): boolean {
  if (allTerms.length === 0 || !couldHoldSince(state, userId, seq)) return false;
  const staff = [...state.scopes.values()].find(({ kind }) => kind === 'staff')!;
  const isOfThen = ([generation, kid]: [number, string]) =>
    kid === release && generation >= generationAt(state, staff.scopeId, seq);
  if ([...staff.kids].some(isOfThen)) return false;
  return allTerms.every(
    ({ readers, granterId }) => readers.includes(userId) && !couldHoldLater(state, granterId, seq),
  );
}

/**
 * Returns those who may hold the key. An employee who takes their own name off would go on knowing it: they
 * stay.
 */
function privateReaders({ account, state, scope }: RenewalParts, memberIds: readonly string[]): string[] {
  const self = account.cert.userId;
  const isCovered = readByAdmins(scope.kind) && state.members.get(self)?.role === 'ADMIN';
  const ids = new Set([...memberIds, ...(isCovered ? [] : [self])]);
  return [...ids].filter((id) => {
    const member = state.members.get(id);
    return member !== undefined && mayHoldPrivate(member);
  });
}

/** Resolves with a key that everybody who works here may open from now on. */
async function releaseRow({ state, scope, ring, staff }: RenewalParts, generation: number) {
  const key = ring.key(generation);
  const staffGeneration = state.scopes.get(staff.scope.id)?.generation ?? 0;
  const staffKey = staff.key(staffGeneration);
  if (!key || !staffKey) throw new TrustError('missing-key', `generation ${generation} of ${scope.id}`);
  const place = { workspaceId: state.workspaceId, scopeId: scope.id, generation };
  return wrapScopeKey({ scopeId: staff.scope.id, key: staffKey }, place, key);
}

/**
 * Makes the next generation: under the staff's key where it is open, else granted to `readers` and, of some
 * kinds, the admins.
 */
async function newGeneration(
  parts: RenewalParts,
  access: ScopeAccess,
  readers: readonly string[],
): Promise<ScopeKey[]> {
  const { account, state, scope, ring, staff, isNew } = parts;
  const { workspaceId } = state;
  const staffScope = state.scopes.get(staff.scope.id)!;
  const admins = [...state.scopes.values()].find(({ kind }) => kind === 'admins')!;
  // Keys of an open scope count as the staff's; its own ones go on behind them.
  const before = isNew ? 0 : ring.newest || staffScope.generation;
  const generation = before + 1;
  const isForAdmins = readByAdmins(scope.kind);
  const certKeys = readers.map((id) => state.members.get(id)!.certKey);
  const generations = [generation, staffScope.generation, admins.generation];
  const purpose = JSON.stringify([access, ...generations, ...certKeys]);
  if (ring.pending?.purpose === purpose) return ring.pending.rows;
  const older = before > 0 ? ring.key(before) : undefined;
  if (before > 0 && !older) throw new TrustError('missing-key', `generation ${before} of ${scope.id}`);
  const place = { workspaceId, scopeId: scope.id, generation };
  const key = createScopeKey();
  const rows: Promise<ScopeKey>[] = [];
  if (access === 'open') {
    const staffKey = staff.key(staffScope.generation);
    if (!staffKey) throw new TrustError('missing-key', `the newest key of ${staff.scope.id}`);
    rows.push(wrapScopeKey({ scopeId: staff.scope.id, key: staffKey }, place, key));
  } else {
    const recipients = readers.map(
      (recipientId): GrantRecipient => ({
        recipientId,
        publicKey: fromBase64Url(state.members.get(recipientId)!.cert.hpkePublicKey),
      }),
    );
    if (isForAdmins)
      recipients.push({ recipientId: 'admins', publicKey: fromBase64Url(state.adminsPublicKey) });
    const terms = {
      ...place,
      key,
      previousKid: older ? await kidTextOf(older) : null,
      readers: recipients.map(({ recipientId }) => recipientId),
      ...(isForAdmins && { adminsKid: admins.kids.get(admins.generation)! }),
    };
    rows.push(...recipients.map((to) => sealGrant(account, to, terms)));
  }
  if (older) rows.push(wrapPreviousKey(key, place, older));
  const made = { generation, key, handle: await importScopeKey(key), rows: await Promise.all(rows), purpose };
  return keepPending(ring, made);
}
