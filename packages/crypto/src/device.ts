/**
 * Seals what a device keeps.
 *
 * **Device secrets** (the account's seeds and the key of the replica's pages) are sealed twice: inside under
 * `HKDF(server share, "kontor/device-seeds/v1", userId)`, outside under a non-extractable AES key that lives in
 * IndexedDB. Each half alone opens nothing, and the server destroys its share at sign-out. Inner and outer are boxes
 * (`box.ts`), bound to user and fingerprint; the inner content is `xwing 32 | ed25519 32 | page key 32`.
 *
 * **Replica pages** are boxes under the page key, bound to their page's name. **Opened scope keys** are boxes under the
 * same key with a label of their own, bound to the member log's head and the key rows that they were opened from.
 * **Outbox entries** are boxes under `HKDF(seeds, "kontor/outbox/v1", userId)`, bound to the entry's id, so that they
 * outlive sign-out and wait. **What the device remembers** (pins, version marks) are boxes under `HKDF(seeds,
 * "kontor/memory/v1", userId)`, bound to their place; the name of a workspace there is the first 16 bytes of
 * `HKDF(seeds, "kontor/memory-name/v1", userId, workspaceId)`.
 */
import { type Bytes, concat, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { type Label, labels } from '@kontor/contract/wire/labels';
import { type AccountKeys, assertSeedsMatch } from './account.ts';
import { openBox, sealBox } from './box.ts';
import { fingerprint } from './cert.ts';
import { deriveKey } from './derive.ts';
import { CryptoError } from './errors.ts';
import { generateAesKey, importAesKey, randomBytes } from './primitives/webcrypto.ts';
import { type AccountSeeds, accountKey, seedBytes, seedsFrom } from './seeds.ts';

/** Creates a non-extractable key for this device: structured-cloneable, so IndexedDB keeps it. */
export const createDeviceKey = (): Promise<CryptoKey> => generateAesKey();

/** Creates 32 bytes for the pages of a new replica. */
export const createPageKey = (): Bytes => randomBytes(32);

async function shareKey(share: Bytes, userId: string): Promise<CryptoKey> {
  if (share.length !== 32) throw new CryptoError('malformed', 'a device share has 32 bytes');
  return importAesKey(await deriveKey(share, labels.deviceSeeds, [userId]));
}

/** Seals seeds and page key for this device: 154 bytes. Needs device key and share to open again. */
export async function sealDevice(
  deviceKey: CryptoKey,
  share: Bytes,
  keys: AccountKeys,
  pageKey: Bytes,
): Promise<Bytes> {
  const parts = [keys.cert.userId, await fingerprint(keys.cert)];
  const content = concat(seedBytes(keys.seeds), pageKey);
  const inner = await sealBox(await shareKey(share, keys.cert.userId), labels.deviceSeeds, parts, content);
  return sealBox(deviceKey, labels.deviceSeedsOuter, parts, inner);
}

/**
 * Opens `sealDevice`. `cert` is the certificate that was kept beside it. Throws `not-verified` for another device,
 * share or account, `key-mismatch` when the certificate is not the one of these seeds.
 */
export async function openDevice(
  deviceKey: CryptoKey,
  share: Bytes,
  cert: KeyCert,
  sealed: Bytes,
): Promise<{ seeds: AccountSeeds; pageKey: CryptoKey }> {
  const parts = [cert.userId, await fingerprint(cert)];
  const inner = await openBox(deviceKey, labels.deviceSeedsOuter, parts, sealed);
  const content = await openBox(await shareKey(share, cert.userId), labels.deviceSeeds, parts, inner);
  const seeds = seedsFrom(content.slice(0, 64));
  await assertSeedsMatch(seeds, cert);
  return { seeds, pageKey: await importPageKey(content.slice(64)) };
}

/** Imports the key of the replica's pages; it cannot be exported again. */
export const importPageKey = (pageKey: Bytes): Promise<CryptoKey> => importAesKey(pageKey);

/** The state that a device's copy of a workspace's keys was made from; bound to it, the copy opens with no other. */
export interface KeyCopyBinding {
  workspaceId: string;
  /** Hash of the member log's head. */
  head: string;
  /** The scopes and key rows that the keys were opened from, as JSON. */
  rows: string;
}

const originParts = ({ workspaceId, head, rows }: KeyCopyBinding): string[] => [workspaceId, head, rows];

/** Seals opened scope keys for the next start. They have a label of their own, so opening pages does not open them. */
export const sealDeviceKeys = (pageKey: CryptoKey, origin: KeyCopyBinding, content: Bytes): Promise<Bytes> =>
  sealBox(pageKey, labels.deviceKeys, originParts(origin), content);

/** Opens `sealDeviceKeys`. Throws `malformed`, `unknown-version` or `not-verified`. */
export const openDeviceKeys = (pageKey: CryptoKey, origin: KeyCopyBinding, sealed: Bytes): Promise<Bytes> =>
  openBox(pageKey, labels.deviceKeys, originParts(origin), sealed);

/** The stores of a device: the replica's pages die with the session, the others lie under keys from the account's seeds. */
export type SealedStore = 'page' | 'outbox' | 'memory';

const storeLabels = {
  page: labels.devicePage,
  outbox: labels.outbox,
  memory: labels.memory,
} as const satisfies Record<SealedStore, Label>;

/** Returns the key of an account's outbox, or of what its devices remember: the same on every device. */
export const importStoreKey = async (
  store: Exclude<SealedStore, 'page'>,
  seeds: AccountSeeds,
  userId: string,
): Promise<CryptoKey> => importAesKey(await accountKey(seeds, storeLabels[store], [userId]));

/** Seals what a store keeps; `place` says where it lies there, so that nothing can be swapped. */
export const sealStored = (
  store: SealedStore,
  key: CryptoKey,
  place: string,
  content: Bytes,
): Promise<Bytes> => sealBox(key, storeLabels[store], [place], content);

/** Opens `sealStored`. Throws `malformed`, `unknown-version` or `not-verified`. */
export const openStored = (
  store: SealedStore,
  key: CryptoKey,
  place: string,
  sealed: Bytes,
): Promise<Bytes> => openBox(key, storeLabels[store], [place], sealed);

/** Returns the name under which a device remembers a workspace, base64url of 16 bytes. */
export const memoryName = async (seeds: AccountSeeds, userId: string, workspaceId: string): Promise<string> =>
  toBase64Url((await accountKey(seeds, labels.memoryName, [userId, workspaceId])).slice(0, 16));
