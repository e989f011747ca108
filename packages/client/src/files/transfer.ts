/** The uploads and downloads of a workspace: uploads as the tray shows them, and the operations on both. */

import type { Document } from '@kontor/contract/nouns/document';
import type { DocumentPlace } from '../nouns/document.ts';
import type { Observable } from '../observable.ts';

export type UploadStatus = 'processing' | 'success' | 'failed' | 'cancelled';

/** One line of the upload tray. */
export interface UploadEntry {
  id: string;
  /** The document that it becomes, or whose content it replaces. */
  documentId: string;
  name: string;
  status: UploadStatus;
  /** Why it failed: `something-went-wrong` (a part), or the code with which the record was refused; empty otherwise. */
  message: string;
  /** Bytes of the file that have arrived, and the total. */
  sent: number;
  total: number;
}

/** The destination of an upload. */
export interface UploadTarget extends DocumentPlace {
  /** An existing document whose content this replaces. */
  documentId?: string | undefined;
}

export interface Uploads {
  entries: Observable<readonly UploadEntry[]>;
  /**
   * Uploads files in the background, one after the other, three parts at once. Resolves when all of them have ended,
   * successfully or not.
   * @throws UploadError `failed-get-pre-signed-urls`, after clearing the list
   */
  add(files: readonly File[], target: UploadTarget): Promise<void>;
  /** Stops an upload and deletes what was stored. */
  cancel(id: string): void;
  /** Resumes a failed upload where it stopped: parts that arrived are not sent again. */
  retry(id: string): Promise<void>;
  /** Removes uploads that have ended from the list. */
  clear(): void;
}

/** All of them fail with DamagedFileError where the content is not exactly what was uploaded, and with what the transport throws. */
export interface Downloads {
  /** Returns the whole content. Nothing is handed over before all of it has been verified. */
  blob(document: Document, signal?: AbortSignal): Promise<Blob>;
  /** Returns the content as it arrives; a stream that errors must not be kept as a file. */
  stream(document: Document, signal?: AbortSignal): ReadableStream<Uint8Array>;
  /** Returns bytes `start` to `end` (exclusive, cut at the file's size): random access, for films. */
  range(document: Document, start: number, end: number, signal?: AbortSignal): Promise<Uint8Array>;
}

export class UploadError extends Error {
  override readonly name = 'UploadError';
  readonly code: 'failed-get-pre-signed-urls';
  /** The number of urls that were asked for. */
  readonly count: number;
  constructor(count: number, cause: unknown) {
    super('failed-get-pre-signed-urls', { cause });
    this.code = 'failed-get-pre-signed-urls';
    this.count = count;
  }
}

/** "File is damaged or was replaced; nothing was saved." */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly code = 'damaged-file';
  constructor(cause?: unknown) {
    super('damaged-file', { cause });
  }
}
