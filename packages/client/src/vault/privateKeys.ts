/** The keys of private projects and rooms: random, granted to each reader, and renewed whenever the readers change. */
import { fromBase64Url } from '@kontor/contract/bytes';
import type { LogState } from '@kontor/contract/memberLog/state';
import type { Scope, ScopeKey } from '@kontor/contract/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { type GrantRecipient, sealGrant } from '@kontor/crypto/grant';
import { wrapPreviousKey } from '@kontor/crypto/keyWrap';
import { createScopeKey, kidTextOf } from '@kontor/crypto/scopeKey';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './vault.ts';

/**
 * The next generation of a private scope (the first where `ring` holds none), granted to these members and, for a
 * project, to the admins.
 * @throws TrustError unknown-scope for a reader whom the log does not name, or who may not read
 */
export async function privateKeyRows(
  account: AccountKeys,
  state: LogState,
  scope: Pick<Scope, 'id' | 'kind'>,
  memberIds: readonly string[],
  ring: ScopeRing | undefined,
): Promise<ScopeKey[]> {
  const { workspaceId } = state;
  const recipients = [...new Set(memberIds)].map((userId): GrantRecipient => {
    const member = state.members.get(userId);
    if (!member || member.status === 'INACTIVE' || member.role === 'CUSTOMER')
      throw new TrustError('unknown-scope', `${userId} may not read ${scope.id}`);
    return { recipientId: userId, publicKey: fromBase64Url(member.cert.hpkePublicKey) };
  });
  const admins = [...state.scopes.values()].find(({ kind }) => kind === 'admins')!;
  const isForAdmins = scope.kind === 'project';
  if (isForAdmins)
    recipients.push({ recipientId: 'admins', publicKey: fromBase64Url(state.adminsPublicKey) });
  const older = ring && ring.newest > 0 ? ring.key(ring.newest)! : undefined;
  const place = { workspaceId, scopeId: scope.id, generation: (ring?.newest ?? 0) + 1 };
  const key = createScopeKey();
  const terms = {
    ...place,
    key,
    previousKid: older ? await kidTextOf(older) : null,
    readers: recipients.map(({ recipientId }) => recipientId),
    ...(isForAdmins && { adminsKid: admins.kids.get(admins.generation)! }),
  };
  const rows: Promise<ScopeKey>[] = recipients.map((to) => sealGrant(account, to, terms));
  if (older) rows.push(wrapPreviousKey(key, place, older));
  return Promise.all(rows);
}
