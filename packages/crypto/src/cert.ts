/** Key certificates: made, parsed, verified, named by fingerprint. The format stands in `@kontor/contract/keyCert`. */
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import {
  fingerprintOf,
  isValidCert,
  type KeyCert,
  keyCertBytes,
  keyCertSchema,
} from '@kontor/contract/wire/keyCert';
import { xwingPublicKeyBytes } from '@kontor/contract/wire/publicKeys';
import { CryptoError, parsing } from './errors.ts';
import { ed25519 } from './primitives/ed25519.ts';
import { xwingPublicKey } from './primitives/hpke.ts';
import type { AccountSeeds } from './seeds.ts';
import { logCrypto, signBytes } from './signing.ts';

export interface CertTerms {
  userId: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Fingerprint of the certificate that this one replaces. */
  previous: Bytes | null;
}

/** Returns a certificate over the public keys of `seeds`, signed by them. */
export async function issueCert(seeds: AccountSeeds, terms: CertTerms): Promise<KeyCert> {
  const curve = await ed25519();
  const body = {
    userId: terms.userId,
    hpkePublicKey: toBase64Url(await xwingPublicKey(seeds.xwing)),
    signingPublicKey: toBase64Url(await curve.publicKey(seeds.ed25519)),
    createdAt: terms.createdAt,
    previous: terms.previous && toBase64Url(terms.previous),
  };
  return { ...body, signature: toBase64Url(await signBytes(seeds.ed25519, keyCertBytes(body))) };
}

/**
 * Returns the bytes of one field; refuses a second spelling of the same bytes, so that equal keys are equal
 * texts.
 */
function fieldBytes(name: string, text: string, size: number): Bytes {
  const bytes = parsing(`the certificate's ${name}`, () => fromBase64Url(text));
  if (bytes.length !== size || toBase64Url(bytes) !== text) {
    throw new CryptoError('malformed', `the certificate's ${name} is malformed`);
  }
  return bytes;
}

/** Returns the X-Wing public key in a certificate, 1,216 bytes. Throws `malformed`. */
export const certHpkeKey = (cert: KeyCert): Bytes =>
  fieldBytes('hpkePublicKey', cert.hpkePublicKey, xwingPublicKeyBytes);

/** Returns the Ed25519 public key in a certificate, 32 bytes. Throws `malformed`. */
export const certSigningKey = (cert: KeyCert): Bytes =>
  fieldBytes('signingPublicKey', cert.signingPublicKey, 32);

/**
 * Returns a certificate from parsed JSON, checked in form and by its own signature. That says only that somebody holds these
 * keys: whose they are, the member log says. Throws `malformed` or `not-verified`.
 */
export async function parseCert(value: unknown): Promise<KeyCert> {
  const parsed = keyCertSchema.safeParse(value);
  if (!parsed.success) throw new CryptoError('malformed', 'the certificate is malformed', parsed.error);
  const cert = parsed.data;
  certHpkeKey(cert);
  certSigningKey(cert);
  fieldBytes('signature', cert.signature, 64);
  if (cert.previous !== null) fieldBytes('previous', cert.previous, 32);
  if (!(await isValidCert(cert, logCrypto))) {
    throw new CryptoError('not-verified', 'the certificate is not signed by its own key');
  }
  return cert;
}

/** Returns a certificate's fingerprint, 32 bytes: SHA-256 over its signed bytes and its signature. */
export const fingerprint = async (cert: KeyCert): Promise<Bytes> =>
  new Uint8Array(await fingerprintOf(cert, logCrypto));
