/** Opens many records at once: a page of a pull, a replica that is built anew. */

import type { SealedRecord } from '@kontor/contract/entity/entity';
import { type Bytes, equalBytes } from '@kontor/contract/wire/bytes';
import { labels } from '@kontor/contract/wire/labels';
import { CryptoError } from './errors.ts';
import { unpadRecord } from './padding.ts';
import { type AesGcmOpening, aesGcmOpenMany } from './primitives/webcrypto.ts';
import { openRecord, openTombstone, recordKid, recordOpening } from './record.ts';
import type { RecordContext } from './recordContext.ts';
import { kidSize, type ScopeKeyHandle } from './scopeKey.ts';

/** The part of a sealed row that opening needs. `deleted` is a hint, which the seal confirms or refutes. */
export type SealedRow = Pick<
  SealedRecord,
  'entity' | 'id' | 'scopeId' | 'version' | 'refs' | 'sealed' | 'deleted'
>;

/** `signed`: what `readSigned` takes apart; nothing is verified yet. */
export type OpenedRow =
  | { state: 'open' | 'deleted'; signed: Bytes; kid: string }
  | { state: 'refused'; error: CryptoError };

/** Rows under way at once: enough to keep the platform's crypto threads busy, few enough to bound memory. */
const chunkSize = 512;

type KeyFinder = (sealed: Bytes) => ScopeKeyHandle;

/** Returns a look-up that spares the text form of the key id while rows of one key follow each other. */
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

function contextOf(workspaceId: string, { scopeId, entity, id, version, refs }: SealedRow): RecordContext {
  return { workspaceId, scopeId, entity, id, version, refs };
}

const stateOf = (deleted: boolean) => (deleted ? 'deleted' : 'open');

const labelOf = (deleted: boolean) => (deleted ? labels.tombstone : labels.record);

/** Opens one row by itself: tells why it is refused, or finds that the column lies about `deleted`. */
async function openRow(find: KeyFinder, workspaceId: string, row: SealedRow): Promise<OpenedRow> {
  const context = contextOf(workspaceId, row);
  const sealed = row.sealed as Bytes;
  const openAs = async (deleted: boolean, key: ScopeKeyHandle): Promise<OpenedRow> => {
    const signed = await (deleted ? openTombstone : openRecord)(key, context, sealed);
    return { state: stateOf(deleted), signed, kid: key.kidText };
  };
  try {
    const key = find(sealed);
    return await openAs(row.deleted, key).catch((error: unknown) => {
      // What the seal says counts.
      if (error instanceof CryptoError && error.code === 'not-verified') return openAs(!row.deleted, key);
      throw error;
    });
  } catch (error) {
    if (error instanceof CryptoError) return { state: 'refused', error };
    throw error;
  }
}

/** Opens almost any row: as the column says, with one promise for each. Undefined where that fails. */
async function openAsSaid(
  find: KeyFinder,
  workspaceId: string,
  rows: readonly SealedRow[],
): Promise<(OpenedRow | undefined)[]> {
  const out: (OpenedRow | undefined)[] = new Array(rows.length).fill(undefined);
  const openings: AesGcmOpening[] = [];
  const places: { i: number; kid: string }[] = [];
  for (const [i, row] of rows.entries()) {
    const sealed = row.sealed as Bytes;
    const found = orUndefined(() => {
      const key = find(sealed);
      const opening = recordOpening(labelOf(row.deleted), key, contextOf(workspaceId, row), sealed);
      return { opening, kid: key.kidText };
    });
    if (!found) continue;
    openings.push(found.opening);
    places.push({ i, kid: found.kid });
  }
  for (const [n, frame] of (await aesGcmOpenMany(openings)).entries()) {
    const signed = frame && orUndefined(() => unpadRecord(frame));
    if (!signed) continue;
    const { i, kid } = places[n]!;
    out[i] = { state: stateOf(rows[i]!.deleted), signed, kid };
  }
  return out;
}

/** Runs `open`; returns undefined where it throws a CryptoError: `openRow` will say which. */
function orUndefined<Value>(open: () => Value): Value | undefined {
  try {
    return open();
  } catch (error) {
    if (error instanceof CryptoError) return undefined;
    throw error;
  }
}

/**
 * Opens rows of one workspace (`''`: the personal scope) with the keys of a ring, by `kidText`. Answers one result per
 * row in the same order; a row that cannot be verified is refused by itself and stops no other. Give only the
 * keys of the rows' own scope: the seal binds a scope's id, not that its key was used, so that whoever holds another
 * key of the ring could seal a row that claims to lie here.
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
    const opened = await openAsSaid(find, workspaceId, chunk);
    for (const [i, row] of chunk.entries()) out.push(opened[i] ?? (await openRow(find, workspaceId, row)));
  }
  return out;
}
