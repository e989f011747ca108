/**
 * Where a record stands: everything that its seal is bound to besides its content. The bytes are
 *
 *     version u8 | kid 16 | LP(label) LP(workspaceId) LP(scopeId) LP(entity) LP(id) u64(version) LP(canonical refs)
 */
import { type Bytes, canonicalJson, lp, utf8 } from '@kontor/contract/bytes';
import type { Label } from '@kontor/contract/labels';
import { CryptoError } from './errors.ts';

/** The columns of a row that the server can read: ids, mostly. */
export type Refs = Readonly<Record<string, string | readonly string[] | undefined>>;

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
 * Refs as canonical JSON. Absent and empty ones are left out, so that a structural field added later does not void the
 * records that were sealed before it. Throws `malformed` for anything but texts and lists of texts.
 */
export function canonicalRefs(refs: Refs): string {
  const present: Record<string, string | string[]> = {};
  for (const name of Object.keys(refs)) {
    const value: unknown = refs[name];
    if (typeof value === 'string') {
      if (value !== '') present[name] = value;
    } else if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
      if (value.length > 0) present[name] = value;
    } else if (value !== undefined && value !== null) {
      throw new CryptoError('malformed', `the ref ${name} is no id`);
    }
  }
  return canonicalJson(present);
}

const prefixes = new Map<string, Bytes>();

/** `LP(label) LP(workspaceId) LP(scopeId) LP(entity)`: the same for thousands of rows, so kept. */
function prefixOf(label: Label, context: RecordContext): Bytes {
  const { workspaceId, scopeId, entity } = context;
  // With lengths, as in LP: joined plainly, a hostile id could find another's prefix.
  const name = `${label} ${workspaceId.length} ${scopeId.length} ${workspaceId}${scopeId}${entity}`;
  let prefix = prefixes.get(name);
  if (!prefix) {
    if (prefixes.size > 4096) prefixes.clear();
    prefix = lp(label, workspaceId, scopeId, entity);
    prefixes.set(name, prefix);
  }
  return prefix;
}

/** The associated data of a record; `header` is `version u8 | kid 16`. Throws `malformed`. */
export function recordAssociatedData(label: Label, header: Bytes, context: RecordContext): Bytes {
  if (!Number.isSafeInteger(context.version) || context.version < 0) {
    throw new CryptoError('malformed', `a record's version is a whole number, not ${context.version}`);
  }
  const prefix = prefixOf(label, context);
  const id = utf8(context.id);
  const refs = utf8(canonicalRefs(context.refs));
  const out = new Uint8Array(header.length + prefix.length + id.length + refs.length + 16);
  const view = new DataView(out.buffer);
  out.set(header);
  let offset = header.length;
  out.set(prefix, offset);
  offset += prefix.length;
  view.setUint32(offset, id.length);
  out.set(id, offset + 4);
  offset += 4 + id.length;
  view.setUint32(offset, Math.floor(context.version / 2 ** 32));
  view.setUint32(offset + 4, context.version % 2 ** 32);
  view.setUint32(offset + 8, refs.length);
  out.set(refs, offset + 12);
  return out;
}
