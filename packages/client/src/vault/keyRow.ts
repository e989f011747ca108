/** Opens one key row into its scope's ring, after asking whether the member log bears it out. */

import type { LogState } from '@kontor/contract/memberLog/state';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Grant, KeyWrap, PreviousKey, Scope, ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { certHpkeKey, fingerprint } from '@kontor/crypto/cert';
import { CryptoError } from '@kontor/crypto/errors';
import { openGrant, verifyGrant } from '@kontor/crypto/grant';
import { unwrapPreviousKey, unwrapScopeKey } from '@kontor/crypto/keyWrap';
import { scopeHpkePublicKey, scopeHpkeSeed } from '@kontor/crypto/scopeKey';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './trust/trustError.ts';

export interface RowOpening {
  workspaceId: string;
  state: LogState;
  /** The account's keys first; then others that stand for it: an invitation's that it accepts, its own of before a reset. */
  selves: readonly AccountKeys[];
  rings: ReadonlyMap<string, ScopeRing>;
}

/** `waits`: the key that it is sealed under is not there yet; `not-ours`: somebody else's grant. */
type Outcome = 'opened' | 'waits' | 'not-ours';

/** Under whose key a wrapped key lies. */
const parentKind: Partial<Record<Scope['kind'], Scope['kind']>> = {
  staff: 'admins',
  customer: 'staff',
  // Private once, and opened by somebody who held its key and the staff's.
  project: 'staff',
  room: 'staff',
};

/** Tells whether the member log lists the key ids of such a scope. */
export const isLogged = (scope: Scope) =>
  scope.kind === 'admins' || scope.kind === 'staff' || scope.kind === 'customer';

/** @throws TrustError where the log does not bear the row out; CryptoError where the row is not what it says */
export async function openKeyRow(opening: RowOpening, ring: ScopeRing, row: ScopeKey): Promise<Outcome> {
  if (isLogged(ring.scope)) confirmKid(opening.state, row);
  const isRelease = row.type === 'wrap' && !isLogged(ring.scope);
  if (!isRelease && ring.has(row.type === 'previous' ? row.generation - 1 : row.generation)) return 'opened';
  if (row.type === 'grant') return openGranted(opening, ring, row);
  return row.type === 'wrap' ? openWrapped(opening, ring, row) : openPrevious(opening, ring, row);
}

/** An old key that is served as the current one has an id that the log does not name for that generation. */
function confirmKid(state: LogState, row: ScopeKey): void {
  const kids = state.scopes.get(row.scopeId)?.kids;
  if (kids?.get(row.generation) !== row.kid)
    throw new TrustError('unconfirmed-key', `generation ${row.generation} of ${row.scopeId}`);
  if (row.type === 'previous' && kids.get(row.generation - 1) !== row.previousKid)
    throw new TrustError('unconfirmed-key', `generation ${row.generation - 1} of ${row.scopeId}`);
}

async function openGranted(opening: RowOpening, ring: ScopeRing, row: Grant): Promise<Outcome> {
  const { workspaceId, state } = opening;
  const recipients = await recipientsOf(opening, row);
  if (recipients.length === 0) return row.recipientId === 'admins' ? 'waits' : 'not-ours';
  const named = opening.selves.filter(({ cert }) => cert.userId === row.recipientId);
  const areNamed = await Promise.all(named.map(({ cert }) => isNamed(state, cert)));
  if (named.length > 0 && !areNamed.includes(true)) {
    // An invitation that was accepted since stands for nobody any more.
    if (!named.includes(opening.selves[0]!)) return 'not-ours';
    throw new TrustError(
      'unconfirmed-key',
      `the member log of ${state.workspaceId} does not name this account`,
    );
  }
  // Who granted may have left since, or have other keys by now.
  const granter = state.certs.get(row.granterKey);
  if (granter?.userId !== row.granterId)
    throw new TrustError('forged-grant', `${row.granterId} is not in the member log with that key`);
  if (!isLogged(ring.scope) && !granter.isStaff)
    throw new TrustError('forged-grant', `${row.granterId} may not grant`);
  let refusal: unknown;
  for (const { publicKey, seed } of recipients) {
    try {
      const to = { recipientId: row.recipientId, publicKey };
      const key = await openGrant(row, workspaceId, granter.cert, to, seed);
      if (row.generation > ring.newest) ring.terms = row;
      ring.notePrevious(row.generation, row.previousKid);
      await ring.add(row.generation, key);
      return 'opened';
    } catch (error) {
      if (!(error instanceof CryptoError)) throw error;
      refusal = error;
    }
  }
  if (await isForOlderCert(opening, granter.cert, row)) return 'not-ours';
  throw new TrustError('forged-grant', (refusal as CryptoError).message);
}

