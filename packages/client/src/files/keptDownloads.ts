/**
 * Parts of large files on their way down, kept on the device as they came, sealed: whoever asks for a file again after the
 * browser ended goes on where it stopped. A part goes with the file that was had, or after a day.
 */
import { dayMs } from '@kontor/contract/time/day';
import { release } from '@kontor/contract/wire/release';
import type { DeviceStore } from '../device/deviceStore.ts';

/** Bytes of a file up to which its parts are not kept: fetching them again takes less than it is worth. */
const unkept = 256 * 1_048_576;
/** Bytes that are left to everything else. What browsers say that there is may be less than a large file takes, and grow with it. */
const leftFree = 1_024 ** 3;
/** ms for which the parts of a file wait for somebody to ask for it again. */
const keptFor = dayMs;

export interface KeptDownloadsParts {
  workspaceId: string;
  device: DeviceStore;
  /** Returns the bytes that the device may keep besides what it keeps. */
  room(): Promise<number>;
  /** Bytes of the largest file whose parts are not kept. */
  unkept?: number | undefined;
}

export class KeptDownloads {
  readonly #parts: KeptDownloadsParts;

  constructor(parts: KeptDownloadsParts) {
    this.#parts = parts;
  }

  /** Tells whether the parts of a file of this size are kept here, as far as there is room. */
  takes(size: number): boolean {
    return size > (this.#parts.unkept ?? unkept);
  }

  /** Returns which parts of a file are here. */
  async indexes(blobId: string): Promise<Set<number>> {
    const prefix = this.#partsOf(blobId);
    const keys = await this.#parts.device.keys('download', prefix);
    return new Set(keys.map((key) => Number(key.slice(prefix.length))));
  }

  /** Returns a sealed part; undefined where it is not here. */
  part(blobId: string, index: number): Promise<Uint8Array | undefined> {
    // What the browser lost of its own files is fetched again.
    return this.#parts.device
      .get<Uint8Array>('download', this.#partKey(blobId, index))
      .catch(() => undefined);
  }

  /**
   * Keeps a sealed part; without room for it the file comes down all the same. As bytes: Chromium takes no more Blobs at some 500 MB,
   * those included that are on the disk and of which the page's garbage was not collected yet.
   */
  async keep(blobId: string, index: number, sealed: Uint8Array): Promise<void> {
    // Whoever asks may give the memory away meanwhile.
    const part = new Uint8Array(sealed);
    const { device, room } = this.#parts;
    // A device that tells nothing of its room has none.
    if ((await room().catch(() => 0)) >= leftFree)
      await device
        .write([
          { table: 'download', key: this.#fileKey(blobId), value: Date.now() },
          { table: 'download', key: this.#partKey(blobId, index), value: part },
        ])
        .catch(() => {});
    release(part);
  }

  /** Forgets the parts of a file. */
  async forget(blobId: string): Promise<void> {
    const { device } = this.#parts;
    const parts = await device.keys('download', this.#partsOf(blobId));
    const keys = [...parts, this.#fileKey(blobId)];
    await device.write(keys.map((key) => ({ table: 'download', key, value: undefined })));
  }

  /** Forgets what nobody came back for. */
  async tidy(): Promise<void> {
    const { device } = this.#parts;
    const oldest = Date.now() - keptFor;
    const prefix = this.#fileKey('');
    for (const key of await device.keys('download', prefix)) {
      const blobId = key.slice(prefix.length);
      if (blobId.includes('/')) continue;
      const at = await device.get<number>('download', key);
      if (at === undefined || at < oldest) await this.forget(blobId);
    }
  }

  /** Returns the row that says when the newest part of a file came, in ms. */
  #fileKey(blobId: string): string {
    return `${this.#parts.workspaceId}/${blobId}`;
  }

  #partsOf(blobId: string): string {
    return `${this.#fileKey(blobId)}/`;
  }

  #partKey(blobId: string, index: number): string {
    return this.#partsOf(blobId) + String(index).padStart(5, '0');
  }
}
