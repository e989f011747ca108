/** An account's keys: made, and sealed for keeping under the password's or the recovery phrase's key. */
import { type Bytes, concat, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { type Label, labels } from '@kontor/contract/wire/labels';
import { type AccountMemory, memoryBytes, memoryFrom } from './accountMemory.ts';
import { openBox, sealBox } from './box.ts';
import { fingerprint, issueCert } from './cert.ts';
import { CryptoError } from './errors.ts';
import { ed25519 } from './primitives/ed25519.ts';
import { xwingPublicKey, xwingSeedSize } from './primitives/hpke.ts';
import { importAesKey } from './primitives/webcrypto.ts';
import { type AccountSeeds, createSeeds, seedBytes, seedsFrom } from './seeds.ts';

export interface AccountKeys {
  seeds: AccountSeeds;
  cert: KeyCert;
}

/**
 * Makes new seeds and their certificate. `createdAt` is in milliseconds since 1970; `previous` is the
 * fingerprint of the certificate that the new one follows.
 */
export async function createAccountKeys(
  userId: string,
  createdAt: number,
  previous: Bytes | null = null,
): Promise<AccountKeys> {
  const seeds = createSeeds();
  return { seeds, cert: await issueCert(seeds, { userId, createdAt, previous }) };
}

/** Loads and compiles what opens an account, on a constant alone: the first use would wait for it. */
export async function warmAccount(): Promise<void> {
  await Promise.all([ed25519(), xwingPublicKey(new Uint8Array(xwingSeedSize))]);
}

/** Throws `key-mismatch` unless the certificate holds exactly the public keys of these seeds. */
export async function assertSeedsMatch(seeds: AccountSeeds, cert: KeyCert): Promise<void> {
  const curve = await ed25519();
  const [hpkePublicKey, signingPublicKey] = await Promise.all([
    xwingPublicKey(seeds.xwing),
    curve.publicKey(seeds.ed25519),
  ]);
  if (
    toBase64Url(hpkePublicKey) !== cert.hpkePublicKey ||
    toBase64Url(signingPublicKey) !== cert.signingPublicKey
  ) {
    throw new CryptoError('key-mismatch', 'the certificate does not hold the public keys of these seeds');
  }
}

async function sealUnder(label: Label, key: Bytes, { cert }: AccountKeys, content: Bytes): Promise<Bytes> {
  const parts = [cert.userId, await fingerprint(cert)];
  return sealBox(await importAesKey(key), label, parts, content);
}

async function openUnder(label: Label, key: Bytes, sealed: Bytes, cert: KeyCert): Promise<Bytes> {
  const parts = [cert.userId, await fingerprint(cert)];
  return openBox(await importAesKey(key), label, parts, sealed);
}

async function seedsOf(content: Bytes, cert: KeyCert): Promise<AccountSeeds> {
  const seeds = seedsFrom(content);
  await assertSeedsMatch(seeds, cert);
  return seeds;
}

/**
 * Seals the seeds and what the account remembers under the password's `wrapKey`, bound to user and fingerprint: a box of
 * `xwing 32 | ed25519 32 | u64 counter`, and for each workspace `id 16 | genesis hash 32 | u64 head seq | head hash 32`.
 */
export const sealAccount = (wrapKey: Bytes, keys: AccountKeys, memory: AccountMemory): Promise<Bytes> =>
  sealUnder(labels.accountSeeds, wrapKey, keys, concat(seedBytes(keys.seeds), memoryBytes(memory)));

/**
 * Opens `sealAccount`'s box and recomputes the public keys: throws `key-mismatch` when the server's certificate is not
 * the one of these seeds, `not-verified` for another password, account or certificate, `malformed`.
 */
export async function openAccount(
  wrapKey: Bytes,
  sealed: Bytes,
  cert: KeyCert,
): Promise<{ seeds: AccountSeeds; memory: AccountMemory }> {
  const content = await openUnder(labels.accountSeeds, wrapKey, sealed, cert);
  const memory = memoryFrom(content);
  return { seeds: await seedsOf(content.slice(0, 64), cert), memory };
}

/** Seals the seeds under the key of the recovery phrase (`phraseKey`): a box of 93 bytes, bound as `sealAccount`'s. */
export const sealSeedsForPhrase = (key: Bytes, keys: AccountKeys): Promise<Bytes> =>
  sealUnder(labels.phraseSeal, key, keys, seedBytes(keys.seeds));

/** Opens `sealSeedsForPhrase`. Throws as `openAccount`. */
export const openSeedsFromPhrase = async (key: Bytes, sealed: Bytes, cert: KeyCert): Promise<AccountSeeds> =>
  seedsOf(await openUnder(labels.phraseSeal, key, sealed, cert), cert);
