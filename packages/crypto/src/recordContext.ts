/**
 * The context of a record: everything that its seal is bound to besides its content. The bytes are
 *
 *     version u8 | kid 16 | LP(label) LP(workspaceId) LP(scopeId) LP(entity) LP(id) u64(version) LP(canonical refs)
 */

import type { RefValue } from '@kontor/contract/entity/ref';
import { type Bytes, concat, lp, u64 } from '@kontor/contract/wire/bytes';
import type { Label } from '@kontor/contract/wire/labels';
import { CryptoError } from './errors.ts';

/** The columns of a row that the server can read: ids, mostly. */
export type Refs = Readonly<Record<string, Readonly<RefValue> | undefined>>;

export interface RecordContext {
  /** Empty in a personal scope. */
  workspaceId: string;
  scopeId: string;
  entity: string;
  id: string;
  /** The row's version, a whole number from 1. */
  version: number;
  refs: Refs;
}

/**
 * Writes refs as canonical JSON: names in order, values as JSON.stringify writes them. Absent and empty ones
 * are left out, so that a structural field added later does not void the records that were sealed before it;
 * zero and false are not empty. Throws `malformed` for anything but texts, lists of texts, numbers and
 * booleans.
 */
export function canonicalRefs(refs: Refs): string {
  if (typeof refs !== 'object' || refs === null || Array.isArray(refs))
    throw new CryptoError('malformed', 'a record has refs');
  const present: string[] = [];
  for (const name of Object.keys(refs).sort()) {
    const value: unknown = refs[name];
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    if (!isRefValue(value)) throw new CryptoError('malformed', `the ref ${name} is of no known type`);
    present.push(`${JSON.stringify(name)}:${JSON.stringify(value)}`);
  }
  return `{${present.join(',')}}`;
}

const isRefValue = (value: unknown): boolean =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));

let kept: { label: Label; workspaceId: string; scopeId: string; entity: string; bytes: Bytes } | undefined;

/** Returns `LP(label, workspaceId, scopeId, entity)`. Kept, since thousands of rows in a row share it. */
function prefixOf(label: Label, { workspaceId, scopeId, entity }: RecordContext): Bytes {
  if (
    kept?.label !== label ||
    kept.entity !== entity ||
    kept.scopeId !== scopeId ||
    kept.workspaceId !== workspaceId
  ) {
    kept = { label, workspaceId, scopeId, entity, bytes: lp(label, workspaceId, scopeId, entity) };
  }
  return kept.bytes;
}

/** Writes an ASCII text; false where it is none. A tenth of what TextEncoder takes for texts this short. */
function writeAscii(out: Bytes, offset: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) return false;
    out[offset + i] = code;
  }
  return true;
}

function writeU32(out: Bytes, offset: number, value: number): void {
  out[offset] = value >>> 24;
  out[offset + 1] = value >>> 16;
  out[offset + 2] = value >>> 8;
  out[offset + 3] = value;
}

/** Returns the associated data of a record; `header` is `version u8 | kid 16`. Throws `malformed`. */
export function recordAssociatedData(label: Label, header: Bytes, context: RecordContext): Bytes {
  const { workspaceId, scopeId, entity, id, version } = context;
  // A row comes as the server's JSON, whatever its type says here.
  for (const text of [workspaceId, scopeId, entity, id]) {
    if (typeof text !== 'string') throw new CryptoError('malformed', "a record's place is made of texts");
  }
  if (!Number.isSafeInteger(version) || version < 1) {
    throw new CryptoError('malformed', `a record's version is a whole number from 1, not ${version}`);
  }
  const prefix = prefixOf(label, context);
  const refs = canonicalRefs(context.refs);
  const out = new Uint8Array(header.length + prefix.length + id.length + refs.length + 16);
  out.set(header);
  out.set(prefix, header.length);
  const idStart = header.length + prefix.length + 4;
  const refsStart = idStart + id.length + 12;
  if (!writeAscii(out, idStart, id) || !writeAscii(out, refsStart, refs)) {
    return concat(header, prefix, lp(id), u64(version), lp(refs));
  }
  writeU32(out, idStart - 4, id.length);
  writeU32(out, refsStart - 12, Math.floor(version / 2 ** 32));
  writeU32(out, refsStart - 8, version % 2 ** 32);
  writeU32(out, refsStart - 4, refs.length);
  return out;
}
