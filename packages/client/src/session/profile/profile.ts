/**
 * The user's own name. The server never reads it: registration leaves it sealed on the device, the first sign-in there
 * writes it into the personal scope. Where that sign-in happens elsewhere the profile starts empty.
 */

import { readValues } from '@kontor/contract/entity/entity';
import { type Profile, profile } from '@kontor/contract/nouns/profile';
import { fromUtf8, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import type { DeviceStore } from '../../device/deviceStore.ts';
import { isCallError } from '../../http/callError.ts';
import { syncTransport } from '../../http/syncTransport.ts';
import type { Vault } from '../../vault/vault.ts';
import type { AccountDeps } from './accountDeps.ts';

const key = 'profile';
const label = 'profile';

export type Names = Pick<Profile, 'firstName' | 'lastName'>;
export type ProfileFields = Omit<Profile, 'id' | 'scopeId' | 'version' | 'updatedAt'>;

/** Keeps the names that registration was given, sealed under the account that it made. */
export async function leaveNames(vault: Vault, device: DeviceStore, names: Names): Promise<void> {
  const sealed = await vault.sealLocal('outbox', label, utf8(JSON.stringify(names)));
  await device.write([{ table: 'account', key, value: sealed }]);
}

/** Writes the names that registration left, if it left any here and there is no profile yet. */
export async function writeLeftNames({ http, vault, device, userId }: AccountDeps): Promise<void> {
  const sealed = await device.get<Uint8Array>('account', key);
  if (!sealed) return;
  const names = await readLeft(vault, sealed);
  if (!names) {
    await device.write([{ table: 'account', key, value: undefined }]);
    return;
  }
  const record = {
    entity: 'profile',
    id: userId,
    scopeId: userId,
    version: 1,
    refs: {},
    plain: { ...names },
  };
  const [bytes] = await vault.sealRecords('', [record]);
  const args = { scopeId: userId, id: userId, version: 1, refs: {}, sealed: toBase64Url(bytes!) };
  try {
    await syncTransport(http).apply({ id: uuidv7(), changes: [{ name: 'profile.create', args }] });
  } catch (error) {
    // There is one: another device was faster, or the answer to an earlier try got lost.
    if (!isCallError(error, 'STALE_VERSION')) throw error;
  }
  await device.write([{ table: 'account', key, value: undefined }]);
}

/**
 * Resolves with undefined where the password was reset before the first sign-in: the keys of then are gone.
 */
async function readLeft(vault: Vault, sealed: Uint8Array): Promise<Names | undefined> {
  try {
    return JSON.parse(fromUtf8(await vault.openLocal('outbox', label, sealed))) as Names;
  } catch (error) {
    if ((error as Error).name === 'CryptoError') return undefined;
    throw error;
  }
}

/** Returns the profile as the server has it; empty names where there is none. */
export async function readProfile({
  http,
  vault,
  userId,
}: Omit<AccountDeps, 'device'>): Promise<ProfileFields> {
  const answer = await syncTransport(http).sync({ cursors: {}, logLength: 0 });
  const rows = answer.scopes
    .filter((scope) => scope.id === userId)
    .flatMap((scope) => scope.rows.filter((row) => row.entity === 'profile'));
  const { opened } = await vault.openPage('', { scopes: [], rows });
  const newest = opened.filter((record) => record.id === userId).at(-1);
  return readValues(profile, newest?.plain ?? {}) as unknown as ProfileFields;
}
