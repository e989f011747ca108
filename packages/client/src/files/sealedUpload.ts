/**
 * One file on its way up: read, sealed and sent part by part, so that memory stays flat. It knows which parts have
 * arrived and which are kept sealed on the device; the rest is read from the file.
 */
import type { FilePart } from '@kontor/contract/nouns/document';
import type { Bytes } from '@kontor/contract/wire/bytes';
import { leastCounted, maxFileParts, unnamedBlobSeconds } from '@kontor/contract/wire/protocol';
import {
  type FileLayout,
  fileLayout,
  partPlainSize,
  partRange,
  sealedPartSize,
} from '@kontor/crypto/fileLayout';
import { blobOf } from '../http/blobOf.ts';
import type { BlobTransport } from '../http/blobTransport.ts';
import type { Vault } from '../vault/vault.ts';
import { FileGoneError, FileNeededError, isRefusal, missingOf, StorageFullError } from './uploadFailure.ts';
import type { KeptPart, UploadPlan, UploadStore } from './uploadStore.ts';
import { isFresh, type TimedUrl, UrlSupply } from './urlSupply.ts';

/** Tries of a part that the storage refuses, each under a new url. */
const tries = 3;
/** ms, less than the server's, since the record has to follow. */
const partStays = (unnamedBlobSeconds - 3_600) * 1_000;

/** Tells whether a file is larger than a record can describe. */
export const isTooLarge = (size: number): boolean =>
  size >= 2 ** 49 || fileLayout(size).partCount > maxFileParts;

export interface SealedUploadParts {
  workspaceId: string;
  vault: Pick<Vault, 'newFileKey' | 'sealPart'>;
  blobs: Pick<BlobTransport, 'presign' | 'put' | 'remove'>;
  store: Pick<UploadStore, 'savePart' | 'part'>;
}

/** The fields of a document's record that describe the uploaded file. */
export interface UploadedFile {
  fileKey: string;
  blobId: string;
  size: number;
  parts: FilePart[];
}

type FilePlan = Pick<UploadPlan, 'id' | 'documentId' | 'size' | 'fileKey' | 'blobId'>;

interface SealedBody {
  body: Blob;
  /** Bytes and SHA-256 (base64url) as sealed. */
  size: number;
  sha256: string;
}

const isReadable = (body: Blob): Promise<boolean> =>
  body
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

export class SealedUpload {
  readonly #parts: SealedUploadParts;
  readonly #plan: FilePlan;
  readonly #layout: FileLayout;
  readonly #indexes: readonly number[];
  readonly #arrived: (FilePart & { at: number })[] = [];
  /** Parts that the device keeps, and those of which it keeps that they arrived. */
  readonly #kept = new Set<number>();
  readonly #noted = new Set<number>();
  /** Parts that are read, sealed or sent right now. */
  readonly #sending = new Map<number, Promise<void>>();
  /**
   * Sealed bytes of parts that are being sent, or did not get through, and their urls. A url is used again with the very
   * same bytes, since what was lost on the way may arrive behind it.
   */
  readonly #bodies = new Map<number, Promise<SealedBody>>();
  readonly #urls = new Map<number, TimedUrl>();
  /** Parts for which the server holds room that they can still come into. */
  readonly #reserved = new Set<number>();
  readonly #supply: UrlSupply;
  #file: Blob | undefined;

