/** An account's keys: made, and sealed for keeping under the password's or the recovery phrase's key. */
import { type Bytes, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { type Label, labels } from '@kontor/contract/wire/labels';
import { openBox, sealBox } from './box.ts';
import { fingerprint, issueCert } from './cert.ts';
import { CryptoError } from './errors.ts';
import { ed25519 } from './primitives/ed25519.ts';
import { xwingPublicKey } from './primitives/hpke.ts';
import { importAesKey } from './primitives/webcrypto.ts';
import { type AccountSeeds, createSeeds, seedBytes, seedsFrom } from './seeds.ts';

export interface AccountKeys {
  seeds: AccountSeeds;
  cert: KeyCert;
}

/**
 * New seeds and their certificate. `createdAt` is in milliseconds since 1970; `previous` is the fingerprint of the
 * certificate that the new one follows.
 */
export async function createAccountKeys(
  userId: string,
  createdAt: number,
  previous: Bytes | null = null,
): Promise<AccountKeys> {
  const seeds = createSeeds();
  return { seeds, cert: await issueCert(seeds, { userId, createdAt, previous }) };
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

async function sealUnder(label: Label, key: Bytes, keys: AccountKeys): Promise<Bytes> {
  const parts = [keys.cert.userId, await fingerprint(keys.cert)];
  return sealBox(await importAesKey(key), label, parts, seedBytes(keys.seeds));
}

async function openUnder(label: Label, key: Bytes, sealed: Bytes, cert: KeyCert): Promise<AccountSeeds> {
  const parts = [cert.userId, await fingerprint(cert)];
  const seeds = seedsFrom(await openBox(await importAesKey(key), label, parts, sealed));
  await assertSeedsMatch(seeds, cert);
  return seeds;
}

/** Seals the seeds under the password's `wrapKey`: a box of 93 bytes, bound to user and fingerprint. */
export const sealSeeds = (wrapKey: Bytes, keys: AccountKeys): Promise<Bytes> =>
  sealUnder(labels.accountSeeds, wrapKey, keys);

/**
 * Opens `sealSeeds`' box and recomputes the public keys: throws `key-mismatch` when the server's certificate is not
 * the one of these seeds, `not-verified` for another password, account or certificate.
 */
export const openSeeds = (wrapKey: Bytes, sealed: Bytes, cert: KeyCert): Promise<AccountSeeds> =>
  openUnder(labels.accountSeeds, wrapKey, sealed, cert);

/** As `sealSeeds`, under the key of the recovery phrase (`phraseKey`). */
export const sealSeedsForPhrase = (key: Bytes, keys: AccountKeys): Promise<Bytes> =>
  sealUnder(labels.phraseSeal, key, keys);

/** As `openSeeds`, under the key of the recovery phrase. */
export const openSeedsFromPhrase = (key: Bytes, sealed: Bytes, cert: KeyCert): Promise<AccountSeeds> =>
  openUnder(labels.phraseSeal, key, sealed, cert);
