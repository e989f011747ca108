/**
 * Parts of large files on their way down, kept on the device as they came, sealed: whoever asks for a file again after the
 * browser ended goes on where it stopped. A part goes with the file that was had, or after a day.
 */
import type { DeviceStore } from '../device/deviceStore.ts';

/** Bytes of a file up to which its parts are not kept: fetching them again takes less than it is worth. */
const unkept = 256 * 1_048_576;
/** Bytes that are left to everything else. What browsers say that there is may be less than a large file takes, and grow with it. */
const leftFree = 1_024 ** 3;
/** ms for which the parts of a file wait for somebody to ask for it again. */
const keptFor = 86_400_000;

interface KeptPart {
  body: Blob;
  /** ms. */
  at: number;
}

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
    const prefix = this.#of(blobId);
    const rows = await this.#parts.device.scan('download', prefix);
    return new Set(rows.map(([key]) => Number(key.slice(prefix.length))));
  }

  /** Returns a sealed part; undefined where it is not here. */
  async part(blobId: string, index: number): Promise<Uint8Array | undefined> {
    const kept = await this.#parts.device.get<KeptPart>('download', this.#key(blobId, index));
    // What the browser lost of its own files is fetched again.
    return kept && new Uint8Array(await kept.body.arrayBuffer().catch(() => new ArrayBuffer(0)));
  }

  /** Keeps a sealed part; without room for it the file comes down all the same. */
  async keep(blobId: string, index: number, sealed: Uint8Array): Promise<void> {
    const value: KeptPart = { body: new Blob([sealed as Uint8Array<ArrayBuffer>]), at: Date.now() };
    if ((await this.#parts.room()) < leftFree) return;
    await this.#parts.device
      .write([{ table: 'download', key: this.#key(blobId, index), value }])
      .catch(() => {});
  }

  /** Forgets the parts of a file. */
  async forget(blobId: string): Promise<void> {
    await this.#drop(this.#of(blobId), () => true);
  }

  /** Forgets what nobody came back for. */
  async tidy(): Promise<void> {
    const oldest = Date.now() - keptFor;
    await this.#drop(`${this.#parts.workspaceId}/`, ({ at }) => at < oldest);
  }

  async #drop(prefix: string, isDue: (part: KeptPart) => boolean): Promise<void> {
    const { device } = this.#parts;
    const rows = await device.scan<KeptPart>('download', prefix);
    await device.write(
      rows.filter(([, part]) => isDue(part)).map(([key]) => ({ table: 'download', key, value: undefined })),
    );
  }

  #of(blobId: string): string {
    return `${this.#parts.workspaceId}/${blobId}/`;
  }

  #key(blobId: string, index: number): string {
    return this.#of(blobId) + String(index).padStart(5, '0');
  }
}
