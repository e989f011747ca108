/**
 * Another certificate in the place of one's own: signed by the key that it replaces, with grants of everything that was
 * granted to that one. Private projects and rooms get a new key on the way, since one is granted to all at once.
 */
import type { KeyCert } from '@kontor/contract/keyCert';
import { foldLog } from '@kontor/contract/memberLog/fold';
import type { ScopeKey } from '@kontor/contract/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { logCrypto } from '@kontor/crypto/signing';
import { isLogged } from './keyRow.ts';
import type { SignedActs } from './memberAct.ts';
import { type ActParts, signActs } from './memberActs.ts';
import { readersOf, renewalRows } from './privateKeys.ts';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './vault.ts';

export interface Replacement {
  cert: KeyCert;
  /** Holds the certificate that the log names. */
  signer: AccountKeys;
  method: 'phrase' | 'device';
}

/** @throws LogError; TrustError missing-key */
export async function signRekey(
  parts: ActParts,
  { cert, signer, method }: Replacement,
  rings: readonly ScopeRing[],
): Promise<SignedActs> {
  const payload = { userId: cert.userId, cert, method };
  const { keys, ...signed } = await signActs(parts, [{ type: 'rekey', payload }], new Set(), signer);
  const state = await foldLog(parts.state, signed.entries, logCrypto);
  const staff = rings.find(({ scope }) => scope.kind === 'staff');
  const again: ScopeKey[] = [];
  for (const ring of rings) {
    const isMine = !isLogged(ring.scope) && readersOf(ring).memberIds.includes(cert.userId);
    if (!isMine || !staff) continue;
    const { account } = parts;
    const renewal = { account, state, scope: ring.scope, ring, staff, isNew: false, isRefused: true };
    try {
      again.push(...(await renewalRows(renewal, undefined)));
    } catch (error) {
      // One whose newest key is not held here waits for another of its readers.
      if (!(error instanceof TrustError)) throw error;
    }
  }
  return { ...signed, keys: [...keys, ...again] };
}
