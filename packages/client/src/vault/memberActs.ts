/**
 * Acts upon members: the signed entries of the log, and the key rows that go with them in the same batch. An act is
 * folded here before it leaves, so that nobody signs what others would refuse; who gets which keys follows from the
 * state after it.
 */

import type { Role } from '@kontor/contract/entity/role';
import { scopeKind } from '@kontor/contract/entity/scopeKind';
import { cutOf } from '@kontor/contract/memberLog/cuts';
import type { LogAct, LogEntry, NamedGeneration, UnsignedLogEntry } from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { customersAmong, packKids } from '@kontor/contract/memberLog/generations';
import { lastRevision } from '@kontor/contract/memberLog/history';
import { packRevisions } from '@kontor/contract/memberLog/revisions';
import {
  directHolders,
  holdingStanding,
  type LoggedScope,
  type LogState,
  type MemberStanding,
  scopesLost,
} from '@kontor/contract/memberLog/state';
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { fingerprint } from '@kontor/crypto/cert';
import { sealGrant } from '@kontor/crypto/grant';
import { wrapPreviousKey, wrapScopeKey } from '@kontor/crypto/keyWrap';
import { createScopeKey, kidTextOf, scopeHpkePublicKey } from '@kontor/crypto/scopeKey';
import { logCrypto } from '@kontor/crypto/signing';
import type { FreshKeys } from './keyring.ts';
import type { MemberAct, SignedActs } from './memberAct.ts';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './trust/trustError.ts';
import { signEntry } from './workspaceKeys.ts';

export interface ActParts {
  account: AccountKeys;
  state: LogState;
  /** Returns the ring of a logged scope. */
  ringOf(scopeId: string): ScopeRing | undefined;
  /** ms */
  at: number;
  /** Of the scopes that an entry may cut, as far as this device has pulled them. */
  revisions: ReadonlyMap<string, number>;
  /** Holds the keys that the act begins, by scope, until the log names them. */
  hold(fresh: FreshKeys): Promise<void>;
  /** Seals what goes into the same batch; `fresh`: the keys that the act begins, by scope. */
  seal(fresh: FreshKeys): Promise<Uint8Array[]>;
}

type Key = Uint8Array<ArrayBuffer>;

/** Signs an act as the account, with the rows of its keys. @throws LogError not-permitted and others; TrustError */
export async function signMemberAct(parts: ActParts, act: MemberAct): Promise<SignedActs> {
  const { state } = parts;
  switch (act.type) {
    case 'add':
      return signActs(parts, [{ type: 'add', payload: { cert: act.cert, ...placeIn(act) } }]);
    case 'role': {
      const next = { role: act.role, customerId: act.customerId ?? null };
      const lost = lostBy(state, act.userId, (place) => place && next);
      const payload = { userId: act.userId, ...placeIn(act) };
      return signActs(parts, [{ type: 'role', payload: { ...payload, scopes: [] } }], lost);
    }
    case 'status': {
      const lost = lostBy(state, act.userId, (place) => (act.status === 'INACTIVE' ? undefined : place));
      const payload = { userId: act.userId, status: act.status, scopes: [] };
      return signActs(parts, [{ type: 'status', payload }], lost);
    }
    case 'remove': {
      const lost = lostBy(state, act.userId, () => undefined);
      return signActs(parts, [{ type: 'remove', payload: { userId: act.userId, scopes: [] } }], lost);
    }
    case 'rotate':
      return signActs(parts, [{ type: 'rotate', payload: { scopes: [] } }], new Set(act.scopeIds));
    case 'owner':
      return signActs(parts, [{ type: 'owner', payload: { userId: act.userId } }]);
    case 'unlock': {
      const { userId, cert } = act;
      const rekey: LogAct = { type: 'rekey', payload: { userId, cert, method: 'admin' } };
      const status = state.members.get(userId)?.status;
      // A reset is the server's word alone: the log says LOCKED before it takes another certificate.
      const lock: LogAct = { type: 'status', payload: { userId, status: 'LOCKED', scopes: [] } };
      return signActs(parts, status === undefined || status === 'LOCKED' ? [rekey] : [lock, rekey]);
    }
  }
}

