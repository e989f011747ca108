/** Opens key rows into their scope's ring, after asking whether the member log bears it out. */

import { isLogged, readByAdmins, scopeKind } from '@kontor/contract/entity/scopeKind';
import type { LogState } from '@kontor/contract/memberLog/state';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Grant, KeyWrap, PreviousKey, ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { certHpkeKey, fingerprint } from '@kontor/crypto/cert';
import { CryptoError } from '@kontor/crypto/errors';
import { openGrant, verifyGrant } from '@kontor/crypto/grant';
import { unwrapPreviousKey, unwrapScopeKey } from '@kontor/crypto/keyWrap';
import { scopeHpkePublicKey, scopeHpkeSeed } from '@kontor/crypto/scopeKey';
import type { KeyFault } from './plainRecord.ts';
import { assertReadsToo, assertWhose, isProven, noteRelease, readBefore } from './provenGeneration.ts';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './trust/trustError.ts';

export interface RowOpening {
  workspaceId: string;
  state: LogState;
  /** The account's keys first; then others that stand for it: an invitation's that it accepts, its own of before a reset. */
  selves: readonly AccountKeys[];
  rings: ReadonlyMap<string, ScopeRing>;
  /** Keys that this device made, by their ids; whoever takes one takes it out. */
  fresh: Map<string, Uint8Array<ArrayBuffer>> | undefined;
  /** True once nothing else opens: then the lowest generation of a private scope counts as its first here. */
  mayBegin: boolean;
}

/**
 * `waits`: the key that it is sealed under is not there yet; `unproven`: nothing shows that it follows from the keys
 * that are held; `not-ours`: somebody else's grant.
 */
type Outcome = 'opened' | 'waits' | 'unproven' | 'not-ours';

/** Takes note of a row that is not believed. */
export type Refuse = (scopeId: string, fault: KeyFault['fault'], detail: string) => void;

/** Opens those of a scope's waiting rows that open now. */
export async function openRows(
  opening: RowOpening,
  ring: ScopeRing,
  refuse: Refuse,
): Promise<{ opened: number; unproven: ScopeKey[] }> {
  const unproven: ScopeKey[] = [];
  let opened = 0;
  for (const row of [...ring.waiting]) {
    try {
      const outcome = await openKeyRow(opening, ring, row);
      if (outcome === 'opened') opened++;
      if (outcome === 'unproven') unproven.push(row);
      if (outcome === 'unproven' || outcome === 'waits') continue;
    } catch (error) {
      if (error instanceof TrustError) refuse(ring.scope.id, error.fault, error.message);
      else if (error instanceof CryptoError) refuse(ring.scope.id, 'unconfirmed-key', error.message);
      else throw error;
    }
    ring.settle(row);
  }
  return { opened, unproven };
}

/**
 * Opens one row of a scope's keys.
 * @throws TrustError where the log does not bear the row out; CryptoError where the row is not what it says
 */
async function openKeyRow(opening: RowOpening, ring: ScopeRing, row: ScopeKey): Promise<Outcome> {
  if (isLogged(ring.scope)) confirmKid(opening.state, row);
  if (isNeedless(ring, row)) return 'opened';
  if (await takesFresh(opening, ring, row)) return 'opened';
  if (row.type === 'grant') return openGranted(opening, ring, row);
  return row.type === 'wrap' ? openWrapped(opening, ring, row) : openPrevious(opening, ring, row);
}

/** Tells whether a row brings nothing that is not held. In a private scope it may prove another generation's key. */
function isNeedless(ring: ScopeRing, { type, generation }: ScopeKey): boolean {
  if (type === 'previous') return ring.has(generation - 1) && (isLogged(ring.scope) || ring.has(generation));
  return ring.has(generation) && (type === 'grant' || isLogged(ring.scope));
}

/** Takes a key that this device made itself, where the log names it for the row's generation. */
async function takesFresh({ fresh }: RowOpening, ring: ScopeRing, row: ScopeKey): Promise<boolean> {
  const key = isLogged(ring.scope) && row.type !== 'previous' && fresh?.get(row.kid);
  if (!key) return false;
  fresh?.delete(row.kid);
  await ring.add(row.generation, key);
  return true;
}

/**
 * Checks a key's id: an old key that is served as the current one has an id that the log does not name for
 * that generation.
 */
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
  await assertWhose(workspaceId, ring, row);
  let refusal: unknown;
  for (const { publicKey, seed } of recipients) {
    try {
      const to = { recipientId: row.recipientId, publicKey };
      const key = await openGrant(row, workspaceId, granter.cert, to, seed);
      if (!isLogged(ring.scope)) {
        assertReadsToo(row, granter);
        assertKind(ring, row);
        const isNext = readBefore(ring, row, granter);
        if (!isNext || !(await counts(opening, ring, row.generation, key))) return 'unproven';
        ring.noteTerms(row.generation, row);
      }
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
 * Checks that a key was granted to the admins where scopes of its kind are, and nowhere else: of which kind a private one is says
 * the server, and to whom its next key goes follows from that. @throws TrustError forged-grant
 */
function assertKind({ scope: { id, kind } }: ScopeRing, { readers }: Grant): void {
  if (readers.includes('admins') !== readByAdmins(kind))
    throw new TrustError('forged-grant', `${id} is said to be of the kind ${kind}, its key says otherwise`);
}

/** Tells whether a private scope's key counts: it is the first that is known here, or follows from one. */
async function counts(
  { workspaceId, mayBegin }: RowOpening,
  ring: ScopeRing,
  generation: number,
  key: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return ring.newest === 0 ? mayBegin : isProven(ring, workspaceId, generation, key);
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

/**
 * Resolves with the key pairs of ours that a grant may be sealed to: the account's, or that of the generation
 * of `admins` that it names.
 */
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

async function openWrapped(opening: RowOpening, ring: ScopeRing, row: KeyWrap): Promise<Outcome> {
  const { workspaceId, rings } = opening;
  const parent = rings.get(row.parentScopeId);
  if (parent && parent.scope.kind !== scopeKind(ring.scope.kind).under)
    throw new TrustError('unconfirmed-key', `no ${ring.scope.kind} key lies under ${parent.scope.kind}`);
  const parentKey = parent?.keyByKid(row.parentKid);
  if (!parentKey) return 'waits';
  const key = await unwrapScopeKey(parentKey, workspaceId, row);
  const held = ring.has(row.generation) ? ring.handle(row.generation)!.kidText : row.kid;
  if (held !== row.kid)
    throw new TrustError('unconfirmed-key', `generation ${row.generation} of ${row.scopeId}`);
  if (!isLogged(ring.scope)) {
    const isKnown = ring.has(row.generation) || (await counts(opening, ring, row.generation, key));
    if (!isKnown) return 'unproven';
    noteRelease(opening.state, ring, row);
  }
  await ring.add(row.generation, key);
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
