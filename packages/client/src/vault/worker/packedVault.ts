/** The vault as the worker shows it to `workerVault.ts`: rows packed, buffers handed over instead of copied. */
import type { Bytes } from '@kontor/contract/wire/bytes';
import { release } from '@kontor/contract/wire/release';
import { transfer } from 'comlink';
import { LocalVault } from '../localVault.ts';
import type { PulledPage, SealedBatch, SealedStore, UnverifiedRecord } from '../vault.ts';
import { packOpened, unpackRows } from './rowTransfer.ts';

/** A lone buffer is handed over instead of being copied; one that others look at, too, is not. */
const isLone = (bytes: Uint8Array): boolean => bytes.byteLength === bytes.buffer.byteLength;
const handOver = (bytes: Uint8Array): Uint8Array =>
  isLone(bytes) ? transfer(bytes, [bytes.buffer as ArrayBuffer]) : bytes;

export class PackedVault extends LocalVault {
  async openPacked(workspaceId: string, rows: Bytes): Promise<string> {
    return packOpened(await super.openRecords(workspaceId, unpackRows(rows)));
  }

  /** `openPage` with the rows packed both ways; what is not a row goes as it is. */
  async openPackedPage(workspaceId: string, page: Omit<PulledPage, 'rows'>, rows: Bytes) {
    const { opened, faulty, ...rest } = await super.openPage(workspaceId, {
      ...page,
      rows: unpackRows(rows),
    });
    return { rows: packOpened({ opened, faulty }), rest };
  }

  /** `verifyRecords` with the records as one JSON text: cheaper than a structured clone of many small objects. */
  async verifyPacked(workspaceId: string, records: string): Promise<boolean[]> {
    return super.verifyRecords(workspaceId, JSON.parse(records) as UnverifiedRecord[]);
  }

  override async sealRecords(...args: Parameters<LocalVault['sealRecords']>): Promise<Uint8Array[]> {
    const sealed = await super.sealRecords(...args);
    return transfer(
      sealed,
      sealed.map((bytes) => bytes.buffer as ArrayBuffer),
    );
  }

  override async sealBatch(...args: Parameters<LocalVault['sealBatch']>): Promise<SealedBatch> {
    const batch = await super.sealBatch(...args);
    return transfer(
      batch,
      batch.records.map(({ sealed }) => sealed.buffer as ArrayBuffer),
    );
  }

  override async sealLocal(store: SealedStore, label: string, plain: Uint8Array): Promise<Uint8Array> {
    return handOver(await super.sealLocal(store, label, plain));
  }

  override async sealPieces(...args: Parameters<LocalVault['sealPieces']>): Promise<Uint8Array[]> {
    const sealed = await super.sealPieces(...args);
    return transfer(
      sealed,
      sealed.filter(isLone).map((bytes) => bytes.buffer as ArrayBuffer),
    );
  }

  override async openLocal(store: SealedStore, label: string, sealed: Uint8Array): Promise<Uint8Array> {
    return handOver(await super.openLocal(store, label, sealed));
  }

  override async sealPart(...args: Parameters<LocalVault['sealPart']>) {
    const { sealed, part } = await super.sealPart(...args);
    release(args[3] as Bytes);
    return transfer({ sealed, part }, [sealed.buffer as ArrayBuffer]);
  }

  override async sealLink(...args: Parameters<LocalVault['sealLink']>) {
    const link = await super.sealLink(...args);
    return transfer(link, [link.sealed.buffer as ArrayBuffer]);
  }

  override async openPart(...args: Parameters<LocalVault['openPart']>) {
    const opened = await super.openPart(...args);
    release(args[4] as Bytes);
    return handOver(opened);
  }

  override async openSegments(...args: Parameters<LocalVault['openSegments']>) {
    return handOver(await super.openSegments(...args));
  }
}
