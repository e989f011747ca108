/** The keys of a new workspace, and their next generation, each with the log entry that names them. */
import { fromBase64Url, toBase64Url } from '@kontor/contract/bytes';
import { type LogEntry, logEntryBytes, type UnsignedLogEntry } from '@kontor/contract/memberLog/entries';
import type { LoggedMember, LogState } from '@kontor/contract/memberLog/state';
import { satisfies } from '@kontor/contract/role';
import type { ScopeKey } from '@kontor/contract/scope';
import type { AccountKeys } from '@kontor/crypto/account';
import { certHpkeKey, fingerprint } from '@kontor/crypto/cert';
import { sealGrant } from '@kontor/crypto/grant';
import { wrapPreviousKey, wrapScopeKey } from '@kontor/crypto/keyWrap';
import { createScopeKey, kidTextOf, scopeHpkePublicKey } from '@kontor/crypto/scopeKey';
import { signBytes } from '@kontor/crypto/signing';
import type { ScopeRing } from './scopeRing.ts';
import { TrustError } from './vault.ts';

export interface NewKeys {
  entry: LogEntry;
  keys: ScopeKey[];
}

/** Signs an entry as the account. */
export async function signEntry(account: AccountKeys, entry: UnsignedLogEntry): Promise<LogEntry> {
  const signature = await signBytes(account.seeds.ed25519, logEntryBytes(entry));
  return { ...entry, signature: toBase64Url(signature) } as LogEntry;
}

/** First generations of `admins` (granted to the founder) and `staff` (wrapped), and genesis. */
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

/** The next generation of `admins` and `staff`, granted to those whom the log names. */
export async function nextKeys(
  account: AccountKeys,
  state: LogState,
  rings: { admins: ScopeRing; staff: ScopeRing },
  at: number,
): Promise<NewKeys> {
  const active = [...state.members.values()].filter((member) => member.status === 'ACTIVE');
  const admins = await nextGeneration(
    account,
    state,
    rings.admins,
    active.filter((member) => member.role === 'ADMIN'),
  );
  const employees = active.filter((member) => member.role !== 'ADMIN' && satisfies(member.role, 'EMPLOYEE'));
  const staff = await nextGeneration(account, state, rings.staff, employees);
  const { workspaceId } = state;
  const wrap = await wrapScopeKey(
    { scopeId: rings.admins.scope.id, key: admins.key },
    { workspaceId, scopeId: rings.staff.scope.id, generation: staff.generation },
    staff.key,
  );
  const publicKey = await scopeHpkePublicKey(admins.key, workspaceId, rings.admins.scope.id);
  const named = async (ring: ScopeRing, kind: 'admins' | 'staff', next: Next) => ({
    scopeId: ring.scope.id,
    kind,
    generation: next.generation,
    kid: await kidTextOf(next.key),
  });
  const entry = await signEntry(account, {
    seq: state.seq + 1,
    previousHash: state.head,
    workspaceId,
    authorId: account.cert.userId,
    authorKey: toBase64Url(await fingerprint(account.cert)),
    at,
    type: 'rotate',
    payload: {
      scopes: [await named(rings.admins, 'admins', admins), await named(rings.staff, 'staff', staff)],
      adminsPublicKey: toBase64Url(publicKey),
    },
  });
  return { entry, keys: [...admins.rows, ...staff.rows, wrap] };
}

interface Next {
  generation: number;
  key: Uint8Array<ArrayBuffer>;
  rows: ScopeKey[];
}

async function nextGeneration(
  account: AccountKeys,
  state: LogState,
  ring: ScopeRing,
  recipients: readonly LoggedMember[],
): Promise<Next> {
  const scopeId = ring.scope.id;
  const before = state.scopes.get(scopeId)?.generation ?? 0;
  const previousKey = ring.key(before);
  if (!previousKey) throw new TrustError('missing-key', `the newest key of ${scopeId} is not held`);
  const key = createScopeKey();
  const place = { workspaceId: state.workspaceId, scopeId, generation: before + 1 };
  const terms = {
    ...place,
    key,
    previousKid: await kidTextOf(previousKey),
    readers: recipients.map((member) => member.userId),
  };
  const grants = recipients.map(({ userId, cert }) =>
    sealGrant(account, { recipientId: userId, publicKey: fromBase64Url(cert.hpkePublicKey) }, terms),
  );
  const previous = await wrapPreviousKey(key, place, previousKey);
  return { generation: before + 1, key, rows: [...(await Promise.all(grants)), previous] };
}
