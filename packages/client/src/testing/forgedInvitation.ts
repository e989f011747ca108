/**
 * A forgery that a server could show to somebody who is invited: a workspace of its own under the true ids, with the
 * link's certificate, which is public, in an invitation that it signed, and its own keys granted to it. Every
 * signature is valid.
 */

import { foldLog } from '@kontor/contract/memberLog/fold';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Grant, KeyWrap, Scope } from '@kontor/contract/wire/scope';
import { createAccountKeys } from '@kontor/crypto/account';
import { certHpkeKey } from '@kontor/crypto/cert';
import { openGrant } from '@kontor/crypto/grant';
import { unwrapScopeKey } from '@kontor/crypto/keyWrap';
import { logCrypto } from '@kontor/crypto/signing';
import { v7 as uuidv7 } from 'uuid';
import { signInvite } from '../vault/memberActs.ts';
import { ScopeRing } from '../vault/scopeRing.ts';
import { firstKeys } from '../vault/workspaceKeys.ts';

/** Returns log and key rows as `GET /api/invitations/{id}` would show them, at a time in ms. */
export async function forgedInvitation(workspaceId: string, cert: KeyCert, at: number, expiresAt: number) {
  const account = await createAccountKeys(uuidv7(), at);
  const staff: Scope = { id: uuidv7(), kind: 'staff', access: 'private' };
  const ids = { workspaceId, adminsScopeId: uuidv7(), staffScopeId: staff.id, at };
  const { entry, keys } = await firstKeys(account, ids);
  const self = { recipientId: account.cert.userId, publicKey: certHpkeKey(account.cert) };
  const [grant, wrap] = keys as [Grant, KeyWrap];
  const adminsKey = await openGrant(grant, workspaceId, account.cert, self, account.seeds.xwing);
  const ring = new ScopeRing(staff);
  await ring.add(1, await unwrapScopeKey(adminsKey, workspaceId, wrap));
  const state = await foldLog(undefined, [entry], logCrypto);
  const parts = {
    account,
    state,
    revisions: new Map<string, number>(),
    ringOf: () => ring,
    at,
    hold: async () => {},
    seal: async () => [],
  };
  const signed = await signInvite(parts, cert, { role: 'EMPLOYEE', expiresAt });
  return { log: [entry, ...signed.entries], scopes: [{ scope: staff, keys: signed.keys }] };
}
