/** One file on its way up: read, sealed and sent part by part, three at once, so that memory stays flat. */
import type { FilePart } from '@kontor/contract/nouns/document';
import {
  type FileLayout,
  fileLayout,
  partPlainSize,
  partRange,
  sealedPartSize,
} from '@kontor/crypto/fileLayout';
import { v7 as uuidv7 } from 'uuid';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';
import { inParallel } from './inParallel.ts';
import { UploadError } from './transfer.ts';
import { UrlSupply } from './urlSupply.ts';

/** Parts that are read, sealed and sent at the same time: sealing one overlaps with sending the others. */
const atOnce = 3;
/** Tries of one part, each under a new url. */
const tries = 3;

export interface SealedUploadParts {
  workspaceId: string;
  vault: Pick<Vault, 'newFileKey' | 'sealPart'>;
  blobs: Pick<BlobTransport, 'presign' | 'put' | 'remove'>;
}

/** The fields of a document's record that describe the uploaded file. */
export interface UploadedFile {
  fileKey: string;
  blobId: string;
  size: number;
  parts: FilePart[];
}

export class SealedUpload {
  readonly #parts: SealedUploadParts;
  readonly #file: Blob;
  readonly #documentId: string;
  readonly #layout: FileLayout;
  /** Names this upload; new for each upload, like the file key. */
  readonly #blobId = uuidv7();
  #fileKey: string | undefined;
  /**
   * True once urls were issued: from then on a failure is one of the connection, and the upload can be resumed later.
   */
  #hasBegun = false;
  readonly #done: (FilePart | undefined)[];

  constructor(parts: SealedUploadParts, file: Blob, documentId: string) {
    this.#parts = parts;
    this.#file = file;
    this.#documentId = documentId;
    this.#layout = fileLayout(file.size);
    this.#done = new Array<FilePart | undefined>(this.#layout.partCount);
  }

  /** Bytes of the file that arrived. */
  get sent(): number {
    let sent = 0;
    for (const [i, part] of this.#done.entries()) {
      if (!part) continue;
      const { start, end } = partRange(this.#layout, i);
      sent += end - start;
    }
    return sent;
  }

  /**
   * Sends the parts that are not there yet; called again after a failure it goes on where it stopped.
   * @throws UploadError when there are no urls to begin with; what `presign` and `put` throw later; the abort reason
   */
  async run(signal: AbortSignal, onPart: () => void): Promise<UploadedFile> {
    this.#fileKey ??= await this.#parts.vault.newFileKey();
    const missing = [...this.#done.keys()].filter((i) => !this.#done[i]);
    const urls = new UrlSupply((parts) => this.#presign(parts), missing);
    await inParallel(missing, atOnce, async (index) => {
      this.#done[index] = await this.#send(index, urls, signal);
      onPart();
    });
    const { size } = this.#layout;
    return { fileKey: this.#fileKey, blobId: this.#blobId, size, parts: this.#done.map((part) => part!) };
  }

  /** Deletes the parts that arrived. What cannot be reached now is swept by the server within a day. */
  async remove(): Promise<void> {
    const keys = this.#done.flatMap((part) => (part ? [part.fileKey] : []));
    this.#done.fill(undefined);
    await Promise.allSettled(keys.map((key) => this.#parts.blobs.remove(key)));
  }

  async #presign(parts: number[]) {
    const sizes = parts.map((index) => sealedPartSize(partPlainSize(this.#layout, index)));
    try {
      const urls = await this.#parts.blobs.presign(sizes);
      this.#hasBegun = true;
      return urls;
    } catch (cause) {
      if (this.#hasBegun) throw cause;
      throw new UploadError(sizes.length, cause);
    }
  }

  async #send(index: number, urls: UrlSupply, signal: AbortSignal): Promise<FilePart> {
    signal.throwIfAborted();
    const { start, end } = partRange(this.#layout, index);
    const plain = new Uint8Array(await this.#file.slice(start, end).arrayBuffer());
    const context = {
      workspaceId: this.#parts.workspaceId,
      documentId: this.#documentId,
      blobId: this.#blobId,
      fileKey: this.#fileKey!,
    };
    const { sealed, part } = await this.#parts.vault.sealPart(context, this.#layout.size, index, plain);
    const body = new Blob([sealed as Uint8Array<ArrayBuffer>]);
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      const { url, fileKey } = await urls.take(index);
      try {
        await this.#parts.blobs.put(url, body, signal);
        return { fileKey, ...part };
      } catch (error) {
        if (attempt === tries || signal.aborted) throw error;
      }
    }
  }
}
