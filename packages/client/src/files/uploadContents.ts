/**
 * The words and the picture of an upload's file: kept with the upload until its record names them, since after a reload the file
 * is out of reach, and read of what arrived where no page came to it.
 */
import { backoff } from '../http/backoff.ts';
import type { Clock } from '../replica/clock.ts';
import type { FileContents, ReadFetched } from './fileContents.ts';
import { describeFile, type RegisterParts } from './register.ts';
import { type Downloads, isUnfinished } from './transfer.ts';
import { classifyFailure } from './uploadFailure.ts';
import type { UploadItem } from './uploadItem.ts';

export interface UploadContentsParts extends RegisterParts {
  downloads: Pick<Downloads, 'blob'>;
  clock: Clock;
}

export class UploadContents {
  /** Those that are written and not read yet. */
  readonly undescribed = new Set<UploadItem>();
  readonly #parts: UploadContentsParts;
  readonly #keep: (item: UploadItem) => void;
  readonly #closing: AbortSignal;
  #readFetched: ReadFetched = async () => ({});
  /** Resolves once those before are read: one after the other, for each is held whole. */
  #described: Promise<void> = Promise.resolve();

  /**
   * @param keep keeps on the device what describes an upload
   * @param closing ends everything
   */
  constructor(parts: UploadContentsParts, keep: (item: UploadItem) => void, closing: AbortSignal) {
    this.#parts = parts;
    this.#keep = keep;
    this.#closing = closing;
  }

  /** Reads files that no page has in hand by this from here on. */
  readLeft(read: ReadFetched): void {
    this.#readFetched = read;
  }

  /** Takes what is being read of a file that a page has in hand, and keeps it once that is there. */
  take(item: UploadItem, reading: Promise<FileContents>): void {
    item.reading = reading;
    item.contents = undefined;
    void reading.then((contents) => {
      if (item.reading !== reading || !isUnfinished(item.entry) || this.#closing.aborted) return;
      item.contents = contents;
      if (item.plan) this.#keep(item);
    });
  }

  /** Takes what an earlier page kept. */
  takeKept(item: UploadItem, contents: FileContents): void {
    item.contents = contents;
    item.reading = Promise.resolve(contents);
  }

  /** Gives what is read of a file to the copy that its upload becomes. */
  passOn(item: UploadItem, file: File): Promise<FileContents> {
    const reading = item.reading ?? this.#read(item, async () => file);
    item.reading = undefined;
    return reading;
  }

  /**
   * Returns what is read of a file whose parts have arrived: nothing yet of a document that has to be fetched for it, since
   * its record need not wait for that. Rejects where a message's has to be, and there is no connection.
   */
  async of(item: UploadItem, signal: AbortSignal): Promise<FileContents> {
    if (this.isToDescribe(item)) return {};
    try {
      const open = () => this.#parts.downloads.blob(item.arrived, signal);
      const contents = await (item.reading ?? this.#read(item, open));
      item.reading ??= Promise.resolve(contents);
      return contents;
    } catch (error) {
      if (classifyFailure(error).passes) throw error;
      // The file is there all the same, and can be read again later.
      return {};
    }
  }

  /** Tells whether a file is to be read once its record is written. */
  isToDescribe({ reading, target }: UploadItem): boolean {
    return reading === undefined && target.messageId === undefined;
  }

  /** Reads a written file from what arrived, and names in its record what was found. Until then a reload begins with it again. */
  describe(item: UploadItem): Promise<void> {
    this.undescribed.add(item);
    this.#described = this.#described.then(() => this.#describe(item));
    return this.#described;
  }

  async #describe(item: UploadItem): Promise<void> {
    const { clock, downloads, records } = this.#parts;
    const { documentId } = item.entry;
    for (let failures = 1; !this.#closing.aborted; failures++)
      try {
        const document = records.collections.document.get(documentId);
        if (document?.blobId === item.plan!.blobId) {
          const open = () => downloads.blob(document, this.#closing);
          await describeFile(this.#parts, document, await this.#read(item, open));
        }
        break;
      } catch (error) {
        // It can be read again later, by whoever wants it.
        if (!classifyFailure(error).passes) break;
        await clock.wait(backoff(failures), this.#closing);
      }
    if (!this.#closing.aborted) this.undescribed.delete(item);
  }

  #read({ entry }: UploadItem, open: () => Promise<Blob>): Promise<FileContents> {
    return this.#readFetched({ name: entry.name, size: entry.total }, open);
  }
}
