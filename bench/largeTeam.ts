/** A workspace of many members, down at its log and its keys: what an admin's client works on when it signs an act. */

import type { MemberAct } from '@kontor/client/vault/memberAct';
import { type ActParts, signMemberAct } from '@kontor/client/vault/memberActs';
import { ScopeRing } from '@kontor/client/vault/scopeRing';
import { firstKeys } from '@kontor/client/vault/workspaceKeys';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import type { Grant, KeyWrap } from '@kontor/contract/wire/scope';
import { createAccountKeys } from '@kontor/crypto/account';
import { openGrant } from '@kontor/crypto/grant';
import { unwrapScopeKey } from '@kontor/crypto/keyWrap';
import { logCrypto } from '@kontor/crypto/signing';
import { v7 as uuidv7 } from 'uuid';

export interface LargeTeam {
  entries: LogEntry[];
  /** Everybody but the owner. */
  memberIds: string[];
  parts: ActParts;
}

/** Makes an owner and so many employees. */
export async function largeTeam(employees: number): Promise<LargeTeam> {
  const [workspaceId, adminsScopeId, staffScopeId, userId] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
  const account = await createAccountKeys(userId, 1);
  const { entry, keys } = await firstKeys(account, { workspaceId, adminsScopeId, staffScopeId, at: 1 });
  const [grant, wrap] = keys as [Grant, KeyWrap];
  const owner = { recipientId: userId, publicKey: fromBase64Url(account.cert.hpkePublicKey) };
  const adminsKey = await openGrant(grant, workspaceId, account.cert, owner, account.seeds.xwing);
  const staffKey = await unwrapScopeKey(adminsKey, workspaceId, wrap);
  const rings = new Map<string, ScopeRing>();
  for (const [id, kind, key] of [
    [adminsScopeId, 'admins', adminsKey],
    [staffScopeId, 'staff', staffKey],
  ] as const) {
    const ring = new ScopeRing({ id, kind, access: 'private' });
    await ring.add(1, key);
    rings.set(id, ring);
  }
  const team: LargeTeam = {
    entries: [entry],
    memberIds: [],
    parts: {
      account,
      state: await foldLog(undefined, [entry], logCrypto),
      ringOf: (id) => rings.get(id),
      at: 2,
      revisions: new Map(),
      hold: async () => {},
      seal: async () => [],
    },
  };
  for (let i = 0; i < employees; i++) {
    const { cert } = await createAccountKeys(uuidv7(), 2);
    await take(team, { type: 'add', cert, role: 'EMPLOYEE' });
    team.memberIds.push(cert.userId);
  }
  return team;
}

/** Signs an act that starts no new keys, and goes on from there. */
export async function take(team: LargeTeam, act: MemberAct): Promise<void> {
  const { entries } = await signMemberAct(team.parts, act);
  team.entries.push(...entries);
  team.parts.state = await foldLog(team.parts.state, entries, logCrypto);
}
