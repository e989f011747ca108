/** Seals and opens the parts of a file under its own key. */
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import * as file from '@kontor/crypto/file';
import {
  fileLayout,
  padPart,
  type SegmentSlice,
  segmentSize,
  segmentsOfRange,
  unpadPart,
} from '@kontor/crypto/fileLayout';
import type { FileContext, SealedPart } from './vault.ts';

const withKey = ({ fileKey, ...context }: FileContext) => ({ ...context, fileKey: fromBase64Url(fileKey) });

/** Returns a key for a new upload, base64url. */
export const newFileKey = (): string => toBase64Url(file.createFileKey());

/** See `Vault.sealPart`. */
export async function sealPart(
  context: FileContext,
  size: number,
  index: number,
  plain: Uint8Array,
): Promise<{ sealed: Uint8Array; part: SealedPart }> {
  const layout = fileLayout(size);
  const padded = padPart(layout, index, plain as Bytes);
  const isLast = index === layout.partCount - 1;
  const { sealed, sha256 } = await file.sealPart(withKey(context), index, isLast, padded);
  return { sealed, part: { size: sealed.length, sha256: toBase64Url(sha256) } };
}

/** See `Vault.openPart`. */
export async function openPart(
  context: FileContext,
  size: number,
  index: number,
  part: SealedPart,
  sealed: Uint8Array,
): Promise<Uint8Array> {
  const layout = fileLayout(size);
  const expected = { size: part.size, sha256: fromBase64Url(part.sha256) };
  const isLast = index === layout.partCount - 1;
  const padded = await file.openPart(withKey(context), index, isLast, sealed as Bytes, expected);
  return unpadPart(layout, index, padded);
}

/** See `Vault.openSegments`. */
export async function openSegments(
  context: FileContext,
  size: number,
  first: number,
  count: number,
  head: Uint8Array,
  sealed: Uint8Array,
): Promise<Uint8Array> {
  const slices = segmentsOfRange(fileLayout(size), first * segmentSize, (first + count) * segmentSize);
  const key = await file.importPartKey(withKey(context), head as Bytes);
  const out = new Uint8Array(slices.reduce((sum, { to }) => sum + to, 0));
  const open = async ({ segment, isLast, sealedStart, sealedEnd, to }: SegmentSlice, i: number) => {
    const start = sealedStart - slices[0]!.sealedStart;
    const piece = sealed.subarray(start, start + sealedEnd - sealedStart) as Bytes;
    out.set((await file.openSegment(key, segment, isLast, piece)).subarray(0, to), i * segmentSize);
  };
  await Promise.all(slices.map(open));
  return out;
}
