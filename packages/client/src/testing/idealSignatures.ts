/**
 * Stands in for `primitives/ed25519.ts` beside `idealHpke.ts`: what a seed signed verifies under its public key and under no
 * other, at a fiftieth of the cost. Among keys of one process.
 */
import { hash } from 'node:crypto';
import { type Bytes, concat, equalBytes } from '@kontor/contract/wire/bytes';
import type { Ed25519 } from '@kontor/crypto/primitives/ed25519';

/** Of the public keys that were made here. */
const seeds = new Map<string, Bytes>();
const nameOf = (publicKey: Bytes): string => Buffer.from(publicKey).toString('base64');
const signature = (seed: Bytes, message: Bytes): Bytes =>
  new Uint8Array(hash('sha512', concat(seed, message), 'buffer'));

const ideal: Ed25519 = {
  async publicKey(seed) {
    const publicKey = new Uint8Array(hash('sha256', seed, 'buffer'));
    // Below 2^255 - 19, as every public key.
    publicKey[31]! &= 0x3f;
    seeds.set(nameOf(publicKey), seed.slice());
    return publicKey;
  },
  async signer(seed) {
    return async (message) => signature(seed, message);
  },
  async verifier(publicKey) {
    const seed = seeds.get(nameOf(publicKey));
    return async (message, given) => seed !== undefined && equalBytes(signature(seed, message), given);
  },
};

export const ed25519 = async (): Promise<Ed25519> => ideal;
