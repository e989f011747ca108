import { expect, it } from 'vitest';
import { headerSize } from './header.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)));
const rest = Array<number>(16).fill(0);

const png = bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0xc3, 0x50, 0, 0, 2, 0], rest);
const jpeg = bytes(
  [0xff, 0xd8, 0xff, 0xe0, 0, 6, 1, 2, 3, 4],
  [0xff, 0xc4, 0, 4, 9, 9],
  [0xff, 0xff, 0xc2, 0, 17, 8, 0x01, 0x00, 0x02, 0x80],
  rest,
);
const gif = (...picture: number[]) =>
  bytes(
    'GIF89a',
    [0x40, 0x01, 0xf0, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6],
    [0x21, 0xf9, 2, 9, 9, 0],
    [0x2c, ...picture],
    rest,
  );
const bmp = (...head: number[]) => bytes('BM', Array<number>(12).fill(0), head, rest);
const webp = (kind: string, ...data: number[]) =>
  bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], data, rest);

/** Returns a box; its size is the 64 bits behind its kind where it is `isLarge`. */
const box = (kind: string, content: Uint8Array, isLarge = false) => {
  const head = Buffer.alloc(isLarge ? 16 : 8);
  head.writeUInt32BE(isLarge ? 1 : 8 + content.length);
  head.write(kind, 4);
  if (isLarge) head.writeBigUInt64BE(BigInt(16 + content.length), 8);
  return bytes([...head, ...content]);
};
const boxes = (...all: Uint8Array[]) => bytes(...all.map((each) => [...each]));
const extent = (...size: number[]) => box('ispe', bytes([0, 0, 0, 0], size));
const heif = (brand: string, isLarge = false) => {
  const sizes = [extent(0, 0, 2, 0, 0, 0, 2, 0), extent(0, 0, 0x0f, 0xc0, 0, 0, 0x0b, 0xd0), extent(1)];
  const properties = box('ipco', boxes(box('pixi', bytes(rest)), ...sizes));
  const parts = boxes(
    box('hdlr', bytes(rest), isLarge),
    box('iprp', boxes(properties, box('ipma', bytes(rest)))),
  );
  return boxes(box('ftyp', bytes(brand, rest)), box('meta', bytes([0, 0, 0, 0], [...parts]), isLarge));
};

it.each([
  ['PNG', png, 50_000, 512],
  ['JPEG', jpeg, 640, 256],
  ['WebP, lossy', webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xf0, 0x00), 320, 240],
  ['WebP, lossless', webp('VP8L', 0x2f, 0x3f, 0xc1, 0x3b, 0x00), 320, 240],
  ['WebP, extended', webp('VP8X', 0, 0, 0, 0, 0x3f, 0x01, 0, 0xef, 0, 0), 320, 240],
  ['GIF', gif(0, 0, 0, 0, 0x10, 0, 0x10, 0), 320, 240],
  ['GIF, its first picture beyond its screen', gif(1, 0, 0, 0, 0xff, 0xff, 0x10, 0), 65_536, 240],
  ['BMP', bmp(40, 0, 0, 0, 0x40, 1, 0, 0, 0xf0, 0, 0, 0), 320, 240],
  ['BMP, from top to bottom', bmp(124, 0, 0, 0, 0x40, 1, 0, 0, 0x10, 0xff, 0xff, 0xff), 320, 240],
  ['AVIF', heif('avif'), 4_032, 3_024],
  ['HEIC with long boxes', heif('heic', true), 4_032, 3_024],
  ['BMP of old', bmp(12, 0, 0, 0, 0x40, 1, 0xf0, 0), 320, 240],
])('reads the size of a %s', (_, file, width, height) => expect(headerSize(file)).toEqual({ width, height }));

it('knows nothing else, however short or odd it is', () => {
  for (const text of ['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'RIFF....WAVEfmt ', 'BM'])
    expect(headerSize(bytes(text))).toBeUndefined();
  for (const whole of [
    png,
    jpeg,
    webp('VP8X'),
    webp('XXXX'),
    gif(1),
    bmp(40),
    heif('avif'),
    heif('heic', true),
  ])
    for (let length = 0; length < whole.length; length++) headerSize(whole.subarray(0, length));
  expect(headerSize(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 0], rest))).toBeUndefined();
});
