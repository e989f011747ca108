/** An account's secret half: two seeds, from which every other key of the account follows. */
import { type Bytes, concat } from '@kontor/contract/wire/bytes';
import type { Label } from '@kontor/contract/wire/labels';
import { deriveKey } from './derive.ts';
import { CryptoError } from './errors.ts';
import { randomBytes } from './primitives/webcrypto.ts';

export interface AccountSeeds {
  /** X-Wing seed, 32 bytes: opens grants. */
  xwing: Bytes;
  /** Ed25519 seed, 32 bytes: signs. */
  ed25519: Bytes;
}

export const createSeeds = (): AccountSeeds => ({ xwing: randomBytes(32), ed25519: randomBytes(32) });

/** Returns `xwing 32 | ed25519 32`. */
export const seedBytes = (seeds: AccountSeeds): Bytes => concat(seeds.xwing, seeds.ed25519);

/** Returns the seeds behind `seedBytes`; throws `malformed`. */
export function seedsFrom(bytes: Bytes): AccountSeeds {
  if (bytes.length !== 64) throw new CryptoError('malformed', 'account seeds have 64 bytes');
  return { xwing: bytes.slice(0, 32), ed25519: bytes.slice(32) };
}

/** Returns a 32-byte key for one use that only the account can have: `HKDF(xwing 32 | ed25519 32, label, part...)`. */
export const accountKey = (
  seeds: AccountSeeds,
  label: Label,
  parts: readonly (Bytes | string)[],
): Promise<Bytes> => deriveKey(seedBytes(seeds), label, parts);
