/** Signature checks and hashes for the contract's verifying code, through node:crypto. */
import { createHash, createPublicKey, verify } from 'node:crypto';
import type { Verifier } from '@kontor/contract/wire/keyCert';
import { isEd25519PublicKey } from '@kontor/contract/wire/publicKeys';

export const nodeVerifier: Verifier = {
  verify: async (publicKey, message, signature) => {
    if (!isEd25519PublicKey(publicKey) || signature.length !== 64) return false;
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  },
  sha256: async (bytes) => createHash('sha256').update(bytes).digest(),
};
