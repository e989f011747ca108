import { fromBase64Url } from '@kontor/contract/wire/bytes';
import { headerSize } from './picture/header.ts';

/** Those that were asked for last stand at the end. */
const urls = new Map<string, string>();

/** Most addresses at once: more than there are faces in a firm, and fewer than somebody makes who changes theirs all day. */
const mostUrls = 2_000;

/** Pixels on a side: those that are made here have fewer, and a decoder has no work with them. */
const maxSide = 512;

const isSmall = (bytes: Uint8Array): boolean => {
  const { width, height } = headerSize(bytes) ?? { width: Number.NaN, height: Number.NaN };
  return Math.max(width, height) <= maxSide;
};

/** Returns the bytes of a picture; undefined for what is not base64url: it is somebody else's word. */
export function pngBytes(png: string) {
  try {
    return fromBase64Url(png);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Returns a picture (PNG as base64url) as an address for `<img>`; undefined for none, and for one that says it is large. An
 * object URL, made once per picture: lists draw the same few logos again and again.
 */
export function logoUrl(png: string | undefined): string | undefined {
  if (!png) return undefined;
  const url = urls.get(png) ?? urlOf(png);
  if (!url) return undefined;
  urls.delete(png);
  urls.set(png, url);
  const [oldest] = urls;
  if (urls.size > mostUrls && oldest) {
    urls.delete(oldest[0]);
    URL.revokeObjectURL(oldest[1]);
  }
  return url;
}

function urlOf(png: string): string | undefined {
  const bytes = pngBytes(png);
  return bytes && isSmall(bytes) ? URL.createObjectURL(new Blob([bytes], { type: 'image/png' })) : undefined;
}
