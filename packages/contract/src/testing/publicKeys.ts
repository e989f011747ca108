/** Public keys that pass every check, and that nobody has the secrets of. */
import { randomBytes } from 'node:crypto';
import { xwingPublicKeyBytes } from '../wire/publicKeys.ts';

/** Makes bytes an X-Wing public key by clearing bits: coefficients below 2,048, a coordinate below 2^254. In place. */
export function asXWingPublicKey(bytes: Uint8Array): Uint8Array {
  for (let i = 0; i < 1_152; i += 3) {
    bytes[i + 1]! &= 0xf7;
    bytes[i + 2]! &= 0x7f;
  }
  bytes[xwingPublicKeyBytes - 1]! &= 0x3f;
  return bytes;
}

/** Returns a random X-Wing public key, base64url. */
export const randomXWingKey = (): string =>
  Buffer.from(asXWingPublicKey(randomBytes(xwingPublicKeyBytes))).toString('base64url');
