/** Signatures over bytes that carry their own label, and what the member log's rules are given to verify with. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import type { Verifier } from '@kontor/contract/wire/keyCert';
import { ed25519, type Sign, type Verify } from './primitives/ed25519.ts';
import { sha256 } from './primitives/webcrypto.ts';

export type { Sign, Verify };

/** Imports a signing seed once, for many messages. */
export const signerOf = async (signingSeed: Bytes): Promise<Sign> => (await ed25519()).signer(signingSeed);

/** Imports a public key once, for many signatures. What is no key verifies nothing. */
export const verifierOf = async (publicKey: Bytes): Promise<Verify> => (await ed25519()).verifier(publicKey);

/**
 * Signs, by Ed25519, `message` with a 32-byte seed: 64 bytes. The message begins with the label of its use.
 */
export const signBytes = async (signingSeed: Bytes, message: Bytes): Promise<Bytes> =>
  (await signerOf(signingSeed))(message);

/** Verifies that `signature` is `publicKey`'s over `message`. Returns false for malformed keys and signatures, never throws. */
export const verifyBytes = async (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> => (await verifierOf(publicKey as Bytes))(message as Bytes, signature as Bytes);

/** The client's verifier for the fold of the member log and for certificates. */
export const logCrypto: Verifier = {
  verify: verifyBytes,
  sha256: (bytes) => sha256(bytes as Bytes),
};
