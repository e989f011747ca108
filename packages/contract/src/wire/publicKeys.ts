/**
 * Checks public keys by their bytes, so that client and server, whose libraries differ, never differ about one. A key that
 * nobody can seal to would stop whoever renews keys for its holder; under one of small order everybody can sign or open.
 */
import { toHex } from './bytes.ts';

/** Bytes of an X-Wing public key (draft-connolly-cfrg-xwing-kem): of ML-KEM-768, then of X25519. */
export const xwingPublicKeyBytes = 1_216;

const mlKemBytes = 1_184;
/** Of an ML-KEM-768 key, three polynomials of 256 coefficients of 12 bits each; the rest is a seed. */
const polynomialBytes = 1_152;
const modulus = 3_329;

/** Tests for an X-Wing public key that can be sealed to: FIPS 203, section 7.2, and RFC 7748, section 6.1. */
export function isXWingPublicKey(key: Uint8Array): boolean {
  if (key.length !== xwingPublicKeyBytes) return false;
  for (let i = 0; i < polynomialBytes; i += 3) {
    const [a, b, c] = [key[i]!, key[i + 1]!, key[i + 2]!];
    if ((a | ((b & 0x0f) << 8)) >= modulus || ((b >> 4) | (c << 4)) >= modulus) return false;
  }
  return isX25519PublicKey(key.subarray(mlKemBytes));
}

/** The u-coordinates of small order on the curve and its twist: their shared secret is known to everybody. */
const smallOrderU = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  `ec${'ff'.repeat(30)}7f`,
]);

const isX25519PublicKey = (key: Uint8Array): boolean => isReduced(key) && !smallOrderU.has(toHex(key));

/** The y-coordinates of small order: under them as public keys everybody can sign. */
const smallOrderY = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
]);

/**
 * Tests that 32 bytes are the canonical form of an Ed25519 public key (RFC 8032, section 5.1.3) of no small order. That
 * they are a point of the curve at all the platform checks, on verifying.
 */
export function isEd25519PublicKey(key: Uint8Array): boolean {
  if (key.length !== 32) return false;
  const y = key.slice();
  y[31]! &= 0x7f;
  return isReduced(y) && !smallOrderY.has(toHex(y));
}

/** Tests for a number below 2^255 - 19, 32 bytes little-endian. */
const isReduced = (bytes: Uint8Array): boolean =>
  bytes[31]! < 0x7f ||
  (bytes[31] === 0x7f && (bytes[0]! < 0xed || bytes.subarray(1, 31).some((byte) => byte !== 0xff)));
