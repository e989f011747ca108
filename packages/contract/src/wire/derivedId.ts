import { toHex } from './bytes.ts';
import type { Verifier } from './keyCert.ts';

/**
 * Derives an id from what there is one of: the first 16 bytes of SHA-256 as a UUID of version 8 (RFC 9562, 5.8). Ids that
 * devices make up are of another version: nobody takes a derived one before those whose it is.
 */
export async function derivedId(
  { sha256 }: Pick<Verifier, 'sha256'>,
  input: Uint8Array<ArrayBuffer>,
): Promise<string> {
  return derivedIdOf(await sha256(input));
}

/** Returns the derived id of what has this SHA-256. */
export function derivedIdOf(hash: Uint8Array): string {
  const bytes = hash.slice(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Tells whether an id is one that `derivedId` may give, or a marked one. */
export const isDerivedId = (id: string): boolean => id[14]! >= '8';

/** Tells whether an id is a marked one (`markedId`), which no scope has. */
export const isMarkedId = (id: string): boolean => id[14]! > '8';
