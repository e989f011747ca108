/**
 * Collects what must never leave a browser, taken from a person's own client: password, seeds, and the keys of a
 * workspace's scopes.
 */

import { mayBeOpen } from '@kontor/contract/entity/scopeKind';
import { logEntryHash } from '@kontor/contract/memberLog/entries';
import { certIn } from '@kontor/contract/memberLog/entryParts';
import type { Account, PasswordParameters } from '@kontor/contract/wire/account';
import { type Bytes, fromBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Grant, KeyWrap } from '@kontor/contract/wire/scope';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { openAccount as openSealed } from '@kontor/crypto/account';
import type { LogHead } from '@kontor/crypto/authorSignature';
import { certHpkeKey } from '@kontor/crypto/cert';
import { openGrant } from '@kontor/crypto/grant';
import { unwrapScopeKey } from '@kontor/crypto/keyWrap';
import { derivePasswordKeys } from '@kontor/crypto/password';
import { deriveOpenScopeKey, derivePersonalScopeKey } from '@kontor/crypto/scopeKey';
import type { AccountSeeds } from '@kontor/crypto/seeds';
import { logCrypto } from '@kontor/crypto/signing';
import type { Actor } from '@kontor/testkit/actor';
import { type Needle, needlesOf } from '../canary/marker.ts';
import { type Hit, searchBytes } from '../canary/search.ts';
import { type Exchange, requestBytes } from './proxy.ts';

/** The keys that somebody's password opens. */
export interface HeldAccount {
  wrapKey: Bytes;
  seeds: AccountSeeds;
  cert: KeyCert;
}

/** Every key that somebody's client can obtain, as the format page describes. */
export interface HeldKeys extends HeldAccount {
  /** All generations of each scope's key; the personal scope is the user's id. */
  byScope: ReadonlyMap<string, readonly Bytes[]>;
}

const accounts = new WeakMap<Actor, Promise<HeldAccount>>();

/** Returns somebody's own keys and certificate, opened with their password; only once, since it takes its time. */
export function accountOf(actor: Actor): Promise<HeldAccount> {
  const account = accounts.get(actor) ?? openAccount(actor);
  accounts.set(actor, account);
  return account;
}

async function openAccount({ person, device }: Actor): Promise<HeldAccount> {
  const { email, password } = person;
  const account = await device.http.json<Account>('/api/account');
  const { suite, accountSalt } = await device.http.json<PasswordParameters>(
    '/api/users/password-parameters',
    { query: { email } },
  );
  const salt = fromBase64Url(accountSalt);
  const { wrapKey } = await derivePasswordKeys({ email, password, suite, accountSalt: salt });
  const cert = account.publicKey;
  const { seeds } = await openSealed(wrapKey, fromBase64Url(account.privateKey), cert);
  return { wrapKey, cert, seeds };
}

/** Returns the end of the member log in a whole pull, as an author of this moment names it. */
export async function headOf({ log }: SyncAnswer): Promise<LogHead> {
  const last = log.at(-1)!;
  return { seq: last.seq, hash: fromBase64Url(await logEntryHash(last, logCrypto)) };
}

/** Opens somebody's keys with their password; `answer` is a whole pull of a workspace of theirs. */
export async function keysOf(actor: Actor, workspaceId: string, answer: SyncAnswer): Promise<HeldKeys> {
  const account = await accountOf(actor);
  const { seeds, cert } = account;
  const { userId } = cert;
  const to = { recipientId: userId, publicKey: certHpkeKey(cert) };
  const staffKeys: Bytes[] = [];
  const staff = answer.scopes.find(({ kind }) => kind === 'staff')?.id;
  const byScope = new Map<string, Bytes[]>([[userId, [await derivePersonalScopeKey(seeds, userId)]]]);
  const hold = (scopeId: string, key: Bytes) => {
    byScope.set(scopeId, [...(byScope.get(scopeId) ?? []), key]);
    if (scopeId === staff) staffKeys.push(key);
  };
  const rows = answer.scopes.flatMap((scope) => scope.keys);
  const byKid = new Map<string, Bytes>();
  const certs = answer.log.flatMap((entry) => certIn(entry) ?? []);
  const certOf = (granterId: string) => certs.findLast((each) => each.userId === granterId) ?? cert;
  for (const row of rows.filter((key): key is Grant => key.type === 'grant' && key.recipientId === userId)) {
    const key = await openGrant(row, workspaceId, certOf(row.granterId), to, seeds.xwing);
    byKid.set(row.kid, key);
    hold(row.scopeId, key);
  }
  const wraps = rows.filter((key): key is KeyWrap => key.type === 'wrap');
  // The staff key opens the customers' keys.
  for (const row of wraps.sort((a, b) => Number(b.scopeId === staff) - Number(a.scopeId === staff))) {
    const parent = byKid.get(row.parentKid);
    // Others hold the key above it.
    if (!parent) continue;
    const key = await unwrapScopeKey(parent, workspaceId, row);
    byKid.set(row.kid, key);
    hold(row.scopeId, key);
  }
  for (const { id } of answer.scopes.filter(({ kind }) => mayBeOpen(kind)))
    for (const key of staffKeys) hold(id, await deriveOpenScopeKey(key, workspaceId, id));
  return { ...account, byScope };
}

/** Returns the needles of somebody's secrets: of the account, and of a workspace as `answer` has it. */
export async function secretsOf(actor: Actor, workspaceId: string, answer: SyncAnswer): Promise<Needle[]> {
  const { wrapKey, seeds, byScope } = await keysOf(actor, workspaceId, answer);
  const bytes: [string, Bytes][] = [
    ['wrap key', wrapKey],
    ['X-Wing seed', seeds.xwing],
    ['Ed25519 seed', seeds.ed25519],
    ...[...byScope.values()].flatMap((keys) => keys.map((key): [string, Bytes] => ['scope key', key])),
  ];
  return [
    ...named('password', needlesOf(actor.person.password)),
    ...bytes.flatMap(([name, key]) => named(name, needlesOf(key))),
  ];
}

const named = (name: string, needles: Needle[]): Needle[] =>
  needles.map(([encoding, bytes]) => [`${name}, ${encoding}`, bytes]);

/** Returns the secrets found in what was sent. */
export const leaksIn = (exchanges: readonly Exchange[], needles: readonly Needle[]): Hit[] =>
  searchBytes('requests', requestBytes(exchanges), needles);
