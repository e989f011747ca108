/** The uploads and downloads of a workspace: uploads as the tray shows them, and the operations on both. */

import type { Document, SideFile } from '@kontor/contract/nouns/document';
import { leastCounted, maxFileParts } from '@kontor/contract/wire/protocol';
import {
  type FileLayout,
  fileLayout,
  fileSealedSize,
  partPlainSize,
  partSize,
  sealedPartSize,
} from '@kontor/crypto/fileLayout';
import type { CallCode } from '../http/callError.ts';
import type { DocumentPlace } from '../nouns/document.ts';
import type { Observable } from '../observable.ts';
import type { EntryCode } from '../replica/entry.ts';
import type { ReadContents, ReadFetched } from './fileContents.ts';

/**
 * `waiting` for its turn, `running`, `paused` until the server can be reached again, `failed` until somebody decides;
 * the others have ended.
 */
export type UploadStatus = 'waiting' | 'running' | 'paused' | 'failed' | 'success' | 'cancelled';

/**
 * Why an upload is paused or failed: the code of a call, or of a refused record; `REFUSED` where the storage did not
 * take a part, `PROXY_LIMIT` where a proxy before it did not; `FILE_NEEDED` where the page was loaded anew and the device had no room for the file;
 * `FILE_CHANGED` where the file was changed, moved or deleted on the disk meanwhile: for these two see `supply`;
 * `IN_TRASH` where what it comes into lies in the trash: it goes on once that was taken out;
 * `UNREADABLE` where it was chosen before a password reset, which the phrase of the recovery kit undoes.
 */
export type UploadCause =
  | CallCode
  | EntryCode
  | 'REFUSED'
  | 'PROXY_LIMIT'
  | 'FILE_NEEDED'
  | 'FILE_CHANGED'
  | 'IN_TRASH'
  | 'UNREADABLE';

/** One line of the upload tray. */
export interface UploadEntry {
  id: string;
  /** The document that it becomes, or whose content it replaces. */
  documentId: string;
  target: UploadTarget;
  name: string;
  /** Names this content in the document's record; undefined until its keys are made. */
  blobId?: string | undefined;
  status: UploadStatus;
  /** Of a pause or a failure; undefined otherwise. */
  cause?: UploadCause | undefined;
  /** Bytes by which the storage is too small; with `OVER_QUOTA`. */
  missing?: number | undefined;
  /** Bytes of the file that have arrived, and the total. */
  sent: number;
  total: number;
  /** True once the device keeps all of it that was not sent: it goes on then whatever becomes of the page. */
  isKept: boolean;
}

/** A small file that no document describes: the record that names it is written by whoever stored it. */
export interface StoredFile extends SideFile {
  /** In place of a document's. */
  id: string;
  fileKey: string;
}

/** The destination of an upload. */
export interface UploadTarget extends DocumentPlace {
  /** An existing document whose content this replaces; of a message, the file of it that this is. */
  documentId?: string | undefined;
  /** A message that names the file and waits for its content. */
  messageId?: string | undefined;
  /** Of a file that a program saved; see `desktop/openDocuments.ts`. */
  save?: Save | undefined;
}

/** A save of an open file: it replaces the content that it was made from, and no other. */
export interface Save {
  checkoutId: string;
  /** SHA-256 of the content, hex. */
  digest: string;
  /** The contents (`blobId`) that this one may replace: where the document has another, a copy is made beside it. */
  bases: readonly string[];
  /** The name of that copy. */
  copyName: string;
}

/** Most files that are taken at a time, by themselves and in folders, and most bytes of one. */
export const maxFilesAtOnce = 100;
export const maxFilesInFolders = 2_000;
export const maxFileBytes = maxFileParts * partSize;

/** Returns the bytes that files of these sizes take up once they are stored, as the server counts them. */
export const storedBytes = (sizes: readonly number[]): number =>
  sizes.reduce((sum, size) => sum + (size < 2 ** 49 ? countedSize(fileLayout(size)) : size), 0);

function countedSize(layout: FileLayout): number {
  // All parts but the last are whole.
  const last = sealedPartSize(partPlainSize(layout, layout.partCount - 1));
  return fileSealedSize(layout) + Math.max(0, leastCounted - last);
}

/** Tells whether an upload will go on, by itself or by somebody's decision. */
export const isUnfinished = ({ status }: UploadEntry): boolean =>
  status !== 'success' && status !== 'cancelled';

