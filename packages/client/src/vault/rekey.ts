/**
 * Another certificate in the place of one's own, signed by the key that it replaces; and what goes with every new
 * certificate, whoever signed for it: grants of everything that was granted to the one before.
 */

import { isLogged } from '@kontor/contract/entity/scopeKind';
import { foldLog } from '@kontor/contract/memberLog/fold';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { logCrypto } from '@kontor/crypto/signing';
import type { SignedActs } from './memberAct.ts';
import { type ActParts, signActs } from './memberActs.ts';
import type { StandingHead } from './plainBatch.ts';
import { readersOf, renewalRows } from './privateKeys.ts';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './trust/trustError.ts';

export interface Replacement {
  cert: KeyCert;
  /** Holds the certificate that the log names. */
  signer: AccountKeys;
  method: 'phrase' | 'device';
}

/** Signs a person's new keys. @throws LogError; TrustError missing-key */
export async function signRekey(
  parts: ActParts,
  { cert, signer, method }: Replacement,
  rings: readonly ScopeRing[],
): Promise<SignedActs> {
  const payload = { userId: cert.userId, cert, method };
  const signed = await signActs(parts, [{ type: 'rekey', payload }], new Set(), signer);
  return withPrivateKeys(parts, signed, cert.userId, { rings });
}

/**
 * Returns the acts, and new keys of the private projects and rooms that somebody reads: one is granted to all its readers at
 * once, and what was granted to their certificate of before is of no use to them. The readers are those whom the scope's head
 * names (`heads`, by scope). Who answers for themselves has nothing opened yet: they take the newest key's word, and before
 * anything is sealed under theirs a head is known, and asked.
 */
export async function withPrivateKeys(
  { account, state: before }: ActParts,
  { keys, ...signed }: SignedActs,
  userId: string,
  { rings, heads }: { rings: readonly ScopeRing[]; heads?: Readonly<Record<string, StandingHead>> },
): Promise<SignedActs> {
  const state = await foldLog(before, signed.entries, logCrypto);
  const staff = rings.find(({ scope }) => scope.kind === 'staff');
  const again: ScopeKey[] = [];
  for (const ring of rings) {
    const isMine = !isLogged(ring.scope) && readersOf(ring).memberIds.includes(userId);
    const head = heads?.[ring.scope.id];
    // Where an admin does not know it, whoever writes there next makes the key.
    if (!isMine || !staff || (heads && !head)) continue;
    const wish = head && { access: 'private' as const, memberIds: head.readers, head };
    const renewal = { account, state, scope: ring.scope, ring, staff, isNew: false, isRefused: true };
    try {
      again.push(...(await renewalRows(renewal, wish)));
    } catch (error) {
      // One whose newest key is not held here waits for another of its readers.
      if (!(error instanceof TrustError)) throw error;
    }
  }
  return { ...signed, keys: [...keys, ...again] };
}
