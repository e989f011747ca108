/**
 * Sealed files, part by part, so that memory stays flat and an upload resumes where it stopped. The layout stands in
 * `fileLayout.ts`. A part as stored:
 *
 *     version u8 = 1 | salt 16 (random) | sealed segment ...
 *
 *     key 32 | prefix 7 = HKDF-SHA-256(file key, salt, LP("kontor/file/v1") LP(workspaceId) LP(documentId) LP(blobId))
 *     nonce             = prefix 7 | counter u32 | last u8
 *
 * AES-256-GCM per segment, no associated data. The counter counts segments through the whole file from 0; `last` is 1
 * for the file's very last segment, else 0 (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
 * The salt per part is what makes a resumed upload safe: a part that is sealed a second time, of a file that changed
 * meanwhile perhaps, has another key and so repeats no nonce.
 */
import { type Bytes, equalBytes, lp } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { release } from '@kontor/contract/wire/release';
import { CryptoError } from './errors.ts';
import {
  partHeadSize,
  partSize,
  sealedPartSize,
  sealedSegmentSize,
  segmentSize,
  segmentsPerPart,
} from './fileLayout.ts';
import {
  aesGcmOpen,
  aesGcmSeal,
  hkdfSha256,
  importAesKey,
  randomBytes,
  sha256,
  tagSize,
} from './primitives/webcrypto.ts';

const version = 1;
const none = new Uint8Array(0);

/** The inputs of a file's keys: the file key, from the document's sealed record, and the place of the file. */
export interface FileContext {
  /** 32 random bytes, new for every upload. */
  fileKey: Bytes;
  workspaceId: string;
  documentId: string;
  /** Id of this upload, made by the client; not the storage keys of its parts, which the server hands out. */
  blobId: string;
}

/** A part's key, derived once and used for all its segments. */
export interface PartKey {
  aes: CryptoKey;
  prefix: Bytes;
}

/** Returns a key for a new upload, 32 bytes. */
export const createFileKey = (): Bytes => randomBytes(32);

/** Derives the key of the part with this head (its first 17 bytes). Throws `malformed` or `unknown-version`. */
export async function importPartKey(file: FileContext, head: Bytes): Promise<PartKey> {
  if (file.fileKey.length !== 32 || head.length !== partHeadSize) {
    throw new CryptoError('malformed', `a file key has 32 bytes, a part's head ${partHeadSize}`);
  }
  if (head[0] !== version) throw new CryptoError('unknown-version', `file part of version ${head[0]}`);
  const info = lp(labels.file, file.workspaceId, file.documentId, file.blobId);
  const material = await hkdfSha256(file.fileKey, head.slice(1), info, 39);
  return { aes: await importAesKey(material.slice(0, 32)), prefix: material.slice(32) };
}

function nonceOf(prefix: Bytes, segment: number, isLast: boolean): Bytes {
  if (!Number.isSafeInteger(segment) || segment < 0 || segment >= 2 ** 32) {
    throw new CryptoError('malformed', `no file has a segment ${segment}`);
  }
  const nonce = new Uint8Array(12);
  nonce.set(prefix);
  new DataView(nonce.buffer).setUint32(7, segment);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Runs one piece of work per segment of a part, all at once: `offset` in the plaintext, `place` in the sealed part. Each hands
 * back the segment's own bytes, once they were copied, to be freed.
 */
async function forSegments(
  part: number,
  plainSize: number,
  isLast: boolean,
  work: (segment: number, isLast: boolean, offset: number, place: number) => Promise<Bytes>,
): Promise<void> {
  const count = Math.max(1, Math.ceil(plainSize / segmentSize));
  const all = Array.from({ length: count }, (_, i) => {
    const place = partHeadSize + i * sealedSegmentSize;
    return work(part * segmentsPerPart + i, isLast && i === count - 1, i * segmentSize, place);
  });
  release(...(await Promise.all(all)));
}

/**
 * Seals part number `part` (from 0). `plain` is what `padPart` makes: exactly 4 MiB in every part but the last.
 * Throws `malformed` for another length. The answer's `sha256` (32 bytes, over `sealed`) and `sealed.length` belong
 * into the document's sealed record.
 */
export async function sealPart(
  file: FileContext,
  part: number,
  isLast: boolean,
  plain: Bytes,
): Promise<{ sealed: Bytes; sha256: Bytes }> {
  if (plain.length > partSize || (!isLast && plain.length !== partSize)) {
    throw new CryptoError('malformed', `part ${part} cannot have ${plain.length} bytes`);
  }
  const sealed = new Uint8Array(sealedPartSize(plain.length));
  sealed[0] = version;
  sealed.set(randomBytes(partHeadSize - 1), 1);
  const key = await importPartKey(file, sealed.slice(0, partHeadSize));
  await forSegments(part, plain.length, isLast, async (segment, last, offset, place) => {
    const piece = plain.subarray(offset, offset + segmentSize);
    const bytes = await aesGcmSeal(key.aes, nonceOf(key.prefix, segment, last), none, piece);
    sealed.set(bytes, place);
    return bytes;
  });
  return { sealed, sha256: await sha256(sealed) };
}

/**
 * Opens one sealed segment to its padded plaintext; `segmentsOfRange` says which bytes of which part it is, and which
 * of its bytes belong to the file. Throws `damaged-file`.
 */
export async function openSegment(
  key: PartKey,
  segment: number,
  isLast: boolean,
  sealed: Bytes,
): Promise<Bytes> {
  if (sealed.length < tagSize || sealed.length > sealedSegmentSize) {
    throw new CryptoError('damaged-file', `segment ${segment} has the wrong size`);
  }
  try {
    return await aesGcmOpen(key.aes, nonceOf(key.prefix, segment, isLast), none, sealed);
  } catch (cause) {
    throw new CryptoError('damaged-file', `segment ${segment} could not be verified`, cause);
  }
}

/** Counts the padded plaintext bytes in a stored part of this size, or undefined when no part has it. */
function plainSizeOf(sealedSize: number, isLast: boolean): number | undefined {
  const body = sealedSize - partHeadSize;
  const count = Math.max(1, Math.ceil(body / sealedSegmentSize));
  const plainSize = body - count * tagSize;
  if (plainSize < 0 || plainSize > partSize || (!isLast && plainSize !== partSize)) return undefined;
  return sealedPartSize(plainSize) === sealedSize ? plainSize : undefined;
}

/**
 * Opens a whole part to the padded plaintext that was sealed; `unpadPart` cuts it. `expected` is the part's entry in
 * the document's sealed record. Throws `damaged-file` when size, hash, place or any segment is not what was sealed.
 */
export async function openPart(
  file: FileContext,
  part: number,
  isLast: boolean,
  sealed: Bytes,
  expected?: { size: number; sha256: Bytes },
): Promise<Bytes> {
  const plainSize = plainSizeOf(sealed.length, isLast);
  if (plainSize === undefined || (expected && expected.size !== sealed.length)) {
    throw new CryptoError('damaged-file', `part ${part} has the wrong size`);
  }
  if (expected && !equalBytes(await sha256(sealed), expected.sha256)) {
    throw new CryptoError('damaged-file', `part ${part} is not the one that was uploaded`);
  }
  const key = await importPartKey(file, sealed.slice(0, partHeadSize));
  const out = new Uint8Array(plainSize);
  await forSegments(part, plainSize, isLast, async (segment, last, offset, place) => {
    const size = Math.min(segmentSize, plainSize - offset) + tagSize;
    const bytes = await openSegment(key, segment, last, sealed.subarray(place, place + size));
    out.set(bytes, offset);
    return bytes;
  });
  return out;
}