/**
 * Tells whether the log names this very certificate. A log that does not name this account is no workspace of theirs: anybody
 * could found one, give it a known name and grant its key to a stranger, who would then write under it.
 */
async function isNamed({ members, invitations }: LogState, cert: KeyCert): Promise<boolean> {
  const named = members.get(cert.userId) ?? invitations.get(cert.userId);
  return named?.certKey === toBase64Url(await fingerprint(cert));
}

/** Tells whether a grant was sealed to a certificate that the log once named for its recipient, and whose seeds are gone. */
async function isForOlderCert(
  { workspaceId, state, selves }: RowOpening,
  granter: KeyCert,
  row: Grant,
): Promise<boolean> {
  const held = new Set(selves.map(({ cert }) => cert.signature));
  for (const { userId, cert } of state.certs.values()) {
    if (userId !== row.recipientId || held.has(cert.signature)) continue;
    try {
      await verifyGrant(row, workspaceId, granter, { recipientId: userId, publicKey: certHpkeKey(cert) });
      return true;
    } catch (error) {
      // Not to this one: the next may be it.
      if (!(error instanceof CryptoError)) throw error;
    }
  }
  return false;
}

interface Recipient {
  publicKey: Uint8Array<ArrayBuffer>;
  seed: Uint8Array<ArrayBuffer>;
}

/** The key pairs of ours that a grant may be sealed to: the account's, or that of the generation of `admins` that it names. */
async function recipientsOf(
  { workspaceId, state, selves, rings }: RowOpening,
  row: Grant,
): Promise<Recipient[]> {
  if (row.recipientId !== 'admins')
    return selves
      .filter(({ cert }) => cert.userId === row.recipientId)
      .map(({ cert, seeds }) => ({ publicKey: certHpkeKey(cert), seed: seeds.xwing }));
  const admins = [...rings.values()].find((ring) => ring.scope.kind === 'admins');
  if (!admins) return [];
  const { id } = admins.scope;
  if (![...(state.scopes.get(id)?.kids.values() ?? [])].includes(row.adminsKid!))
    throw new TrustError('forged-grant', `the member log names no key ${row.adminsKid} of admins`);
  // An older generation may come with a row that is opened later.
  const key = admins.keyByKid(row.adminsKid!);
  if (!key) return [];
  const publicKey = await scopeHpkePublicKey(key, workspaceId, id);
  return [{ publicKey, seed: await scopeHpkeSeed(key, workspaceId, id) }];
}

async function openWrapped(
  { workspaceId, rings }: RowOpening,
  ring: ScopeRing,
  row: KeyWrap,
): Promise<Outcome> {
  const parent = rings.get(row.parentScopeId);
  if (parent && parent.scope.kind !== parentKind[ring.scope.kind])
    throw new TrustError('unconfirmed-key', `no ${ring.scope.kind} key lies under ${parent.scope.kind}`);
  const parentKey = parent?.keyByKid(row.parentKid);
  if (!parentKey) return 'waits';
  const key = await unwrapScopeKey(parentKey, workspaceId, row);
  const held = ring.has(row.generation) ? ring.handle(row.generation)!.kidText : row.kid;
  if (held !== row.kid)
    throw new TrustError('unconfirmed-key', `generation ${row.generation} of ${row.scopeId}`);
  await ring.add(row.generation, key);
  if (!isLogged(ring.scope)) ring.noteRelease(row.generation, row.parentKid);
  return 'opened';
}

async function openPrevious(
  { workspaceId }: RowOpening,
  ring: ScopeRing,
  row: PreviousKey,
): Promise<Outcome> {
  const key = ring.has(row.generation) ? ring.key(row.generation) : undefined;
  if (!key) return 'waits';
  // Who joined later has no grant that names it; then whoever holds the newer key, and sealed the older one under it,
  // is as good a witness: with that key they could write whatever they like into the past.
  const named = ring.previousKid(row.generation) ?? row.previousKid;
  if (!isLogged(ring.scope) && named !== row.previousKid)
    throw new TrustError('unconfirmed-key', `generation ${row.generation - 1} of ${row.scopeId}`);
  await ring.add(row.generation - 1, await unwrapPreviousKey(key, workspaceId, row));
  return 'opened';
}
