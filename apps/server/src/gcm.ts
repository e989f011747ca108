/** AES-256-GCM for what the server writes to itself: nonce, ciphertext, tag. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const authTagLength = 16;

/** Seals a text under a key of 32 bytes. @param nonce one that the key never had; by default one of chance */
export function sealGcm(key: Buffer, text: string, nonce = randomBytes(nonceBytes)): Buffer {
  const sealing = createCipheriv(cipher, key, nonce);
  return Buffer.concat([nonce, sealing.update(text), sealing.final(), sealing.getAuthTag()]);
}

/** Opens what `sealGcm` returned. @throws Error where it is another's, or cut */
export function openGcm(key: Buffer, sealed: Buffer): string {
  const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength });
  opening.setAuthTag(sealed.subarray(-authTagLength));
  const text = [opening.update(sealed.subarray(nonceBytes, -authTagLength)), opening.final()];
  return Buffer.concat(text).toString('utf8');
}
