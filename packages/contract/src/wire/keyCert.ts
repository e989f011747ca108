/** A user's public keys, signed by themselves. Believed only where the member log names it. */
import * as z from 'zod/mini';
import { type Bytes, canonicalJson, fromBase64Url, lp } from './bytes.ts';
import { labels } from './labels.ts';
import { isEd25519PublicKey, isXWingPublicKey, xwingPublicKeyBytes } from './publicKeys.ts';
import { fixedBytes, hash, uuid } from './shapes.ts';

export const keyCertSchema = z.strictObject({
  userId: uuid,
  /** X-Wing (ML-KEM-768 + X25519) public key, 1,216 bytes. */
  hpkePublicKey: fixedBytes(xwingPublicKeyBytes),
  /** Ed25519 public key. */
  signingPublicKey: fixedBytes(32),
  /** ms since 1970. */
  createdAt: z.int().check(z.nonnegative()),
  /** Fingerprint of the certificate that this one replaces. */
  previous: z.nullable(hash),
  /** Ed25519 by `signingPublicKey` over `keyCertBytes`. */
  signature: fixedBytes(64),
});
export type KeyCert = z.infer<typeof keyCertSchema>;

/** Returns the bytes that a certificate's signature covers: LP(label) LP(canonical JSON without the signature). */
export function keyCertBytes({
  signature: _,
  ...body
}: KeyCert | (Omit<KeyCert, 'signature'> & { signature?: string })): Bytes {
  return lp(labels.keyCert, canonicalJson(body));
}

/** The platform's part of verifying: WebCrypto in the client, node:crypto in the server. */
export interface Verifier {
  /**
   * Verifies Ed25519 (RFC 8032); false for anything malformed and for keys of small order
   * (`isEd25519PublicKey`).
   */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
}

/** Resolves with the SHA-256 over the signed bytes and the signature, as raw bytes. */
export function fingerprintOf(cert: KeyCert, verifier: Verifier): Promise<Uint8Array> {
  return verifier.sha256(lp(keyCertBytes(cert), fromBase64Url(cert.signature)));
}

/**
 * Verifies that a certificate holds keys that can be sealed to and verified with, and is signed by the key that it names.
 * The one check of certificates: at sign-up and reset, on entering a log, on folding it.
 */
export async function isValidCert(cert: KeyCert, verifier: Verifier): Promise<boolean> {
  const signingKey = fromBase64Url(cert.signingPublicKey);
  return (
    isEd25519PublicKey(signingKey) &&
    isXWingPublicKey(fromBase64Url(cert.hpkePublicKey)) &&
    (await verifier.verify(signingKey, keyCertBytes(cert), fromBase64Url(cert.signature)))
  );
}
