/**
 * Hides lengths. A record's plaintext is framed as `u32 length | content | zeros` and padded to 512 bytes, above that
 * to multiples of 64; a file is padded with zeros to a Padmé length (Nikitin et al., "Reducing Metadata Leakage from
 * Encrypted Files and Communication with PURBs", PETS 2019), which costs at most 12 % and leaves O(log log n) bits of the size visible.
 */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { CryptoError } from './errors.ts';

const floor = 512;
const step = 64;

/** Returns the size of the frame for `length` bytes of content. */
export const paddedRecordSize = (length: number): number =>
  Math.max(floor, Math.ceil((length + 4) / step) * step);

/** Pads to `u32 length | content | zeros`. */
export function padRecord(content: Bytes): Bytes {
  const out = new Uint8Array(paddedRecordSize(content.length));
  new DataView(out.buffer).setUint32(0, content.length);
  out.set(content, 4);
  return out;
}

/**
 * Returns the content of a frame, as a view of it.
 * @throws CryptoError malformed for any frame that `padRecord` would not have made
 */
export function unpadRecord(frame: Bytes): Bytes {
  if (frame.length < floor) throw new CryptoError('malformed', 'the record is not padded');
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0);
  const end = 4 + length;
  if (paddedRecordSize(length) !== frame.length) throw new CryptoError('malformed', 'the padding is wrong');
  for (let i = end; i < frame.length; i++) {
    if (frame[i] !== 0) throw new CryptoError('malformed', 'the padding is not zero');
  }
  return frame.subarray(4, end);
}

/** Returns the length to which a file of `size` bytes is padded: Padmé, and never under 512 bytes. Exact up to 2^53. */
export function padmeSize(size: number): number {
  if (size <= floor) return floor;
  // Math.log2(size) can round up next to a power of two; Math.log2 of the small exponent below is exact.
  let exponent = 9;
  while (2 ** (exponent + 1) <= size) exponent++;
  const significant = Math.floor(Math.log2(exponent)) + 1;
  const unit = 2 ** (exponent - significant);
  return Math.ceil(size / unit) * unit;
}
