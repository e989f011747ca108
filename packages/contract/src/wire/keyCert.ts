/** A user's public keys, signed by themselves. Believed only where the member log names it. */
import * as z from 'zod/mini';
import { type Bytes, canonicalJson, fromBase64Url, lp } from './bytes.ts';
import { labels } from './labels.ts';
import { fixedBytes, hash, sealedBytes, uuid } from './shapes.ts';

export const keyCertSchema = z.strictObject({
  userId: uuid,
  /** X-Wing (ML-KEM-768 + X25519) public key, 1,216 bytes. */
  hpkePublicKey: sealedBytes(1_216),
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

/** The bytes that a certificate's signature covers: LP(label) LP(canonical JSON without the signature). */
export function keyCertBytes({
  signature: _,
  ...body
}: KeyCert | (Omit<KeyCert, 'signature'> & { signature?: string })): Bytes {
  return lp(labels.keyCert, canonicalJson(body));
}

/** The platform's part of verifying: WebCrypto in the client, node:crypto in the server. */
export interface Verifier {
  /** Ed25519 (RFC 8032); false for anything malformed. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>;
  sha256(bytes: Uint8Array): Promise<Uint8Array>;
}

/** SHA-256 over the signed bytes and the signature, as raw bytes. */
export function fingerprintOf(cert: KeyCert, verifier: Verifier): Promise<Uint8Array> {
  return verifier.sha256(lp(keyCertBytes(cert), fromBase64Url(cert.signature)));
}

/** Verifies that a certificate is signed by the key that it names. */
export function isSelfSigned(cert: KeyCert, verifier: Verifier): Promise<boolean> {
  return verifier.verify(
    fromBase64Url(cert.signingPublicKey),
    keyCertBytes(cert),
    fromBase64Url(cert.signature),
  );
}
