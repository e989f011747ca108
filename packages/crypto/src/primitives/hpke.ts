/**
 * HPKE (RFC 9180), base mode, single shot: KEM X-Wing (draft-connolly-cfrg-xwing-kem, id 0x647a), KDF HKDF-SHA256,
 * AEAD AES-256-GCM. Loaded on first use, since the sign-in page has no need of it.
 */
import { type Bytes, concat } from '@kontor/contract/wire/bytes';
import { CryptoError } from '../errors.ts';

export const xwingSeedSize = 32;
/** Bytes of the encapsulated key in front of an HPKE ciphertext. */
export const hpkeEncSize = 1120;

const noData = new Uint8Array(0);

const load = () => import('./hpkeSuite.ts');

function expectSize(what: string, bytes: Bytes, size: number): void {
  if (bytes.length !== size)
    throw new CryptoError('malformed', `${what} has ${size} bytes, not ${bytes.length}`);
}

/** Returns the 1,216-byte X-Wing public key of a 32-byte seed. */
export async function xwingPublicKey(seed: Bytes): Promise<Bytes> {
  expectSize('an X-Wing seed', seed, xwingSeedSize);
  const { kem } = await load();
  // A copy, because the library keeps the buffer that it is given.
  const { publicKey } = await kem.generateKeyPairDerand(seed.slice());
  return new Uint8Array(await kem.serializePublicKey(publicKey));
}

/** Seals: `enc 1120 | ciphertext | tag 16`. Throws `malformed` when the public key is none. */
export async function hpkeSeal(publicKey: Bytes, info: Bytes, plaintext: Bytes): Promise<Bytes> {
  const { suite, kem } = await load();
  try {
    const recipientPublicKey = await kem.deserializePublicKey(publicKey.slice());
    const { enc, ct } = await suite.seal({ recipientPublicKey, info }, plaintext, noData);
    return concat(new Uint8Array(enc), new Uint8Array(ct));
  } catch (cause) {
    throw new CryptoError('malformed', 'the recipient key cannot be sealed to', cause);
  }
}

/** Opens what `hpkeSeal` made for the public key of `seed`. Throws `not-verified` or `malformed`. */
export async function hpkeOpen(seed: Bytes, info: Bytes, sealed: Bytes): Promise<Bytes> {
  expectSize('an X-Wing seed', seed, xwingSeedSize);
  if (sealed.length < hpkeEncSize + 16)
    throw new CryptoError('malformed', 'the HPKE ciphertext is too short');
  const { suite, kem } = await load();
  const recipientKey = await kem.deserializePrivateKey(seed.slice());
  try {
    const enc = sealed.slice(0, hpkeEncSize);
    return new Uint8Array(await suite.open({ recipientKey, enc, info }, sealed.slice(hpkeEncSize), noData));
  } catch (cause) {
    throw new CryptoError('not-verified', 'the HPKE seal does not hold', cause);
  }
}
