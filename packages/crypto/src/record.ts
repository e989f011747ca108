/**
 * Sealed records:
 *
 *     version u8 = 2 | kid 16 | nonce 12 (random) | ciphertext | tag 16
 *
 * AES-256-GCM under the scope key over the padded frame of `padding.ts`; the associated data stands in
 * `recordContext.ts`. A tombstone is the same with a label of its own. Both are sealed around what their author signed
 * (`authorSignature.ts`).
 */
import { type Bytes, equalBytes, toBase64Url } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { CryptoError } from './errors.ts';
import { padRecord, unpadRecord } from './padding.ts';
import {
  type AesGcmOpening,
  aesGcmOpen,
  aesGcmSeal,
  nonceSize,
  randomBytes,
  tagSize,
} from './primitives/webcrypto.ts';
import { type RecordContext, recordAssociatedData } from './recordContext.ts';
import { kidSize, type ScopeKeyHandle } from './scopeKey.ts';

type RecordLabel = typeof labels.record | typeof labels.tombstone;

const version = 2;
const headerSize = 1 + kidSize;
const overhead = headerSize + nonceSize + tagSize;

/** Seals a record into its place; `signed`: what `signRecord` or `resealRecord` made. */
export async function sealRecord(
  key: ScopeKeyHandle,
  context: RecordContext,
  signed: Bytes,
  label: RecordLabel = labels.record,
): Promise<Bytes> {
  const header = new Uint8Array(headerSize);
  header[0] = version;
  header.set(key.kid, 1);
  const nonce = randomBytes(nonceSize);
  const associatedData = recordAssociatedData(label, header, context);
  const sealed = await aesGcmSeal(key.aes, nonce, associatedData, padRecord(signed));
  const out = new Uint8Array(headerSize + nonceSize + sealed.length);
  out.set(header);
  out.set(nonce, headerSize);
  out.set(sealed, headerSize + nonceSize);
  return out;
}

function checkHeader(sealed: Bytes): void {
  if (sealed.length < overhead) throw new CryptoError('malformed', 'the record is too short');
  if (sealed[0] !== version) throw new CryptoError('unknown-version', `record of version ${sealed[0]}`);
}

/**
 * Prepares the opening of a record: checks all that can be told without opening. Throws `malformed`,
 * `unknown-version` or `wrong-key`. `openRecord` and the batch (`recordBatch.ts`) share it.
 */
export function recordOpening(
  label: RecordLabel,
  key: ScopeKeyHandle,
  context: RecordContext,
  sealed: Bytes,
): AesGcmOpening {
  checkHeader(sealed);
  const header = sealed.subarray(0, headerSize);
  // Before opening: GCM does not commit to its key, so without this one ciphertext could open under two keys.
  if (!equalBytes(header.subarray(1), key.kid)) {
    throw new CryptoError('wrong-key', 'the record is sealed under another key');
  }
  return {
    key: key.aes,
    nonce: sealed.subarray(headerSize, headerSize + nonceSize),
    associatedData: recordAssociatedData(label, header, context),
    sealed: sealed.subarray(headerSize + nonceSize),
  };
}

/**
 * Returns the signed content of a sealed record: see `readSigned`. Throws `malformed`, `unknown-version`, `wrong-key` (find
 * the right one by `recordKid`), or `not-verified` when anything in content or context differs from what was sealed.
 */
export async function openRecord(
  key: ScopeKeyHandle,
  context: RecordContext,
  sealed: Bytes,
  label: RecordLabel = labels.record,
): Promise<Bytes> {
  const opening = recordOpening(label, key, context, sealed);
  return unpadRecord(await aesGcmOpen(opening.key, opening.nonce, opening.associatedData, opening.sealed));
}

/** Seals the mark that a record is deleted, at its new version; `signed`: what `signTombstone` made. */
export const sealTombstone = (key: ScopeKeyHandle, context: RecordContext, signed: Bytes): Promise<Bytes> =>
  sealRecord(key, context, signed, labels.tombstone);

/** Opens a tombstone: returns what `signTombstone` made. Throws as `openRecord` does. */
export const openTombstone = (key: ScopeKeyHandle, context: RecordContext, sealed: Bytes): Promise<Bytes> =>
  openRecord(key, context, sealed, labels.tombstone);

/** Returns the key id that a sealed record or tombstone names, as base64url. Throws `malformed` or `unknown-version`. */
export function recordKid(sealed: Bytes): string {
  checkHeader(sealed);
  return toBase64Url(sealed.subarray(1, headerSize));
}
