/**
 * Revisions of scopes, as an entry names them: up to where each one counts as it was before the entry. Packed, since a firm has
 * thousands of projects: 16 bytes of the scope's id and a 48-bit revision for each, in the order of the ids, base64url.
 */
import { fromBase64Url, toBase64Url, toHex } from '../wire/bytes.ts';

/** No scope comes to as many revisions: one of which that is said is a server's invention. */
export const mostRevisions = 2 ** 28;

const idBytes = 16;
/** Bytes of one scope. */
export const revisionBytes = idBytes + 6;

const dashes = [8, 12, 16, 20] as const;

/** Packs revisions by scope id into one text. */
export function packRevisions(revisions: ReadonlyMap<string, number>): string {
  const packed = new Uint8Array(revisions.size * revisionBytes);
  const view = new DataView(packed.buffer);
  for (const [i, [scopeId, revision]] of [...revisions].sort(byId).entries()) {
    const at = i * revisionBytes;
    const hex = scopeId.replaceAll('-', '');
    for (let j = 0; j < idBytes; j++) packed[at + j] = Number.parseInt(hex.slice(2 * j, 2 * j + 2), 16);
    view.setUint16(at + idBytes, Math.floor(revision / 2 ** 32));
    view.setUint32(at + idBytes + 2, revision % 2 ** 32);
  }
  return toBase64Url(packed);
}

/**
 * Returns the revisions by scope id; undefined where the text is not what `packRevisions` makes of them: no id twice, in order.
 */
export function unpackRevisions(text: string): Map<string, number> | undefined {
  const packed = fromBase64Url(text);
  if (packed.length === 0 || packed.length % revisionBytes !== 0 || toBase64Url(packed) !== text)
    return undefined;
  const view = new DataView(packed.buffer, packed.byteOffset);
  const revisions = new Map<string, number>();
  let last = '';
  for (let at = 0; at < packed.length; at += revisionBytes) {
    const scopeId = uuidOf(packed.subarray(at, at + idBytes));
    if (scopeId <= last) return undefined;
    last = scopeId;
    revisions.set(scopeId, view.getUint16(at + idBytes) * 2 ** 32 + view.getUint32(at + idBytes + 2));
  }
  return revisions;
}

const byId = ([a]: readonly [string, number], [b]: readonly [string, number]) => (a < b ? -1 : 1);

function uuidOf(bytes: Uint8Array): string {
  const hex = toHex(bytes);
  return [0, ...dashes].map((from, i) => hex.slice(from, dashes[i])).join('-');
}
