import { expect, it } from 'vitest';
import { maxKilobytes, readPicture } from './picture.ts';

/** Returns the first bytes of a PNG of this size. */
function png(width: number, height: number): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(40));
  for (const [at, word] of [0x89504e47, 0x0d0a1a0a, 13, 0x49484452, width, height].entries())
    view.setUint32(at * 4, word);
  return view.buffer;
}
const fileOf = (...parts: BlobPart[]) => new File(parts, 'me.png', { type: 'image/png' });

it('tells what is wrong with a picture before any decoder sees it', async () => {
  expect(await readPicture(fileOf('no picture'))).toBe('type');
  expect(await readPicture(fileOf(png(31, 400)))).toBe('size');
  expect(await readPicture(fileOf(new Uint8Array(maxKilobytes * 1024 + 1)))).toBe('size');
  expect(await readPicture(fileOf(png(8193, 400)))).toBe('pixels');
  expect(await readPicture(fileOf(png(400, 8193)))).toBe('pixels');
});
