/**
 * Byte encodings that both sides of the wire agree on. `LP(x)` is a 4-byte big-endian length, then the bytes;
 * it makes every concatenation of variable parts unambiguous.
 */

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** Encodes a string as UTF-8. */
export const utf8 = (text: string): Bytes => encoder.encode(text);

/** Returns the string that UTF-8 bytes hold; throws TypeError on malformed input. */
export const fromUtf8 = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Returns all parts, one behind the other. */
export function concat(...parts: Uint8Array[]): Bytes {
  let length = 0;
  for (const part of parts) length += part.length;
  const out = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    out.set(part, offset);
    offset += part.length;
  }
  return out;
}

/** Returns `n` as 4 bytes, big-endian. */
export function u32(n: number): Bytes {
  const out = new Uint8Array(4);
  new DataView(out.buffer).setUint32(0, n);
  return out;
}

/** Returns `n` (a safe integer) as 8 bytes, big-endian. */
export function u64(n: number): Bytes {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, BigInt(n));
  return out;
}

/** Returns `LP(part)` for each part, concatenated. Strings count as their UTF-8 bytes. */
export function lp(...parts: (Uint8Array | string)[]): Bytes {
  const out: Uint8Array[] = [];
  for (const part of parts) {
    const bytes = typeof part === 'string' ? utf8(part) : part;
    out.push(u32(bytes.length), bytes);
  }
  return concat(...out);
}

/** Compares without leaving early; lengths are not secret. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i]! ^ b[i]!;
  return difference === 0;
}

const hasNative = typeof Uint8Array.prototype.toBase64 === 'function';

/** Writes base64url without padding (RFC 4648 section 5). */
export function toBase64Url(bytes: Uint8Array): string {
  if (hasNative) return bytes.toBase64({ alphabet: 'base64url', omitPadding: true });
  let binary = '';
  for (let i = 0; i < bytes.length; i += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Returns the bytes behind base64url text; throws SyntaxError on anything else. */
export function fromBase64Url(text: string): Bytes {
  // The platform's own reader skips white space and takes padding.
  if (text.length % 4 === 1 || !/^[A-Za-z0-9_-]*$/.test(text)) throw new SyntaxError('not base64url');
  if (hasNative) return Uint8Array.fromBase64(text, { alphabet: 'base64url', lastChunkHandling: 'loose' });
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const out = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) out[i] = binary.charCodeAt(i);
  return out;
}

/** Writes lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (const byte of bytes) out += byte.toString(16).padStart(2, '0');
  return out;
}

export type Canonical =
  | string
  | number
  | boolean
  | null
  | Canonical[]
  | { [key: string]: Canonical | undefined };

/**
 * Writes canonical JSON after RFC 8785, restricted to what we sign: keys sorted by UTF-16 code units, no
 * white space, integers only (a float throws RangeError), undefined properties left out.
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value))
      throw new RangeError(`canonical JSON holds safe integers only, not ${value}`);
    return JSON.stringify(value);
  }
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const fields = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`);
  return `{${fields.join(',')}}`;
}

/** Returns what is computed of canonical JSON; undefined where there is none, as of a number that is not whole. */
export function ifCanonical<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Tells if a value can be signed or hashed: its numbers are whole, at any depth. */
export const isCanonical = (value: unknown): value is Canonical =>
  ifCanonical(() => canonicalJson(value as Canonical)) !== undefined;
