import { afterEach, expect, it, vi } from 'vitest';
import { blobOf } from './saveFile.ts';

afterEach(() => vi.restoreAllMocks());

const piecesAndThen = (end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) => {
  let count = 0;
  return new ReadableStream<Uint8Array>({
    pull: (controller) => (count++ < 2 ? controller.enqueue(new Uint8Array([count])) : end(controller)),
  });
};

it('collects a content', async () => {
  const blob = await blobOf(piecesAndThen((controller) => controller.close()));
  expect(await blob.bytes()).toEqual(new Uint8Array([1, 2]));
});

it('rejects with what the content failed with, of which Chromium says nothing', async () => {
  const { blob } = Response.prototype;
  vi.spyOn(Response.prototype, 'blob').mockImplementation(function (this: Response) {
    return blob.call(this).catch(() => {
      throw new TypeError('Failed to fetch');
    });
  });
  const damaged = new RangeError('damaged');
  await expect(blobOf(piecesAndThen((controller) => controller.error(damaged)))).rejects.toBe(damaged);
});

it('rejects with what the browser says where that has no room for all of it', async () => {
  const full = new DOMException('full', 'QuotaExceededError');
  vi.spyOn(Response.prototype, 'blob').mockRejectedValue(full);
  await expect(blobOf(piecesAndThen((controller) => controller.close()))).rejects.toBe(full);
});
