/**
 * Ed25519 (RFC 8032) from WebCrypto, or from @noble/curves where the browser lacks it. Both refuse a signature whose
 * scalar is not reduced, so a signature cannot be bent into a second valid one.
 */
import { type Bytes, concat } from '@kontor/contract/wire/bytes';
import { isEd25519PublicKey } from '@kontor/contract/wire/publicKeys';

const subtle = globalThis.crypto.subtle;

/** PKCS #8 (RFC 8410) around a 32-byte seed: WebCrypto imports private Ed25519 keys in no other raw form. */
const pkcs8Prefix = new Uint8Array([
  0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
]);

/** Signs a message: 64 bytes. */
export type Sign = (message: Bytes) => Promise<Bytes>;

/** False for every signature that is not right, in form or in value; throws for none. */
export type Verify = (message: Bytes, signature: Bytes) => Promise<boolean>;

export interface Ed25519 {
  /** Resolves with the 32-byte public key of a 32-byte seed. */
  publicKey(seed: Bytes): Promise<Bytes>;
  /** Imports a 32-byte seed once, for many messages: an import costs about as much as a signature. */
  signer(seed: Bytes): Promise<Sign>;
  /** Imports a public key once, for many signatures. What is no key, or one of small order, verifies nothing. */
  verifier(publicKey: Bytes): Promise<Verify>;
}

const verifiesNothing: Verify = async () => false;

const importSeed = (seed: Bytes, extractable: boolean) =>
  subtle.importKey('pkcs8', concat(pkcs8Prefix, seed), 'Ed25519', extractable, ['sign']);

export const nativeEd25519: Ed25519 = {
  async publicKey(seed) {
    const { x } = await subtle.exportKey('jwk', await importSeed(seed, true));
    return Uint8Array.from(atob(x!.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  },
  async signer(seed) {
    const key = await importSeed(seed, false);
    return async (message) => new Uint8Array(await subtle.sign('Ed25519', key, message));
  },
  async verifier(publicKey) {
    // Implementations differ in which public keys they refuse, and two clients must never differ about a signature.
    if (!isEd25519PublicKey(publicKey)) return verifiesNothing;
    const key = await subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch(() => null);
    // Some platforms decode the point at import and refuse it there.
    if (!key) return verifiesNothing;
    return async (message, signature) =>
      signature.length === 64 && subtle.verify('Ed25519', key, signature, message);
  },
};

export const nobleEd25519: Ed25519 = {
  async publicKey(seed) {
    const { ed25519 } = await import('@noble/curves/ed25519.js');
    return new Uint8Array(ed25519.getPublicKey(seed));
  },
  async signer(seed) {
    const { ed25519 } = await import('@noble/curves/ed25519.js');
    return async (message) => new Uint8Array(ed25519.sign(message, seed));
  },
  async verifier(publicKey) {
    if (!isEd25519PublicKey(publicKey)) return verifiesNothing;
    const { ed25519 } = await import('@noble/curves/ed25519.js');
    return async (message, signature) =>
      signature.length === 64 && ed25519.verify(signature, message, publicKey, { zip215: false });
  },
};

/** A seed for trying out whether WebCrypto takes every seed: WebKitGTK refuses those that begin with a zero byte. */
const hardest = new Uint8Array(32);

async function choose(): Promise<Ed25519> {
  const native = await importSeed(hardest, false).then(
    () => true,
    () => false,
  );
  return native ? nativeEd25519 : nobleEd25519;
}

let chosen: Promise<Ed25519> | undefined;

/** Returns the implementation that this platform offers; found out once. */
export function ed25519(): Promise<Ed25519> {
  chosen ??= choose();
  return chosen;
}
