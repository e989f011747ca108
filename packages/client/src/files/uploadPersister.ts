/**
 * Keeps on the device, sealed as they are sent, the parts of files that wait, so that they survive a reload. A page cannot
 * get at a file on the disk once it was loaded anew, and the file itself must not lie readable in the browser's profile.
 *
 * The last to be sent is kept first, of a file's parts and of many files: where the connection is quick, sending meets it half way, and
 * little is written; where it is slow, everything is on the device long before it was sent. What finds no room is asked about
 * again each time that something arrived or ended, since that made room.
 */
import type { SealedUpload } from './sealedUpload.ts';
import { FileGoneError } from './uploadFailure.ts';

/** Most bytes that are kept for one workspace: a file as large as there can be. */
const maxKept = 16 * 1024 ** 3;

/** Returns the bytes that may still be kept; half of what the browser would grant is left to everything else. */
export async function roomOnDevice(): Promise<number> {
  if (typeof navigator === 'undefined' || !navigator.storage?.estimate) return maxKept;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return (quota - usage) / 2;
}

export interface UploadPersisterParts {
  /** Returns the unfinished uploads, those that are sent first before others. */
  uploads(): readonly Pick<SealedUpload, 'kept' | 'unkept' | 'isKept' | 'nextToKeep' | 'keep'>[];
  room(): Promise<number>;
  /** Is called when all of a file is kept that was not sent. */
  onKept(): void;
}

export class UploadPersister {
  readonly #parts: UploadPersisterParts;
  #running: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: UploadPersisterParts) {
    this.#parts = parts;
  }

  /** Starts keeping, since there may be something to keep, or room again. */
  kick(): void {
    if (this.#isClosed) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when everything that there is room for is kept. */
  async done(): Promise<void> {
    await this.#running;
  }

  /** Keeps nothing more; resolves when the part under way is kept. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    /** Uploads whose file cannot be read: sending says what is wrong. */
    const unreadable = new Set<unknown>();
    while (!this.#isClosed && this.#next(unreadable, maxKept)) {
      const next = this.#next(unreadable, await this.#room());
      if (!next) return;
      try {
        await next.upload.keep(next.index);
        if (next.upload.isKept) this.#parts.onKept();
      } catch (error) {
        // No room after all.
        if (!(error instanceof FileGoneError)) return;
        unreadable.add(next.upload);
      }
    }
  }

  /**
   * Returns what is sent last, of the files that there is room for: one of which only a part is kept would have to be chosen
   * again all the same.
   */
  #next(except: ReadonlySet<unknown>, room: number) {
    let left = room;
    let next: { upload: ReturnType<UploadPersisterParts['uploads']>[number]; index: number } | undefined;
    for (const upload of this.#parts.uploads()) {
      const index = except.has(upload) ? undefined : upload.nextToKeep();
      if (index === undefined) continue;
      left -= upload.unkept;
      // Those behind it are larger.
      if (left < 0) break;
      next = { upload, index };
    }
    return next;
  }

  async #room(): Promise<number> {
    // A browser that does not say grants none.
    const room = await this.#parts.room().catch(() => 0);
    let kept = 0;
    for (const each of this.#parts.uploads()) kept += each.kept;
    return Math.min(maxKept - kept, room);
  }
}
