/** Makes Blobs whose bytes do not stay in memory long after they were sent. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { release } from '@kontor/contract/wire/release';

/**
 * Makes a Blob of bytes at which nobody looks any more, and frees them. Browsers free a Blob when they collect garbage, and
 * do not count its bytes towards the time for that: twice as many, in a buffer that nobody touches, are counted in its stead
 * and take up no memory. The Blob holds that buffer: by itself it would go with the young garbage, which no Blob does, and
 * count no more.
 */
export function blobOf(bytes: Bytes): Blob {
  const blob = new Blob([bytes]);
  release(bytes);
  return Object.assign(blob, { counted: new ArrayBuffer(2 * blob.size) });
}
