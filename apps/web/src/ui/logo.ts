import { fromBase64Url } from '@kontor/contract/bytes';

const urls = new Map<string, string>();

/**
 * A picture (PNG as base64url) as an address for `<img>`; undefined for none. An object URL, made once per picture:
 * lists draw the same few logos again and again.
 */
export function logoUrl(png: string | undefined): string | undefined {
  if (!png) return undefined;
  const known = urls.get(png);
  if (known) return known;
  const url = URL.createObjectURL(new Blob([fromBase64Url(png)], { type: 'image/png' }));
  urls.set(png, url);
  return url;
}
