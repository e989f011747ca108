/** Opens a record and verifies who wrote it, the way of a client that holds these certificates. */
import { type Bytes, equalBytes } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import {
  type RecordPlace,
  readSigned,
  recordChecks,
  type SignedContent,
  tombstoneChecks,
} from '../authorSignature.ts';
import { certSigningKey, fingerprint } from '../cert.ts';
import { CryptoError } from '../errors.ts';
import { openRecord, openTombstone } from '../record.ts';
import type { ScopeKeyHandle } from '../scopeKey.ts';
import { verifyBytes } from '../signing.ts';

/** Verifies signed content in its place. Throws `not-verified` or `malformed`. */
export async function verified(
  kind: 'record' | 'tombstone',
  signed: Bytes,
  place: RecordPlace,
  certs: readonly KeyCert[],
): Promise<SignedContent> {
  const read = readSigned(signed);
  const checks = (kind === 'record' ? recordChecks : tombstoneChecks)(read, place);
  const names = await Promise.all(certs.map(fingerprint));
  for (const { by, message, signature } of checks) {
    const cert = certs[names.findIndex((name) => equalBytes(name, by))];
    if (!cert || !(await verifyBytes(certSigningKey(cert), message, signature)))
      throw new CryptoError('not-verified', 'the record does not bear its author’s signature');
  }
  return read;
}

/** Opens and verifies. Throws as `openRecord` does. */
export async function openVerified(
  kind: 'record' | 'tombstone',
  key: ScopeKeyHandle,
  place: RecordPlace,
  sealed: Bytes,
  certs: readonly KeyCert[],
): Promise<SignedContent> {
  const open = kind === 'record' ? openRecord : openTombstone;
  return verified(kind, await open(key, place, sealed), place, certs);
}