/** Tells whether an upload goes on once somebody chooses its file again. */
export const needsFile = ({ status, cause }: UploadEntry): boolean =>
  status === 'failed' && (cause === 'FILE_NEEDED' || cause === 'FILE_CHANGED');

/** Tells whether an upload goes on by itself. */
export const isOpen = (entry: UploadEntry): boolean => isUnfinished(entry) && entry.status !== 'failed';

/**
 * The uploads of a workspace. They pause while the server cannot be reached, go on by themselves, and survive a reload:
 * what was chosen waits sealed on the device, as far as there is room (`uploadPersister.ts`).
 */
export interface Uploads {
  /** Those under way first, then those that failed, those that wait (the smallest first), those that ended. */
  entries: Observable<readonly UploadEntry[]>;
  /**
   * Uploads files in the background. Resolves when each of them has succeeded, failed or was cancelled, with their entries as
   * they were then: unfinished ones where the queue was closed. Never rejects.
   * `read` reads each of them meanwhile; what it finds is stored beside the content.
   */
  add(files: readonly File[], target: UploadTarget, read?: ReadContents): Promise<readonly UploadEntry[]>;
  /**
   * Stops an upload and deletes what was stored. One that failed leaves the list; one that the server had by then becomes a
   * success.
   */
  cancel(id: string): void;
  /**
   * Resumes a failed upload where it stopped: parts that arrived are not sent again. Resolves as `add` does. Does nothing
   * where the file is needed: see `supply`.
   * @param name another name, where its own was taken
   */
  retry(id: string, name?: string): Promise<void>;
  /** Resumes many failed uploads, each as `retry` does. */
  retryAll(ids: readonly string[]): Promise<void>;
  /**
   * Hands a file to a failed upload. The same content goes on where it stopped, whatever its name; another one of that name is
   * uploaded from its beginning. Returns false, and does nothing, for another content of another name.
   */
  supply(id: string, file: File, read?: ReadContents): Promise<boolean>;
  /**
   * Hands files to those uploads that need them again: by name, or size, date and ends of the content; with a place, only to
   * those that lie there, and by name also to those that failed for something else. Returns the files that none of them needs.
   */
  claim(files: readonly File[], place?: DocumentPlace, read?: ReadContents): Promise<readonly File[]>;
  /**
   * Says how to read the files of uploads that an earlier page left before it had read them: this one has not chosen them, and
   * opens what arrived. To be said as soon as the uploads are there.
   */
  readLeft(read: ReadFetched): void;
  /** Returns the bytes, as they are stored, of what goes on by itself and has no room on the server yet. */
  unreserved(): number;
  /** Tries at once instead of when the next attempt is due. */
  wake(): void;
  /** Removes uploads that have ended from the list. */
  clear(): void;
  /** Resolves when what was chosen is on the device, as far as there is room. */
  stored(): Promise<void>;
  /** Stops sending; what is unfinished stays on the device. Resolves when it is written there. */
  close(): Promise<void>;
}

/** The description of a content: of a document, or of a file of a message. */
export type Content = Pick<Document, 'id' | 'size' | 'parts'> &
  Partial<Pick<Document, 'mimeType' | 'fileKey' | 'blobId'>>;

/** All of them fail with DamagedFileError where the content is not exactly what was uploaded, and with what the transport throws. */
export interface Downloads {
  /** Returns the whole content. Nothing is handed over before all of it has been verified. */
  blob(content: Content, signal?: AbortSignal): Promise<Blob>;
  /** Returns what lies beside a content: a picture, or words as text. */
  beside(content: Content, side: SideFile, signal?: AbortSignal): Promise<Blob>;
  text(content: Content, side: SideFile, signal?: AbortSignal): Promise<string>;
  /**
   * Returns the content as it arrives, each piece verified; a stream that errors must not be kept as a file. A large one goes
   * on where it stopped when the browser ended: what it had fetched comes from the device.
   */
  stream(content: Content, signal?: AbortSignal): ReadableStream<Uint8Array>;
}

/** Random access to a content, for sound and film. Fails as `Downloads` do. */
export interface RangeReader {
  /** Bytes of the file. */
  size: number;
  /**
   * Returns bytes `start` to `end` (exclusive, cut at the file's size) in memory of their own. Of a few at a time: all of
   * them are in memory together.
   */
  read(start: number, end: number, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>>;
}

/** "File is damaged or was replaced; nothing was saved." */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly code = 'damaged-file';
  constructor(cause?: unknown) {
    super('damaged-file', { cause });
  }
}
