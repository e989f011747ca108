import { expect, it, vi } from 'vitest';
import { blobOf } from './blobOf.ts';

it('makes a Blob of bytes, and frees them', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const blob = blobOf(bytes);
  expect(bytes.buffer.detached).toBe(true);
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
});

it('leaves twice its bytes for the browser to count, so that it is collected soon', () => {
  const made: unknown[] = [];
  const bytes = new Uint8Array(1_000);
  const counting = new Proxy(ArrayBuffer, {
    construct: (target, [size]) => {
      made.push(size);
      return new target(size);
    },
  });
  vi.stubGlobal('ArrayBuffer', counting);
  blobOf(bytes);
  vi.unstubAllGlobals();
  expect(made).toEqual([2_000]);
});
