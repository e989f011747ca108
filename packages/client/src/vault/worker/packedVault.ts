/** The vault as the worker shows it to `workerVault.ts`: rows packed, buffers handed over instead of copied. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { release } from '@kontor/contract/wire/release';
import { transfer } from 'comlink';
import { LocalVault } from '../localVault.ts';
import type { OpenedRows, PulledPage, UnverifiedRecord } from '../plainRecord.ts';
import type { Vault } from '../vault.ts';
import { unpackRows } from './rowTransfer.ts';

class PackedVault extends LocalVault {
  /** Calls `openPage` with the rows packed both ways; what is not a row goes as it is. */
  async openPackedPage(workspaceId: string, page: Omit<PulledPage, 'rows'>, rows: Bytes) {
    const { opened, faulty, ...rest } = await super.openPage(workspaceId, {
      ...page,
      rows: unpackRows(rows),
    });
    return { rows: JSON.stringify({ opened, faulty } satisfies OpenedRows), rest };
  }

  /**
   * Calls `verifyRecords` with the records as one JSON text: cheaper than a structured clone of many small
   * objects.
   */
  async verifyPacked(workspaceId: string, records: string): Promise<boolean[]> {
    return super.verifyRecords(workspaceId, JSON.parse(records) as UnverifiedRecord[]);
  }

  /** Seals as there; frees the part afterwards, which came here as a copy. */
  override async sealPart(...args: Parameters<LocalVault['sealPart']>) {
    const sealed = await super.sealPart(...args);
    release(args[3] as Bytes);
    return sealed;
  }

  /** Opens as there; frees the part afterwards, which came here as a copy. */
  override async openPart(...args: Parameters<LocalVault['openPart']>) {
    const opened = await super.openPart(...args);
    release(args[4] as Bytes);
    return opened;
  }
}

/** The verbs whose answers hold bytes that nobody else looks at: those change hands. */
const giving: ReadonlySet<string | symbol> = new Set<keyof Vault>([
  'sealRecords',
  'sealBatch',
  'sealLocal',
  'sealPieces',
  'openLocal',
  'sealPart',
  'sealLink',
  'openPart',
  'openSegments',
]);

/** Returns the buffers that an answer has to itself; one that others look at, too, is copied. */
function buffersIn(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== 'object' || answer === null) return [];
  if (!(answer instanceof Uint8Array)) return Object.values(answer).flatMap(buffersIn);
  return answer.byteLength === answer.buffer.byteLength ? [answer.buffer as ArrayBuffer] : [];
}

/** Makes the vault that the worker exposes. */
export const packedVault = (): PackedVault =>
  new Proxy(new PackedVault(), {
    get: (vault, name) => {
      const verb: unknown = Reflect.get(vault, name);
      if (typeof verb !== 'function' || !giving.has(name)) return verb;
      return async (...args: unknown[]) => {
        const answer = await verb.apply(vault, args);
        return transfer(answer, buffersIn(answer));
      };
    },
  });
