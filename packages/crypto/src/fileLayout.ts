/**
 * Lays out a file's bytes. The plaintext is padded with zeros to a Padmé length (`padding.ts`) and cut into segments
 * of 256 KiB, the last one shorter; 16 segments make a part of 4 MiB, the last part having the rest. A part as stored
 * is a head of 17 bytes, then its sealed segments, each its plaintext's length plus a 16-byte tag.
 */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { CryptoError } from './errors.ts';
import { padmeSize } from './padding.ts';
import { tagSize } from './primitives/webcrypto.ts';

/** Plaintext bytes of a segment. */
export const segmentSize = 256 * 1024;
export const segmentsPerPart = 16;
/** Plaintext bytes of a part: 4 MiB. */
export const partSize = segmentSize * segmentsPerPart;
export const sealedSegmentSize = segmentSize + tagSize;
/** Bytes in front of a part's segments: `version u8 | salt 16`. */
export const partHeadSize = 17;

export interface FileLayout {
  /** Bytes of the file itself. */
  size: number;
  /** Bytes after padding. */
  paddedSize: number;
  segmentCount: number;
  partCount: number;
}

/** Returns the layout of a file of `size` bytes. Throws `malformed` unless the size is a whole number below 2^49. */
export function fileLayout(size: number): FileLayout {
  if (!Number.isSafeInteger(size) || size < 0 || size >= 2 ** 49) {
    throw new CryptoError('malformed', `no file has ${size} bytes`);
  }
  const paddedSize = padmeSize(size);
  const segmentCount = Math.ceil(paddedSize / segmentSize);
  return { size, paddedSize, segmentCount, partCount: Math.ceil(segmentCount / segmentsPerPart) };
}

/** Counts the padded plaintext bytes of one part. Throws `damaged-file` when the file has no such part. */
export function partPlainSize(layout: FileLayout, part: number): number {
  if (!Number.isSafeInteger(part) || part < 0 || part >= layout.partCount) {
    throw new CryptoError('damaged-file', `the file has no part ${part}`);
  }
  return Math.min(partSize, layout.paddedSize - part * partSize);
}

/**
 * Counts the bytes of one part as it is stored, for `plainSize` padded bytes in it. An empty part has one
 * empty segment.
 */
export const sealedPartSize = (plainSize: number): number =>
  partHeadSize + plainSize + Math.max(1, Math.ceil(plainSize / segmentSize)) * tagSize;

/** Counts the bytes of all parts as they are stored: what counts against a quota. */
export const fileSealedSize = (layout: FileLayout): number =>
  layout.paddedSize + layout.segmentCount * tagSize + layout.partCount * partHeadSize;

/** Returns the range [start, end) of the file's own bytes in a part; both equal the size where it is all padding. */
export function partRange(layout: FileLayout, part: number): { start: number; end: number } {
  const start = part * partSize;
  const end = start + partPlainSize(layout, part);
  return { start: Math.min(start, layout.size), end: Math.min(end, layout.size) };
}

/** Returns a part's own bytes (`partRange`), padded for `sealPart`. Throws `malformed` for another length. */
export function padPart(layout: FileLayout, part: number, content: Bytes): Bytes {
  const { start, end } = partRange(layout, part);
  if (content.length !== end - start) {
    throw new CryptoError('malformed', `part ${part} has ${end - start} bytes, not ${content.length}`);
  }
  const plainSize = partPlainSize(layout, part);
  if (plainSize === content.length) return content;
  const padded = new Uint8Array(plainSize);
  padded.set(content);
  return padded;
}

/** Undoes `padPart` on an opened part. Throws `damaged-file` for a part of another length. */
export function unpadPart(layout: FileLayout, part: number, padded: Bytes): Bytes {
  if (padded.length !== partPlainSize(layout, part)) {
    throw new CryptoError('damaged-file', `part ${part} has the wrong size`);
  }
  const { start, end } = partRange(layout, part);
  return padded.subarray(0, end - start);
}

/** One segment to fetch and open for a range of the file. */
export interface SegmentSlice {
  part: number;
  /** Counted through the whole file. */
  segment: number;
  isLast: boolean;
  /** Bytes `sealedStart` to `sealedEnd` (exclusive) of the part's blob are the sealed segment. */
  sealedStart: number;
  sealedEnd: number;
  /** Bytes `from` to `to` (exclusive) of the opened segment belong to the range. */
  from: number;
  to: number;
}

/**
 * Returns the segments that hold bytes `start` to `end` (exclusive, cut at the file's size), in order. Neighbours in one part
 * touch, so that they can be fetched with one HTTP range; the part's head (bytes 0 to 17) is needed besides, once.
 */
export function segmentsOfRange(layout: FileLayout, start: number, end: number): SegmentSlice[] {
  const first = Math.max(0, start);
  const stop = Math.min(end, layout.size);
  const out: SegmentSlice[] = [];
  if (!(first < stop)) return out;
  for (let segment = Math.floor(first / segmentSize); segment * segmentSize < stop; segment++) {
    const offset = segment * segmentSize;
    const sealedStart = partHeadSize + (segment % segmentsPerPart) * sealedSegmentSize;
    out.push({
      part: Math.floor(segment / segmentsPerPart),
      segment,
      isLast: segment === layout.segmentCount - 1,
      sealedStart,
      sealedEnd: sealedStart + Math.min(segmentSize, layout.paddedSize - offset) + tagSize,
      from: Math.max(0, first - offset),
      to: Math.min(segmentSize, stop - offset),
    });
  }
  return out;
}
