import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { blobOf } from './blobOf.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;

it('makes a Blob of bytes, and frees them', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const blob = blobOf(bytes);
  expect(bytes.buffer.detached).toBe(true);
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
});

it('has the browser count twice its bytes for as long as the Blob is there', async () => {
  const bytes = new Uint8Array(4_000_000);
  // Garbage of before must not make up for it, nor what one collection leaves to the next.
  for (let i = 0; i < 2; i++) await collect({ type: 'major', execution: 'async' });
  const before = process.memoryUsage().arrayBuffers - bytes.length;
  const blob = blobOf(bytes);
  for (const type of ['minor', 'major'] as const) {
    await collect({ type, execution: 'async' });
    expect(process.memoryUsage().arrayBuffers - before).toBeGreaterThan(1.5 * blob.size);
  }
});
