/** The keys of a new workspace, with the log entry that names them. */

import { type LogEntry, logEntryBytes, type UnsignedLogEntry } from '@kontor/contract/memberLog/entries';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { certHpkeKey, fingerprint } from '@kontor/crypto/cert';
import { sealGrant } from '@kontor/crypto/grant';
import { wrapScopeKey } from '@kontor/crypto/keyWrap';
import { createScopeKey, kidTextOf, scopeHpkePublicKey } from '@kontor/crypto/scopeKey';
import { signBytes } from '@kontor/crypto/signing';

export interface NewKeys {
  entry: LogEntry;
  keys: ScopeKey[];
}

/** Signs an entry as the account. */
export async function signEntry(account: AccountKeys, entry: UnsignedLogEntry): Promise<LogEntry> {
  const signature = await signBytes(account.seeds.ed25519, logEntryBytes(entry));
  return { ...entry, signature: toBase64Url(signature) } as LogEntry;
}

/** Returns first generations of `admins` (granted to the founder) and `staff` (wrapped), and genesis. */
export async function firstKeys(
  account: AccountKeys,
  {
    workspaceId,
    adminsScopeId,
    staffScopeId,
    at,
  }: {
    workspaceId: string;
    adminsScopeId: string;
    staffScopeId: string;
    at: number;
  },
): Promise<NewKeys> {
  const [adminsKey, staffKey] = [createScopeKey(), createScopeKey()];
  const userId = account.cert.userId;
  const adminsPublicKey = await scopeHpkePublicKey(adminsKey, workspaceId, adminsScopeId);
  const [adminsKid, staffKid] = await Promise.all([kidTextOf(adminsKey), kidTextOf(staffKey)]);
  const entry = await signEntry(account, {
    seq: 0,
    previousHash: null,
    workspaceId,
    authorId: userId,
    authorKey: toBase64Url(await fingerprint(account.cert)),
    at,
    type: 'genesis',
    payload: {
      owner: account.cert,
      scopes: [
        { scopeId: adminsScopeId, kind: 'admins', generation: 1, kid: adminsKid },
        { scopeId: staffScopeId, kind: 'staff', generation: 1, kid: staffKid },
      ],
      adminsPublicKey: toBase64Url(adminsPublicKey),
    },
  });
  const keys = [
    await sealGrant(
      account,
      { recipientId: userId, publicKey: certHpkeKey(account.cert) },
      {
        workspaceId,
        scopeId: adminsScopeId,
        generation: 1,
        key: adminsKey,
        previousKid: null,
        readers: [userId],
      },
    ),
    await wrapScopeKey(
      { scopeId: adminsScopeId, key: adminsKey },
      { workspaceId, scopeId: staffScopeId, generation: 1 },
      staffKey,
    ),
  ];
  return { entry, keys };
}
