/**
 * Reads how large a picture is by what its file says, before any decoder sees it: a small file may say that it has
 * billions of pixels. PNG (ISO 15948), JPEG (T.81, B.2.2), WebP (RFC 9649), GIF (89a), BMP, AVIF and HEIC (ISO 23008-12).
 */
import type { Size } from './crop.ts';

const ascii = (view: DataView, at: number, text: string): boolean =>
  at + text.length <= view.byteLength &&
  [...text].every((letter, index) => view.getUint8(at + index) === letter.charCodeAt(0));

function pngSize(view: DataView): Size | undefined {
  if (view.byteLength < 24 || view.getUint32(0) !== 0x89504e47 || !ascii(view, 12, 'IHDR')) return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function jpegSize(view: DataView): Size | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= view.byteLength; ) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    // Fill bytes may stand before a marker.
    if (marker === 0xff) at++;
    // A start of frame; C4, C8 and CC are tables.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(view: DataView): Size | undefined {
  if (view.byteLength < 30 || !ascii(view, 0, 'RIFF') || !ascii(view, 8, 'WEBP')) return undefined;
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000;
  if (ascii(view, 12, 'VP8X')) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (ascii(view, 12, 'VP8L')) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (ascii(view, 12, 'VP8 '))
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return undefined;
}

/** Reads the first picture too: it may be larger than the screen that the file names. */
function gifSize(view: DataView): Size | undefined {
  if (view.byteLength < 13 || !(ascii(view, 0, 'GIF87a') || ascii(view, 0, 'GIF89a'))) return undefined;
  const [width, height, flags] = [view.getUint16(6, true), view.getUint16(8, true), view.getUint8(10)];
  for (let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0); at + 9 <= view.byteLength; ) {
    const uint16 = (from: number) => view.getUint16(at + from, true);
    if (view.getUint8(at) === 0x2c)
      return {
        width: Math.max(width, uint16(1) + uint16(5)),
        height: Math.max(height, uint16(3) + uint16(7)),
      };
    // An extension is a kind, and blocks with their lengths, an empty one at the end.
    if (view.getUint8(at) !== 0x21) return undefined;
    at += 2;
    while (at < view.byteLength && view.getUint8(at) > 0) at += 1 + view.getUint8(at);
    at++;
  }
  return undefined;
}

function bmpSize(view: DataView): Size | undefined {
  if (view.byteLength < 26 || !ascii(view, 0, 'BM')) return undefined;
  const head = view.getUint32(14, true);
  if (head === 12) return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  // Lines from top to bottom have a height below zero.
  return head < 40
    ? undefined
    : { width: view.getUint32(18, true), height: Math.abs(view.getInt32(22, true)) };
}

/** Returns where the content of the boxes of some kind lies that follow each other from a place (ISO 14496-12, 4.2). */
function* boxesIn(
  view: DataView,
  kind: string,
  at: number,
  end: number,
): Generator<[from: number, to: number]> {
  while (at + 16 <= end) {
    const said = view.getUint32(at);
    // The first box may go to the end, and one may have a size of 64 bits.
    const size = said === 0 ? end - at : said === 1 ? Number(view.getBigUint64(at + 8)) : said;
    const head = said === 1 ? 16 : 8;
    if (size < head) return;
    if (ascii(view, at + 4, kind)) yield [at + head, Math.min(at + size, end)];
    at += size;
  }
}

/** Returns the largest size that an AVIF or HEIC file says of a picture in it: the one that is shown may be put together of others. */
function heifSize(view: DataView): Size | undefined {
  if (!ascii(view, 4, 'ftyp')) return undefined;
  let largest: Size | undefined;
  // Version and flags come first.
  for (const [meta, metaEnd] of boxesIn(view, 'meta', 0, view.byteLength))
    for (const [properties, propertiesEnd] of boxesIn(view, 'iprp', meta + 4, metaEnd))
      for (const [all, allEnd] of boxesIn(view, 'ipco', properties, propertiesEnd))
        for (const [at, end] of boxesIn(view, 'ispe', all, allEnd)) {
          if (at + 12 > end) continue;
          const size = { width: view.getUint32(at + 4), height: view.getUint32(at + 8) };
          if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
        }
  return largest;
}

/** Returns width and height in pixels as the file says; undefined for what is none of these kinds. */
export function headerSize(bytes: Uint8Array): Size | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    pngSize(view) ?? jpegSize(view) ?? webpSize(view) ?? gifSize(view) ?? bmpSize(view) ?? heifSize(view)
  );
}
