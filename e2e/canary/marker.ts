/**
 * Canaries: unique 24-character strings that go into every sealed field. All share a marker of twelve characters, so
 * that a sink is searched for the marker's encodings once, however many canaries there are.
 */
import { randomBytes } from 'node:crypto';

const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const word = (length: number) =>
  [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('');

export interface CanaryField {
  readonly marker: string;
  /** A new canary for a field; remembers whose it is. */
  plant(field: string): string;
  /** Field by canary. */
  readonly planted: ReadonlyMap<string, string>;
}

/** A fresh marker and the canaries made from it. */
export function canaries(): CanaryField {
  const marker = word(12);
  const planted = new Map<string, string>();
  return {
    marker,
    planted,
    plant(field) {
      const canary = marker + word(12);
      planted.set(canary, field);
      return canary;
    },
  };
}

/** Name of an encoding and the bytes that the marker has in it. */
export type Needle = [encoding: string, bytes: Buffer];

/** The part of base64 text that does not depend on what stands before and behind the bytes. */
function base64Core(bytes: Buffer, offset: number, encoding: 'base64' | 'base64url'): Buffer {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const start = Math.ceil((offset * 4) / 3);
  const end = Math.floor((padded.length * 8) / 6);
  return Buffer.from(padded.toString(encoding).slice(offset === 0 ? 0 : start + 1, end));
}

/** Every form in which the marker could lie in a sink, in letters as they are and folded to lower case. */
export function needlesOf(marker: string): Needle[] {
  const out: Needle[] = [];
  for (const [form, value] of [
    ['as it is', marker],
    ['lower case', marker.toLowerCase()],
    ['upper case', marker.toUpperCase()],
  ] as const) {
    const bytes = Buffer.from(value);
    out.push([`${form}, UTF-8`, bytes]);
    out.push([`${form}, UTF-16 LE`, Buffer.from(value, 'utf16le')]);
    out.push([`${form}, UTF-16 BE`, Buffer.from(value, 'utf16le').swap16()]);
    out.push([`${form}, hex`, Buffer.from(bytes.toString('hex'))]);
    out.push([`${form}, HEX`, Buffer.from(bytes.toString('hex').toUpperCase())]);
    out.push([
      `${form}, URL-encoded`,
      Buffer.from([...bytes].map((byte) => `%${byte.toString(16).toUpperCase()}`).join('')),
    ]);
    for (const offset of [0, 1, 2]) {
      out.push([`${form}, base64 at ${offset}`, base64Core(bytes, offset, 'base64')]);
      out.push([`${form}, base64url at ${offset}`, base64Core(bytes, offset, 'base64url')]);
    }
  }
  return out;
}
