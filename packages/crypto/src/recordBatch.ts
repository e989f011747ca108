/** Opens many records at once: a page of a pull, a replica that is built anew. */
import { type Bytes, equalBytes } from '@kontor/contract/bytes';
import type { SealedRecord } from '@kontor/contract/entity';
import { CryptoError } from './errors.ts';
import { openRecord, openTombstone, recordKid } from './record.ts';
import { kidSize, type ScopeKeyHandle } from './scopeKey.ts';

/** What of a sealed row matters here. `deleted` is a hint, which the seal confirms or refutes. */
export type SealedRow = Pick<
  SealedRecord,
  'entity' | 'id' | 'scopeId' | 'version' | 'refs' | 'sealed' | 'deleted'
>;

export type OpenedRow =
  | { state: 'open'; content: Bytes }
  | { state: 'deleted' }
  | { state: 'refused'; error: CryptoError };

/** Rows under way at once: enough to keep the platform's crypto threads busy, few enough to bound memory. */
const chunkSize = 512;

type KeyFinder = (sealed: Bytes) => ScopeKeyHandle;

/** A look-up that spares the text form of the key id while rows of one key follow each other. */
function keyFinder(keys: ReadonlyMap<string, ScopeKeyHandle>): KeyFinder {
  let last: ScopeKeyHandle | undefined;
  return (sealed) => {
    if (last && equalBytes(sealed.subarray(1, 1 + kidSize), last.kid)) return last;
    const found = keys.get(recordKid(sealed));
    if (!found) throw new CryptoError('wrong-key', 'no key on the ring has the id that the record names');
    last = found;
    return found;
  };
}

async function openRow(find: KeyFinder, workspaceId: string, row: SealedRow): Promise<OpenedRow> {
  const { entity, id, scopeId, version, refs } = row;
  const context = { workspaceId, scopeId, entity, id, version, refs };
  const sealed = row.sealed as Bytes;
  const openAs = async (deleted: boolean, key: ScopeKeyHandle): Promise<OpenedRow> => {
    if (!deleted) return { state: 'open', content: await openRecord(key, context, sealed) };
    await openTombstone(key, context, sealed);
    return { state: 'deleted' };
  };
  try {
    const key = find(sealed);
    return await openAs(row.deleted, key).catch((error: unknown) => {
      // The column may lie about `deleted`; what the seal says counts.
      if (error instanceof CryptoError && error.code === 'not-verified') return openAs(!row.deleted, key);
      throw error;
    });
  } catch (error) {
    if (error instanceof CryptoError) return { state: 'refused', error };
    throw error;
  }
}

/**
 * Opens rows of one workspace (`''`: the personal scope) with the keys of a ring, by `kidText`. Answers one result per
 * row in the same order; a row that cannot be verified is refused by itself and stops no other. Whether a key belongs
 * to the row's scope is bound by the seal, so a ring may hold the keys of all scopes.
 */
export async function openRecords(
  keys: ReadonlyMap<string, ScopeKeyHandle>,
  workspaceId: string,
  rows: readonly SealedRow[],
): Promise<OpenedRow[]> {
  const find = keyFinder(keys);
  const out: OpenedRow[] = [];
  for (let start = 0; start < rows.length; start += chunkSize) {
    const chunk = rows.slice(start, start + chunkSize);
    for (const opened of await Promise.all(chunk.map((row) => openRow(find, workspaceId, row)))) {
      out.push(opened);
    }
  }
  return out;
}
