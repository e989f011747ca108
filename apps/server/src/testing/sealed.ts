/**
 * Makes what clients seal and sign, for tests of the server: envelopes of random bytes under a named key (the server
 * cannot tell), and certificates, log entries and key rows whose signatures and chains are real.
 */
import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type LogEntry, logEntryBytes, type UnsignedLogEntry } from '@kontor/contract/memberLog/entries';
import { fromBase64Url, lp } from '@kontor/contract/wire/bytes';
import { type KeyCert, keyCertBytes } from '@kontor/contract/wire/keyCert';
import type { Grant } from '@kontor/contract/wire/scope';

export const random = (length: number): string => randomBytes(length).toString('base64url');

/** Makes a sealed record as the server sees it: format 2, key id, and 512 bytes that mean nothing. */
export const seal = (kid: string, size = 512): string =>
  Buffer.concat([Buffer.from([2]), Buffer.from(kid, 'base64url'), randomBytes(12 + size + 16)]).toString(
    'base64url',
  );

export interface TestSigner {
  userId: string;
  cert: KeyCert;
  signingKey: KeyObject;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64url');

/** Returns a certificate's fingerprint, base64url. */
const certKeyOf = (cert: KeyCert): string => sha256(lp(keyCertBytes(cert), fromBase64Url(cert.signature)));

/** Returns an entry's hash, base64url. */
export const entryHash = (entry: LogEntry): string =>
  sha256(lp(logEntryBytes(entry), fromBase64Url(entry.signature)));

/** Signs an entry as its author. */
export function signEntry(
  { userId, cert, signingKey }: TestSigner,
  entry: Omit<UnsignedLogEntry, 'authorId' | 'authorKey' | 'at'> & { type: LogEntry['type']; at?: number },
): LogEntry {
  const unsigned = { at: Date.now(), ...entry, authorId: userId, authorKey: certKeyOf(cert) };
  const signature = sign(null, logEntryBytes(unsigned as UnsignedLogEntry), signingKey).toString('base64url');
  return { ...unsigned, signature } as LogEntry;
}

/** Makes a grant by one user to another, with random bytes where the sealed key and its signature are. */
export const grant = (
  granter: TestSigner,
  key: Pick<Grant, 'scopeId' | 'generation' | 'kid' | 'recipientId'> & Partial<Grant>,
): Grant => ({
  type: 'grant',
  previousKid: null,
  readers: [key.recipientId],
  granterId: granter.userId,
  granterKey: certKeyOf(granter.cert),
  sealed: random(1_168),
  signature: random(64),
  ...key,
});
