/**
 * The plain sealed box that every format shares which is opened by exactly one key:
 *
 *     version u8 = 1 | nonce 12 (random) | ciphertext | tag 16
 *
 * AES-256-GCM, associated data `version u8 | LP(label) LP(part)...`.
 */
import { type Bytes, concat, lp } from '@kontor/contract/wire/bytes';
import type { Label } from '@kontor/contract/wire/labels';
import { CryptoError } from './errors.ts';
import { aesGcmOpen, aesGcmSeal, nonceSize, randomBytes, tagSize } from './primitives/webcrypto.ts';

const version = new Uint8Array([1]);

/** Seals `plaintext` for one use (`label`) in one place (`parts`). */
export async function sealBox(
  key: CryptoKey,
  label: Label,
  parts: readonly (Bytes | string)[],
  plaintext: Bytes,
): Promise<Bytes> {
  const nonce = randomBytes(nonceSize);
  const sealed = await aesGcmSeal(key, nonce, concat(version, lp(label, ...parts)), plaintext);
  return concat(version, nonce, sealed);
}

/** Opens what `sealBox` made. Throws `malformed`, `unknown-version` or `not-verified`. */
export async function openBox(
  key: CryptoKey,
  label: Label,
  parts: readonly (Bytes | string)[],
  box: Bytes,
): Promise<Bytes> {
  if (box.length < 1 + nonceSize + tagSize) throw new CryptoError('malformed', 'the box is too short');
  if (box[0] !== version[0]) throw new CryptoError('unknown-version', `box of version ${box[0]}`);
  const nonce = box.subarray(1, 1 + nonceSize);
  return aesGcmOpen(key, nonce, concat(version, lp(label, ...parts)), box.subarray(1 + nonceSize));
}
