/**
 * Stands in for `primitives/webcrypto.ts` where a test seals and hashes hundreds of thousands of short texts: the same
 * algorithms by Node's synchronous functions, without a thread for each call.
 */
import * as node from 'node:crypto';
import type { Bytes } from '@kontor/contract/wire/bytes';
import { CryptoError } from '@kontor/crypto/errors';
import type * as real from '@kontor/crypto/primitives/webcrypto';

/**
 * Returns Node's form of a key, which stands for a `CryptoKey`, which nothing above the primitives looks
 * into. Bytes are slower to take.
 */
const keyOf = (bytes: Bytes): node.KeyObject => node.createSecretKey(bytes);
const opaque = (bytes: Bytes) => keyOf(bytes) as unknown as CryptoKey;
const held = (key: CryptoKey) => key as unknown as node.KeyObject;
const algorithm = 'aes-256-gcm';

export const nonceSize = 12;
export const tagSize = 16;

export const randomBytes = (length: number): Bytes => new Uint8Array(node.randomBytes(length));

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(node.hash('sha256', bytes, 'buffer'));

export const hmacSha256 = async (key: Bytes, message: Bytes): Promise<Bytes> =>
  new Uint8Array(node.createHmac('sha256', keyOf(key)).update(message).digest());

export const hkdfSha256 = async (key: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> =>
  new Uint8Array(node.hkdfSync('sha256', keyOf(key), salt, info, length));

export async function importAesKey(bytes: Bytes): Promise<CryptoKey> {
  if (bytes.length !== 32) throw new CryptoError('malformed', `a key has 32 bytes, not ${bytes.length}`);
  return opaque(bytes);
}

export const generateAesKey = async (): Promise<CryptoKey> => opaque(randomBytes(32));

export async function aesGcmSeal(
  ...[key, nonce, associatedData, plaintext]: Parameters<typeof real.aesGcmSeal>
): Promise<Bytes> {
  const cipher = node.createCipheriv(algorithm, held(key), nonce).setAAD(associatedData);
  const sealed = [cipher.update(plaintext), cipher.final(), cipher.getAuthTag()];
  return new Uint8Array(Buffer.concat(sealed));
}

function open({ key, nonce, associatedData, sealed }: real.AesGcmOpening): Bytes {
  const decipher = node.createDecipheriv(algorithm, held(key), nonce).setAAD(associatedData);
  decipher.setAuthTag(sealed.subarray(-tagSize));
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(0, -tagSize)), decipher.final()]));
}

export async function aesGcmOpen(
  ...[key, nonce, associatedData, sealed]: Parameters<typeof real.aesGcmOpen>
): Promise<Bytes> {
  try {
    return open({ key, nonce, associatedData, sealed });
  } catch (cause) {
    throw new CryptoError('not-verified', 'the seal does not hold', cause);
  }
}

export const aesGcmOpenMany: typeof real.aesGcmOpenMany = async (openings) =>
  openings.map((opening) => {
    try {
      return open(opening);
    } catch {
      return undefined;
    }
  });
