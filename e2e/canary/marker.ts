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
  /** Returns a new canary for a field; remembers whose it is. */
  plant(field: string): string;
  /** Field by canary. */
  readonly planted: ReadonlyMap<string, string>;
}

/** Returns a fresh marker and the canaries made from it. */
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

/** Returns the part of base64 text that does not depend on what stands before and behind the bytes. */
function base64Core(bytes: Buffer, offset: number, encoding: 'base64' | 'base64url'): Buffer {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
  const start = Math.ceil((offset * 4) / 3);
  const end = Math.floor((padded.length * 8) / 6);
  return Buffer.from(padded.toString(encoding).slice(offset === 0 ? 0 : start + 1, end));
}

/** Returns every form in which a text (in three spellings) or bytes could lie in a sink; no form twice. */
export function needlesOf(secret: string | Uint8Array): Needle[] {
  const spellings: [string, Buffer][] =
    typeof secret === 'string'
      ? [
          ['as it is', Buffer.from(secret)],
          ['lower case', Buffer.from(secret.toLowerCase())],
          ['upper case', Buffer.from(secret.toUpperCase())],
        ]
      : [['bytes', Buffer.from(secret)]];
  const found = new Map<string, Needle>();
  for (const [form, bytes] of spellings)
    for (const [encoding, needle] of encodingsOf(bytes, typeof secret === 'string')) {
      const key = needle.toString('latin1');
      if (!found.has(key)) found.set(key, [`${form}, ${encoding}`, needle]);
    }
  return [...found.values()];
}

function encodingsOf(bytes: Buffer, isText: boolean): Needle[] {
  const out: Needle[] = [
    ['raw', bytes],
    ['hex', Buffer.from(bytes.toString('hex'))],
    ['HEX', Buffer.from(bytes.toString('hex').toUpperCase())],
    [
      'URL-encoded',
      Buffer.from([...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('')),
    ],
  ];
  if (isText) {
    const utf16 = Buffer.from(bytes.toString(), 'utf16le');
    out.push(['UTF-16 LE', utf16], ['UTF-16 BE', Buffer.from(utf16).swap16()]);
    const component = encodeURIComponent(bytes.toString());
    out.push(['URI component', Buffer.from(component)]);
    out.push(['form', Buffer.from(component.replaceAll('%20', '+'))]);
    out.push(['JSON', Buffer.from(JSON.stringify(bytes.toString()).slice(1, -1))]);
  }
  for (const offset of [0, 1, 2]) {
    out.push([`base64 at ${offset}`, base64Core(bytes, offset, 'base64')]);
    out.push([`base64url at ${offset}`, base64Core(bytes, offset, 'base64url')]);
  }
  return out;
}
