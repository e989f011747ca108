/** The vault behind a worker's door, as the page sees it. */
import type { SealedRecord } from '@kontor/contract/entity';
import { transfer, wrap } from 'comlink';
import { carryErrors } from './errorTransfer.ts';
import type { Vault } from './vault.ts';

/**
 * Rows with their sealed bytes packed into one buffer of their own, which can be handed over: views into a larger
 * answer would each drag the whole answer along.
 */
function packRows(rows: readonly SealedRecord[]): { packed: SealedRecord[]; buffer: ArrayBuffer } {
  const bytes = new Uint8Array(rows.reduce((sum, row) => sum + row.sealed.length, 0));
  let offset = 0;
  const packed = rows.map((row) => {
    const sealed = bytes.subarray(offset, offset + row.sealed.length);
    sealed.set(row.sealed);
    offset += sealed.length;
    return { ...row, sealed };
  });
  return { packed, buffer: bytes.buffer };
}

const handOver = (bytes: Uint8Array): Uint8Array => transfer(bytes, [bytes.buffer as ArrayBuffer]);

/** Starts the worker. It lives as long as the page. */
export function startWorkerVault(): Vault {
  carryErrors();
  const worker = new Worker(new URL('./vaultWorker.ts', import.meta.url), { type: 'module', name: 'vault' });
  const remote = wrap<Vault>(worker) as unknown as Vault;
  const overrides: Partial<Vault> = {
    openRecords(workspaceId, rows) {
      const { packed, buffer } = packRows(rows);
      return remote.openRecords(workspaceId, transfer(packed, [buffer]));
    },
    sealPart: (context, size, index, plain) =>
      // A view into something larger is copied out, so that only these bytes change hands.
      remote.sealPart(
        context,
        size,
        index,
        handOver(plain.length === plain.buffer.byteLength ? plain : plain.slice()),
      ),
    openPart: (context, size, index, part, sealed) =>
      remote.openPart(
        context,
        size,
        index,
        part,
        handOver(sealed.length === sealed.buffer.byteLength ? sealed : sealed.slice()),
      ),
  };
  return new Proxy(remote, {
    get: (target, verb) => overrides[verb as keyof Vault] ?? target[verb as keyof Vault],
  });
}
