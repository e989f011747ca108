/**
 * Stands in for `primitives/webcrypto.ts` where a test seals and hashes hundreds of thousands of short texts: the same
 * algorithms by Node's synchronous functions, without a thread for each call.
 */
import * as node from 'node:crypto';
import type { Bytes } from '@kontor/contract/wire/bytes';
import { CryptoError } from '@kontor/crypto/errors';
import type * as real from '@kontor/crypto/primitives/webcrypto';

/** Stands for a `CryptoKey`, which nothing above the primitives looks into. */
interface HeldKey {
  bytes: Bytes;
}

const held = (bytes: Bytes) => ({ bytes }) as unknown as CryptoKey;
const bytesOf = (key: CryptoKey): Bytes => (key as unknown as HeldKey).bytes;
const algorithm = 'aes-256-gcm';

export const nonceSize = 12;
export const tagSize = 16;

export const randomBytes = (length: number): Bytes => new Uint8Array(node.randomBytes(length));

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(node.createHash('sha256').update(bytes).digest());

export const hmacSha256 = async (key: Bytes, message: Bytes): Promise<Bytes> =>
  new Uint8Array(node.createHmac('sha256', key).update(message).digest());

export const hkdfSha256 = async (key: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> =>
  new Uint8Array(node.hkdfSync('sha256', key, salt, info, length));

export async function importAesKey(bytes: Bytes): Promise<CryptoKey> {
  if (bytes.length !== 32) throw new CryptoError('malformed', `a key has 32 bytes, not ${bytes.length}`);
  return held(bytes.slice());
}

export const generateAesKey = async (): Promise<CryptoKey> => held(randomBytes(32));

export async function aesGcmSeal(
  ...[key, nonce, associatedData, plaintext]: Parameters<typeof real.aesGcmSeal>
): Promise<Bytes> {
  const cipher = node.createCipheriv(algorithm, bytesOf(key), nonce).setAAD(associatedData);
  const sealed = [cipher.update(plaintext), cipher.final(), cipher.getAuthTag()];
  return new Uint8Array(Buffer.concat(sealed));
}

function open({ key, nonce, associatedData, sealed }: real.AesGcmOpening): Bytes {
  const decipher = node.createDecipheriv(algorithm, bytesOf(key), nonce).setAAD(associatedData);
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
