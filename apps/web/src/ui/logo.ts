import { fromBase64Url } from '@kontor/contract/wire/bytes';

const urls = new Map<string, string>();

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
 * A picture (PNG as base64url) as an address for `<img>`; undefined for none. An object URL, made once per picture:
 * lists draw the same few logos again and again.
 */
export function logoUrl(png: string | undefined): string | undefined {
  if (!png) return undefined;
  const known = urls.get(png);
  if (known) return known;
  const bytes = pngBytes(png);
  if (!bytes) return undefined;
  const url = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }));
  urls.set(png, url);
  return url;
}
