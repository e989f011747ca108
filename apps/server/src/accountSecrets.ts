/** The server's own keys for accounts, from `<data>/secrets`, and the hashes made with them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { secret } from './dataFolder.ts';

export interface AccountSecrets {
  /** Hashes (HMAC-SHA-256) the key that the client derived from the password (base64url of 32 bytes). */
  hashAuthKey(authKeyB64: string): Buffer;
  /** Hashes a mailed code, bound to the registration or address that it confirms. */
  hashCode(confirmed: string, code: string): Buffer;
  /** Derives the salt for an unknown e-mail address: always the same one, and like a real one. */
  fakeSalt(email: string): Buffer;
  /** Proves that a CSRF token is ours. */
  signCsrf(token: string): string;
}

export function accountSecrets(dataPath: string): AccountSecrets {
  const pepper = secret(dataPath, 'pepper');
  const salts = secret(dataPath, 'fake-salt');
  const csrf = secret(dataPath, 'csrf');
  const hmac = (key: Buffer, data: string | Buffer) => createHmac('sha256', key).update(data).digest();
  return {
    hashAuthKey: (authKeyB64) => hmac(pepper, Buffer.from(authKeyB64, 'base64url')),
    hashCode: (confirmed, code) => hmac(pepper, `code ${confirmed} ${code}`),
    fakeSalt: (email) => hmac(salts, email).subarray(0, 16),
    signCsrf: (token) => hmac(csrf, token).toString('base64url'),
  };
}

/** Compares bytes in constant time, so that it does not tell where they differ; their lengths are no secret. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
