/** The vault behind a worker's door, as the page sees it. */
import { transfer, wrap } from 'comlink';
import { failedStart } from '../../workerStart.ts';
import type { OpenedRows } from '../plainRecord.ts';
import type { Vault } from '../vault.ts';
import { carryErrors } from './errorTransfer.ts';
import type { packedVault } from './packedVault.ts';
import { packRows } from './rowTransfer.ts';

/** Returns these bytes alone in a buffer, which can change hands. */
const aloneIn = <T extends Uint8Array>(bytes: T): T =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : (bytes.slice() as T);

function handOver<T extends Uint8Array>(bytes: T): T {
  const alone = aloneIn(bytes);
  return transfer(alone, [alone.buffer as ArrayBuffer]);
}

/**
 * Returns the page's vault. `start` is asked for its worker with the first verb, and once; again where it did not start, which
 * whoever asked it something is told.
 */
export function workerVault(start: () => Parameters<typeof wrap>[0] = startWorker): Vault {
  let vault: Vault | undefined;
  /** Until the first answer. */
  let failed: Promise<never> | undefined;
  const begin = (): Vault => {
    const worker = start();
    failed = failedStart(worker);
    failed.catch(() => {
      if (failed) vault = undefined;
    });
    return vaultBehind(worker);
  };
  return new Proxy({} as Vault, {
    get(_, verb: keyof Vault) {
      // Nothing is open yet that could be closed.
      if (!vault && verb === 'close') return async () => {};
      vault ??= begin();
      if (!failed) return vault[verb];
      const ask = vault[verb] as (...args: unknown[]) => Promise<unknown>;
      const starting = failed;
      return (...args: unknown[]) => {
        const answered = ask(...args).finally(() => {
          failed = undefined;
        });
        return Promise.race([answered, starting]);
      };
    },
  });
}

const startWorker = () =>
  new Worker(new URL('./vaultWorker.ts', import.meta.url), { type: 'module', name: 'vault' });

/** Returns the vault that answers at the other end. */
export function vaultBehind(endpoint: Parameters<typeof wrap>[0]): Vault {
  carryErrors();
  const remote = wrap<ReturnType<typeof packedVault>>(endpoint);
  const packed: Partial<Vault> = {
    openPage: async (workspaceId, { rows, ...page }) => {
      const answer = await remote.openPackedPage(workspaceId, page, handOver(packRows(rows)));
      return { ...answer.rest, ...(JSON.parse(answer.rows) as OpenedRows) };
    },
    verifyRecords: (workspaceId, records) => remote.verifyPacked(workspaceId, JSON.stringify(records)),
    sealLocal: (store, label, plain) => remote.sealLocal(store, label, handOver(plain)),
    sealPieces: (pieces) => {
      const alone = pieces.map(({ plain, ...piece }) => ({ ...piece, plain: aloneIn(plain) }));
      return remote.sealPieces(
        transfer(
          alone,
          alone.map(({ plain }) => plain.buffer as ArrayBuffer),
        ),
      );
    },
    openLocal: (store, label, sealed) => remote.openLocal(store, label, handOver(sealed)),
    sealPart: (context, size, index, plain) => remote.sealPart(context, size, index, handOver(plain)),
    openPart: (context, size, index, part, sealed) =>
      remote.openPart(context, size, index, part, handOver(sealed)),
    openSegments: (context, size, first, count, head, sealed) =>
      remote.openSegments(context, size, first, count, head, handOver(sealed)),
  };
  // All other verbs go to the worker as they are.
  return Object.setPrototypeOf(packed, remote) as Vault;
}
