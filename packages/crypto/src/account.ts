/** An account's keys: made, and sealed for keeping under the password's or the recovery phrase's key. */
import { type Bytes, concat, toBase64Url, toHex, u64 } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { type Label, labels } from '@kontor/contract/wire/labels';
import { openBox, sealBox } from './box.ts';
import { fingerprint, issueCert } from './cert.ts';
import { CryptoError } from './errors.ts';
import type { LogPin } from './logPin.ts';
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

/** What the sealed keys carry besides the seeds: the newest states of member logs that the account has seen. */
export interface AccountMemory {
  /** Higher in each newer copy, so that an older one is told. */
  counter: number;
  pins: readonly RememberedPin[];
}

/** The end of a workspace's log; hashes of 32 bytes. */
export interface RememberedPin extends LogPin {
  workspaceId: string;
}

export const noMemory: AccountMemory = { counter: 0, pins: [] };

const pinSize = 88;
const headSize = 72;

const fromHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, i) => Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16));

function memoryBytes({ counter, pins }: AccountMemory): Bytes {
  const each = pins.map(({ workspaceId, genesisHash, headSeq, headHash }) =>
    concat(fromHex(workspaceId.replaceAll('-', '')), genesisHash, u64(headSeq), headHash),
  );
  return concat(u64(counter), ...each);
}

/** Reads what `memoryBytes` wrote. Throws `malformed`. */
function memoryFrom(content: Bytes): AccountMemory {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const number = (at: number) => Number(view.getBigUint64(at));
  const pins: RememberedPin[] = [];
  if (content.length < headSize || (content.length - headSize) % pinSize !== 0)
    throw new CryptoError('malformed', 'the sealed keys have another length');
  for (let at = headSize; at < content.length; at += pinSize) {
    const hex = toHex(content.slice(at, at + 16));
    pins.push({
      workspaceId: [0, 8, 12, 16, 20].map((from, i, all) => hex.slice(from, all[i + 1])).join('-'),
      genesisHash: content.slice(at + 16, at + 48),
      headSeq: number(at + 48),
      headHash: content.slice(at + 56, at + pinSize),
    });
  }
  return { counter: number(64), pins };
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
