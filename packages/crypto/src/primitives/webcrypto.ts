/**
 * Wraps the platform's WebCrypto. Files in this folder are the only importers of cryptographic primitives;
 * everything above them speaks of formats.
 */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { CryptoError } from '../errors.ts';

const subtle = globalThis.crypto.subtle;

/** Bytes of AES-GCM's nonce and tag, in every format of this package. */
export const nonceSize = 12;
export const tagSize = 16;

/** Returns random bytes from the platform's generator; at most 65,536 at once. */
export const randomBytes = (length: number): Bytes =>
  globalThis.crypto.getRandomValues(new Uint8Array(length));

/** Hashes by SHA-256 (FIPS 180-4), 32 bytes. */
export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await subtle.digest('SHA-256', bytes));
}

/** Computes HMAC-SHA-256 (RFC 2104), 32 bytes. */
export async function hmacSha256(key: Bytes, message: Bytes): Promise<Bytes> {
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, message));
}

/**
 * Derives by HKDF-SHA-256 (RFC 5869), extract and expand. An empty salt means 32 zero bytes, as the RFC says.
 */
export async function hkdfSha256(key: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const imported = await subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt, info };
  return new Uint8Array(await subtle.deriveBits(params, imported, length * 8));
}

/** Returns a 32-byte key as a non-extractable AES-256-GCM key. */
export async function importAesKey(bytes: Bytes): Promise<CryptoKey> {
  if (bytes.length !== 32) throw new CryptoError('malformed', `a key has 32 bytes, not ${bytes.length}`);
  return subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Returns a new non-extractable AES-256-GCM key: it can be kept in IndexedDB, and its bytes never reach a program. */
export async function generateAesKey(): Promise<CryptoKey> {
  return subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/**
 * Seals by AES-256-GCM (NIST SP 800-38D): ciphertext, then the 16-byte tag. A nonce must never come twice
 * under one key.
 */
export async function aesGcmSeal(
  key: CryptoKey,
  nonce: Bytes,
  associatedData: Bytes,
  plaintext: Bytes,
): Promise<Bytes> {
  const params = { name: 'AES-GCM', iv: nonce, additionalData: associatedData };
  return new Uint8Array(await subtle.encrypt(params, key, plaintext));
}

/** The arguments of one opening. `sealed` is ciphertext and tag. */
export interface AesGcmOpening {
  key: CryptoKey;
  nonce: Bytes;
  associatedData: Bytes;
  sealed: Bytes;
}

const decrypt = ({ key, nonce, associatedData, sealed }: AesGcmOpening): Promise<ArrayBuffer> =>
  subtle.decrypt({ name: 'AES-GCM', iv: nonce, additionalData: associatedData }, key, sealed);

/** Opens what `aesGcmSeal` made. Throws `not-verified`. */
export async function aesGcmOpen(
  key: CryptoKey,
  nonce: Bytes,
  associatedData: Bytes,
  sealed: Bytes,
): Promise<Bytes> {
  try {
    return new Uint8Array(await decrypt({ key, nonce, associatedData, sealed }));
  } catch (cause) {
    throw new CryptoError('not-verified', 'the seal does not hold', cause);
  }
}

/** Opens many at once, with one promise each; undefined where a seal does not hold. */
export async function aesGcmOpenMany(openings: readonly AesGcmOpening[]): Promise<(Bytes | undefined)[]> {
  const settled = await Promise.allSettled(openings.map(decrypt));
  return settled.map((result) => (result.status === 'fulfilled' ? new Uint8Array(result.value) : undefined));
}
