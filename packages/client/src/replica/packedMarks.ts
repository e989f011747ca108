/** Version marks as a device keeps them, one behind the other: `record id 16 | scope id 16 | u32 version | u8 state`. */
import type { VersionMark } from './versionMarks.ts';

/** Bytes of a mark. */
const markSize = 37;

const states = ['live', 'deleted', 'closed', 'read', 'awaited'] as const;

export interface PackedMark extends Omit<VersionMark, 'state'> {
  state: (typeof states)[number];
}

export function pack(id: string, { scopeId, version, state }: PackedMark): Uint8Array {
  const bytes = new Uint8Array(markSize);
  setId(bytes, 0, id);
  setId(bytes, 16, scopeId);
  new DataView(bytes.buffer).setUint32(32, version);
  bytes[36] = states.indexOf(state);
  return bytes;
}

export function joined(packed: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(packed.length * markSize);
  for (const [i, each] of packed.entries()) bytes.set(each, i * markSize);
  return bytes;
}

/** Hands out the marks of a piece. A record that was here is not: its mark counts, and its content is what comes. */
export function unpack(bytes: Uint8Array, take: (id: string, mark: PackedMark) => void): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const count = Math.floor(bytes.length / markSize);
  const ids = idsIn(bytes, count, 0);
  const scopeIds = idsIn(bytes, count, 16);
  // A scope has many records: one text for all of them.
  const scopes = new Map<string, string>();
  for (let i = 0; i < count; i++) {
    const text = scopeIds(i);
    let scopeId = scopes.get(text);
    if (scopeId === undefined) {
      scopeId = text;
      scopes.set(text, text);
    }
    const state = states[bytes[i * markSize + 36]!];
    if (state === undefined) continue;
    const version = view.getUint32(i * markSize + 32);
    take(ids(i), { state: state === 'live' ? 'closed' : state, scopeId, version });
  }
}

/** Writes a UUID's 16 bytes: each change of a record comes by here, and a first sync by the hundred thousand. */
function setId(bytes: Uint8Array, at: number, id: string): void {
  const hex = id.replaceAll('-', '');
  for (let i = 0; i < 16; i++) bytes[at + i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16);
}

const digits = new TextEncoder().encode('0123456789abcdef');
/** Where each of a UUID's bytes stands in its text. */
const placesInText = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Returns the texts of UUIDs that stand at a place of each mark, read at once: one by one takes three times as long. */
function idsIn(bytes: Uint8Array, count: number, place: number): (i: number) => string {
  const text = new Uint8Array(36 * count).fill(0x2d);
  for (let i = 0; i < count; i++)
    for (const [k, to] of placesInText.entries()) {
      const byte = bytes[i * markSize + place + k]!;
      text[36 * i + to] = digits[byte >> 4]!;
      text[36 * i + to + 1] = digits[byte & 15]!;
    }
  const all = new TextDecoder().decode(text);
  return (i) => all.slice(36 * i, 36 * (i + 1));
}