/** Signs an invitation. @param invited the certificate of the link */
export function signInvite(
  parts: ActParts,
  invited: KeyCert,
  place: { role: Role; customerId?: string; expiresAt: number },
): Promise<SignedActs> {
  const { expiresAt } = place;
  return signActs(parts, [{ type: 'invite', payload: { cert: invited, ...placeIn(place), expiresAt } }]);
}

/**
 * Signs the acceptance of an invitation, with the link's keys; the account's certificate replaces theirs, and the account grants
 * the keys.
 */
export function signAcceptance(parts: ActParts, link: AccountKeys): Promise<SignedActs> {
  const payload = { userId: link.cert.userId, cert: parts.account.cert, method: 'invitation' } as const;
  return signActs(parts, [{ type: 'rekey', payload }], new Set(), link);
}

const placeIn = ({ role, customerId }: { role: Role; customerId?: string }) => ({
  role,
  ...(customerId !== undefined && { customerId }),
});

function lostBy(
  state: LogState,
  userId: string,
  after: (standing: MemberStanding | undefined) => MemberStanding | undefined,
): Set<string> {
  const standing = state.invitations.get(userId) ?? holdingStanding(state.members.get(userId));
  return scopesLost(state, standing, after(standing));
}

/** Signs the restoration of a backup whose log ends at the head of `parts.state`. */
export function signRestore(parts: ActParts, changedAt: number): Promise<SignedActs> {
  const { seq, head: hash } = parts.state;
  return signActs(parts, [{ type: 'restore', payload: { seq, hash, changedAt } }]);
}

/**
 * Signs acts one after another, the first with new generations of `renewed`, and makes the key rows that follow from them.
 * `signer` signs the entries, the account the grants.
 */
export async function signActs(
  parts: ActParts,
  acts: LogAct[],
  renewed: ReadonlySet<string> = new Set(),
  signer: AccountKeys = parts.account,
): Promise<SignedActs> {
  const { state, revisions } = parts;
  // Nothing in the log is dated before what it follows, however the clocks of two admins differ.
  const at = Math.max(parts.at, state.at);
  const fresh: FreshKeys = new Map([...renewed].map((scopeId) => [scopeId, createScopeKey()]));
  const [first, ...rest] = acts;
  const named = { ...(await namedBy(first!, state, fresh)), ...cutTo(revisions, state, first!, fresh) };
  const complete = [{ ...first, payload: { ...first!.payload, ...named } } as LogAct, ...rest];
  const authorKey = toBase64Url(await fingerprint(signer.cert));
  const authorId = signer.cert.userId;
  const entries: LogEntry[] = [];
  let after = state;
  for (const act of complete) {
    const { seq, head: previousHash, workspaceId } = after;
    const unsigned = { seq: seq + 1, previousHash, workspaceId, authorId, authorKey, at, ...act };
    const entry = await signEntry(signer, unsigned as UnsignedLogEntry);
    after = await foldLog(after, [entry], logCrypto);
    entries.push(entry);
  }
  const [keys, sealed] = await Promise.all([
    keyRows(parts, after, fresh),
    parts.seal(fresh),
    parts.hold(fresh),
  ]);
  return { entries, keys, sealed };
}

/**
 * Returns the revisions that an act names: those of the scopes it cuts, without projects and rooms that have not changed since an
 * earlier cut.
 */
function cutTo(
  revisions: ActParts['revisions'],
  state: LogState,
  act: LogAct,
  fresh: FreshKeys,
): { revisions?: string } {
  const { scopeIds, isWide } = cutOf(state, act, fresh.keys());
  const named = new Map([...scopeIds].map((scopeId) => [scopeId, revisions.get(scopeId) ?? 0]));
  if (isWide)
    for (const [scopeId, revision] of revisions)
      if (!state.scopes.has(scopeId) && revision > lastRevision(state, scopeId)) named.set(scopeId, revision);
  return named.size > 0 ? { revisions: packRevisions(named) } : {};
}

