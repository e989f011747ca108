/**
 * Stands in for `primitives/argon2.ts` where a test is about what a password or six words open, not about what a guess
 * at them costs: another secret, salt, cost or length gives another hash, in a thousandth of the time.
 */
import { hkdfSync } from 'node:crypto';
import type { Bytes } from '@kontor/contract/wire/bytes';
import type { Argon2Params } from '@kontor/crypto/primitives/argon2';

export async function argon2idHash(
  secret: Bytes,
  salt: Bytes,
  params: Argon2Params,
  length: number,
): Promise<Bytes> {
  return new Uint8Array(hkdfSync('sha256', secret, salt, JSON.stringify(params), length));
}
