/** Decodes pictures that are bearable, as they are looked at: turned the way that their camera noted. */
import type { Size } from '../ui/picture/crop.ts';
import { headerSize } from '../ui/picture/header.ts';
import { contentLimits, UnreadableError } from './limits.ts';

/** Bytes from which a picture's size is read. */
const headBytes = 262_144;

/**
 * Returns the pixels of a PNG, JPEG, WebP, GIF, BMP or AVIF, and of a HEIC where the browser decodes it.
 * @throws UnreadableError for others, and for too many pixels; what the browser throws for what it cannot decode
 */
export async function bitmapOf(file: Blob): Promise<ImageBitmap> {
  const size = headerSize(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()));
  if (!size || size.width * size.height > contentLimits.pixels) throw new UnreadableError('no picture');
  return createImageBitmap(file);
}

/** Returns the size of a picture in pixels; undefined for other files, and for pictures that cannot be decoded here. */
export async function pictureSize(file: Blob): Promise<Size | undefined> {
  try {
    const bitmap = await bitmapOf(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return undefined;
  }
}
