/** What must never leave a browser, taken from a person's own client: password, seeds, and the keys of a workspace's scopes. */
import type { Account, PasswordParameters } from '@kontor/contract/account';
import { type Bytes, fromBase64Url } from '@kontor/contract/bytes';
import type { Grant, KeyWrap } from '@kontor/contract/scope';
import type { SyncAnswer } from '@kontor/contract/sync';
import { openSeeds } from '@kontor/crypto/account';
import { certHpkeKey } from '@kontor/crypto/cert';
import { openGrant } from '@kontor/crypto/grant';
import { unwrapScopeKey } from '@kontor/crypto/keyWrap';
import { derivePasswordKeys } from '@kontor/crypto/password';
import { deriveOpenScopeKey } from '@kontor/crypto/scopeKey';
import type { Actor } from '@kontor/testkit/actor';
import { type Needle, needlesOf } from '../canary/marker.ts';
import { type Hit, searchBytes } from '../canary/search.ts';
import { type Exchange, requestBytes } from './proxy.ts';

/** The needles of somebody's secrets: of the account, and of a workspace as `answer` (a whole pull) has it. */
export async function secretsOf(actor: Actor, workspaceId: string, answer: SyncAnswer): Promise<Needle[]> {
  const { person, device } = actor;
  const { email, password } = person;
  const account = await device.http.json<Account>('/api/account');
  const { suite, accountSalt } = await device.http.json<PasswordParameters>(
    '/api/users/password-parameters',
    { query: { email } },
  );
  const { wrapKey } = await derivePasswordKeys({
    email,
    password,
    suite,
    accountSalt: fromBase64Url(accountSalt),
  });
  const cert = account.publicKey;
  const seeds = await openSeeds(wrapKey, fromBase64Url(account.privateKey), cert);
  const keys = answer.scopes.flatMap((scope) => scope.keys);
  const to = { recipientId: account.id, publicKey: certHpkeKey(cert) };
  const adminsKeys = new Map<string, Bytes>();
  for (const key of keys.filter((row): row is Grant => row.type === 'grant'))
    adminsKeys.set(key.kid, await openGrant(key, workspaceId, cert, to, seeds.xwing));
  const staffKeys = await Promise.all(
    keys
      .filter((row): row is KeyWrap => row.type === 'wrap')
      .map((row) => unwrapScopeKey(adminsKeys.get(row.parentKid)!, workspaceId, row)),
  );
  const projectKeys = await Promise.all(
    answer.scopes
      .filter(({ kind }) => kind === 'project')
      .flatMap(({ id }) => staffKeys.map((key) => deriveOpenScopeKey(key, workspaceId, id))),
  );
  const bytes: [string, Bytes][] = [
    ['wrap key', wrapKey],
    ['X-Wing seed', seeds.xwing],
    ['Ed25519 seed', seeds.ed25519],
    ...[...adminsKeys.values()].map((key): [string, Bytes] => ['admins key', key]),
    ...staffKeys.map((key): [string, Bytes] => ['staff key', key]),
    ...projectKeys.map((key): [string, Bytes] => ['project key', key]),
  ];
  return [
    ...named('password', needlesOf(password)),
    ...bytes.flatMap(([name, key]) => named(name, needlesOf(key))),
  ];
}

const named = (name: string, needles: Needle[]): Needle[] =>
  needles.map(([encoding, bytes]) => [`${name}, ${encoding}`, bytes]);

/** Secrets in what was sent. */
export const leaksIn = (exchanges: readonly Exchange[], needles: readonly Needle[]): Hit[] =>
  searchBytes('requests', requestBytes(exchanges), needles);
