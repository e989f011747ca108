/** Hex for tests: vectors are published in it. */
import type { Bytes } from '@kontor/contract/wire/bytes';

/** Returns the bytes behind an even number of hex digits; throws for anything else, so that a mistyped vector is found. */
export function fromHex(hex: string): Bytes {
  if (!/^(?:[0-9a-f]{2})*$/.test(hex)) throw new SyntaxError(`not hex: ${hex.slice(0, 20)}`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
