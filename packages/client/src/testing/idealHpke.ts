/**
 * Stands in for `primitives/hpke.ts` where a test is about who holds which keys, thousands of times over: what is
 * sealed to a public key opens with its seed and with no other, at a fiftieth of the cost. Among keys of one process.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { asXWingPublicKey } from '@kontor/contract/testing/publicKeys';
import { type Bytes, concat } from '@kontor/contract/wire/bytes';
import { xwingPublicKeyBytes } from '@kontor/contract/wire/publicKeys';
import { CryptoError } from '@kontor/crypto/errors';

export const xwingSeedSize = 32;
export const hpkeEncSize = 1120;

const tagSize = 16;
const nonce = new Uint8Array(12);
/** Of the public keys that were made here: the first 32 bytes of one name it. */
const seeds = new Map<string, Bytes>();
const nameOf = (publicKey: Uint8Array): string => publicKey.slice(0, 32).join();
const digest = (...parts: Bytes[]) =>
  createHash('sha256')
    .update(concat(...parts))
    .digest();
const hpkeKey = (seed: Bytes, enc: Bytes, info: Bytes) => digest(seed, enc, info);

export async function xwingPublicKey(seed: Bytes): Promise<Bytes> {
  const publicKey = new Uint8Array(xwingPublicKeyBytes);
  publicKey.set(digest(seed));
  // No point of small order.
  publicKey[xwingPublicKeyBytes - 32] = 9;
  asXWingPublicKey(publicKey);
  seeds.set(nameOf(publicKey), seed.slice());
  return publicKey;
}

export async function hpkeSeal(publicKey: Bytes, info: Bytes, plaintext: Bytes): Promise<Bytes> {
  const seed = seeds.get(nameOf(publicKey));
  if (!seed) throw new CryptoError('malformed', 'the recipient key cannot be sealed to');
  const enc = new Uint8Array(hpkeEncSize);
  enc.set(randomBytes(32));
  const cipher = createCipheriv('aes-256-gcm', hpkeKey(seed, enc, info), nonce);
  const sealed = new Uint8Array([...cipher.update(plaintext), ...cipher.final()]);
  return concat(enc, sealed, new Uint8Array(cipher.getAuthTag()));
}

export async function hpkeOpen(seed: Bytes, info: Bytes, sealed: Bytes): Promise<Bytes> {
  const key = hpkeKey(seed, sealed.slice(0, hpkeEncSize), info);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(sealed.slice(-tagSize));
  try {
    const opened = decipher.update(sealed.slice(hpkeEncSize, -tagSize));
    return new Uint8Array([...opened, ...decipher.final()]);
  } catch (cause) {
    throw new CryptoError('not-verified', 'the HPKE seal does not hold', cause);
  }
}