/**
 * Resolves with the new generations as the entry lists them; those of customers' scopes that somebody loses are listed by key id
 * only.
 */
async function namedBy(act: LogAct, state: LogState, fresh: ReadonlyMap<string, Key>) {
  if (!('scopes' in act.payload)) return {};
  const packed = act.type === 'rotate' ? [] : customersAmong(state, fresh.keys());
  if (packed.length === 0) return generationsOf(state, fresh);
  const rest = new Map(fresh);
  for (const scopeId of packed) rest.delete(scopeId);
  const kids = await Promise.all(packed.map((scopeId) => kidTextOf(fresh.get(scopeId)!)));
  return { ...(await generationsOf(state, rest)), customerKids: packKids(kids) };
}

async function generationsOf({ workspaceId, scopes }: LogState, fresh: ReadonlyMap<string, Key>) {
  const named: NamedGeneration[] = [];
  let adminsPublicKey: string | undefined;
  for (const [scopeId, key] of fresh) {
    const { kind = 'customer', generation = 0 } = scopes.get(scopeId) ?? {};
    const row = { scopeId, kind, generation: generation + 1, kid: await kidTextOf(key) };
    named.push(row as NamedGeneration);
    if (kind === 'admins') adminsPublicKey = toBase64Url(await scopeHpkePublicKey(key, workspaceId, scopeId));
  }
  return { scopes: named, ...(adminsPublicKey && { adminsPublicKey }) };
}

/**
 * Makes key rows. Of a renewed scope: grants to all who hold it directly, the wrap under the scope above, and
 * the key before. Of the others: grants to those who come to hold it, or hold it under a new certificate.
 */
async function keyRows(
  { account, state, ringOf, at }: ActParts,
  after: LogState,
  fresh: ReadonlyMap<string, Key>,
): Promise<ScopeKey[]> {
  const { workspaceId } = after;
  const currentKey = ({ scopeId, generation }: LoggedScope): Key => {
    const key = fresh.get(scopeId) ?? ringOf(scopeId)?.key(generation);
    if (!key) throw new TrustError('missing-key', `the newest key of ${scopeId} is not held`);
    return key;
  };
  const rows: Promise<ScopeKey>[] = [];
  const [holdersBefore, holdersAfter] = [directHolders(state, at), directHolders(after, at)];
  const byKind = new Map([...after.scopes.values()].map((scope) => [scope.kind, scope]));
  for (const scope of after.scopes.values()) {
    const { scopeId, kind, generation, kids } = scope;
    const before = new Set(holdersBefore(scope).map(({ certKey }) => certKey));
    const holders = holdersAfter(scope);
    const isFresh = fresh.has(scopeId);
    const recipients = isFresh ? holders : holders.filter(({ certKey }) => !before.has(certKey));
    const terms = {
      workspaceId,
      scopeId,
      generation,
      previousKid: kids.get(generation - 1) ?? null,
    };
    for (const { id: recipientId, cert } of recipients) {
      const to = { recipientId, publicKey: fromBase64Url(cert.hpkePublicKey) };
      rows.push(sealGrant(account, to, { ...terms, readers: [recipientId], key: currentKey(scope) }));
    }
    if (!isFresh) continue;
    const place = { workspaceId, scopeId, generation };
    const parent = byKind.get(scopeKind(kind).under!);
    if (parent) {
      const under = { scopeId: parent.scopeId, key: currentKey(parent) };
      rows.push(wrapScopeKey(under, place, currentKey(scope)));
    }
    const older = state.scopes.get(scopeId);
    if (older) rows.push(wrapPreviousKey(currentKey(scope), place, heldKey(ringOf(scopeId), older)));
  }
  return Promise.all(rows);
}

function heldKey(ring: ScopeRing | undefined, { scopeId, generation }: LoggedScope): Key {
  const key = ring?.key(generation);
  if (!key) throw new TrustError('missing-key', `generation ${generation} of ${scopeId} is not held`);
  return key;
}