  /** @param parts those that were kept or have arrived earlier */
  constructor(
    deps: SealedUploadParts,
    plan: FilePlan,
    file: Blob | undefined,
    parts: ReadonlyMap<number, KeptPart> = new Map(),
  ) {
    this.#parts = deps;
    this.#plan = plan;
    this.#file = file;
    this.#layout = fileLayout(plan.size);
    this.#indexes = Array.from({ length: this.#layout.partCount }, (_, i) => i);
    const oldest = Date.now() - partStays;
    for (const [index, { fileKey, at = 0, size, sha256, body }] of parts) {
      if (fileKey && at > oldest) {
        this.#arrived[index] = { fileKey, size, sha256, at };
        this.#noted.add(index);
      } else if (body) this.#kept.add(index);
    }
    const missing = this.#indexes.filter((i) => !this.#arrived[i]);
    this.#supply = new UrlSupply(
      (indexes) => this.#presign(indexes),
      missing,
      (index, url) => this.#giveBack(index, url),
    );
  }

  /** Counts the bytes of the file that arrived. */
  get sent(): number {
    let sent = 0;
    for (const i of this.#indexes) {
      const { start, end } = partRange(this.#layout, i);
      if (this.#arrived[i]) sent += end - start;
    }
    return sent;
  }

  /** Counts the bytes of those parts, as they are stored, that are not on the device and have not arrived. */
  get unkept(): number {
    return this.#sum((i) => !this.#arrived[i] && !this.#kept.has(i));
  }

  /** Counts the bytes of the parts that the device keeps. */
  get kept(): number {
    return this.#sum((i) => this.#kept.has(i));
  }

  /** Counts the bytes of the parts, as the server counts what it stores, for which it holds no room yet. */
  get unreserved(): number {
    return this.#sum((i) => !this.#arrived[i] && !this.#reserved.has(i), leastCounted);
  }

  /** Returns true where a page that is loaded anew goes on without the file. */
  get isKept(): boolean {
    return this.#indexes.every((i) => this.#kept.has(i) || this.#noted.has(i));
  }

  get isBusy(): boolean {
    return this.#sending.size > 0;
  }

  get isComplete(): boolean {
    return this.#indexes.every((i) => this.#arrived[i]);
  }

  /** Returns true where parts are neither kept nor sent, and there is no file to read them from. */
  get needsFile(): boolean {
    return !this.#file && this.#indexes.some((i) => !this.#arrived[i] && !this.#kept.has(i));
  }

  get hasBegun(): boolean {
    return this.#arrived.length > 0;
  }

  set file(file: Blob | undefined) {
    this.#file = file;
  }

  /** Returns the first part that is to be sent; undefined where all of them are there or under way. */
  nextToSend(): number | undefined {
    return this.#indexes.find((i) => !this.#arrived[i] && !this.#sending.has(i));
  }

  /** Returns the part that is sent last, of those that are to be kept. */
  nextToKeep(): number | undefined {
    if (!this.#file) return undefined;
    return this.#indexes.findLast((i) => !this.#arrived[i] && !this.#kept.has(i));
  }

  /**
   * Sends a part.
   * @throws FileGoneError, FileNeededError; what `presign` and `put` throw; the abort reason
   */
  send(index: number, signal: AbortSignal): Promise<void> {
    const sent = this.#send(index, signal);
    this.#sending.set(index, sent);
    return sent;
  }

  async #send(index: number, signal: AbortSignal): Promise<void> {
    try {
      const { body, size, sha256 } = await this.#sealed(index);
      const { fileKey } = await this.#put(index, body, signal);
      const at = Date.now();
      this.#arrived[index] = { fileKey, size, sha256, at };
      for (const each of [this.#bodies, this.#urls, this.#kept]) each.delete(index);
      // Unless it is written it is sent once more after a reload, which harms nothing.
      await this.#parts.store.savePart(this.#plan.id, index, { fileKey, size, sha256, at }).then(
        () => this.#noted.add(index),
        () => {},
      );
    } catch (error) {
      await this.#letGoIfLost(index);
      throw error;
    } finally {
      this.#sending.delete(index);
    }
  }

  /** Lets go of a part's bytes where a browser without room for them has lost them: they would never be sent. */
  async #letGoIfLost(index: number): Promise<void> {
    const held = await this.#bodies.get(index);
    if (!held || (await isReadable(held.body))) return;
    this.#bodies.delete(index);
    // What is sealed anew has other bytes.
    const url = this.#kept.has(index) ? undefined : this.#urls.get(index);
    if (!url) return;
    this.#urls.delete(index);
    this.#giveBack(index, url);
  }

  /** Keeps a part on the device, sealed. @throws what the store throws where there is no room; FileGoneError */
  async keep(index: number): Promise<void> {
    const sealed = await this.#sealed(index);
    if (this.#arrived[index]) return;
    await this.#parts.store.savePart(this.#plan.id, index, sealed);
    if (this.#arrived[index]) return;
    this.#kept.add(index);
    if (!this.#sending.has(index)) this.#bodies.delete(index);
  }

  /** Returns the content of the record. */
  get uploaded(): UploadedFile {
    const { fileKey, blobId, size } = this.#plan;
    const parts = this.#arrived.map(({ at: _, ...part }) => part);
    return { fileKey, blobId, size, parts };
  }

  /** Deletes what was stored on the server, once nothing more is on its way there. What cannot be reached now is swept there later. */
  async remove(): Promise<void> {
    await Promise.allSettled(this.#sending.values());
    const stored = [...this.#arrived.filter(Boolean), ...this.#urls.values()];
    this.#arrived.length = 0;
    this.#urls.clear();
    this.#bodies.clear();
    this.#kept.clear();
    await Promise.allSettled(stored.map(({ fileKey }) => this.#parts.blobs.remove(fileKey)));
  }

  /** Sums up the sealed sizes of parts. @param least bytes that each part counts for at least */
  #sum(counts: (index: number) => boolean, least = 0): number {
    let bytes = 0;
    for (const i of this.#indexes) if (counts(i)) bytes += Math.max(least, this.#sizeOf(i));
    return bytes;
  }

  #sizeOf(index: number): number {
    return sealedPartSize(partPlainSize(this.#layout, index));
  }

  async #presign(indexes: number[]) {
    try {
      const urls = await this.#parts.blobs.presign(indexes.map((index) => this.#sizeOf(index)));
      for (const index of indexes) this.#reserved.add(index);
      return urls;
    } catch (error) {
      const missing = missingOf(error);
      if (missing === undefined) throw error;
      // The server knows of these parts only.
      const isRest = (i: number) => !this.#arrived[i] && !this.#reserved.has(i) && !indexes.includes(i);
      const rest = this.#sum(isRest, leastCounted);
      throw new StorageFullError(missing + rest, error);
    }
  }

  /** Gives back a url of a part. The server holds its room until nothing can come through it any more: another url takes room anew. */
  #giveBack(index: number, { fileKey }: { fileKey: string }): void {
    this.#reserved.delete(index);
    this.#parts.blobs.remove(fileKey).catch(() => {});
  }

  async #urlOf(index: number): Promise<TimedUrl> {
    const known = this.#urls.get(index);
    if (known && isFresh(known)) return known;
    if (known) this.#giveBack(index, known);
    this.#urls.delete(index);
    const url = await this.#supply.take(index);
    this.#urls.set(index, url);
    return url;
  }

  async #put(index: number, body: Blob, signal: AbortSignal): Promise<TimedUrl> {
    for (let attempt = 1; ; attempt++) {
      const url = await this.#urlOf(index);
      signal.throwIfAborted();
      try {
        await this.#parts.blobs.put(url.url, body, signal);
        return url;
      } catch (error) {
        if (signal.aborted || !isRefusal(error)) throw error;
        this.#urls.delete(index);
        this.#giveBack(index, url);
        if (attempt === tries) throw error;
      }
    }
  }

  /** Returns a part as it is sent: from memory, from the device, else from the file. */
  #sealed(index: number): Promise<SealedBody> {
    const held = this.#bodies.get(index);
    if (held) return held;
    const sealed = this.#load(index);
    this.#bodies.set(index, sealed);
    sealed.catch(() => this.#bodies.delete(index));
    return sealed;
  }

  async #load(index: number): Promise<SealedBody> {
    const { store, vault, workspaceId } = this.#parts;
    if (this.#kept.has(index)) {
      const kept = await store.part(this.#plan.id, index);
      if (kept?.body) return { body: kept.body, size: kept.size, sha256: kept.sha256 };
      this.#kept.delete(index);
    }
    const plain = await this.#read(index);
    const { documentId, blobId, fileKey } = this.#plan;
    const context = { workspaceId, documentId, blobId, fileKey };
    const { sealed, part } = await vault.sealPart(context, this.#layout.size, index, plain);
    return { body: blobOf(sealed as Bytes), ...part };
  }

  async #read(index: number): Promise<Uint8Array> {
    if (!this.#file) throw new FileNeededError();
    const { start, end } = partRange(this.#layout, index);
    try {
      const bytes = new Uint8Array(await this.#file.slice(start, end).arrayBuffer());
      if (bytes.length === end - start) return bytes;
    } catch (cause) {
      throw new FileGoneError(cause);
    }
    throw new FileGoneError();
  }
}
