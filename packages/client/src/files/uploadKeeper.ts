/**
 * Keeps on the device, sealed as they are sent, the parts of files that wait, so that they survive a reload. A page cannot
 * get at a file on the disk once it was loaded anew, and the file itself must not lie readable in the browser's profile.
 *
 * Of a file the parts that are sent last are kept first: where the line is quick, sending meets it early and little is
 * written; where it is slow, everything is on the device long before it was sent.
 */
import type { SealedUpload } from './sealedUpload.ts';

/** Most bytes that are kept for one workspace. */
const maxKept = 2 * 1024 ** 3;

/** Returns the bytes that may still be kept; half of what the browser would grant is left to everything else. */
export async function roomOnDevice(): Promise<number> {
  if (typeof navigator === 'undefined' || !navigator.storage?.estimate) return maxKept;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return (quota - usage) / 2;
}

export interface KeeperParts {
  /** Returns the unfinished uploads, those that are sent first before others. */
  uploads(): readonly SealedUpload[];
  room(): Promise<number>;
}

export class UploadKeeper {
  readonly #parts: KeeperParts;
  #running: Promise<void> | undefined;
  #isClosed = false;
  /** Uploads for which there was no room. */
  readonly #tooLarge = new WeakSet<SealedUpload>();

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  /** Starts keeping, since there may be something to keep. */
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
    for (let next = this.#next(); next && !this.#isClosed; next = this.#next()) {
      const { upload, index } = next;
      try {
        if (await this.#fits(upload)) await upload.keep(index);
        else this.#tooLarge.add(upload);
      } catch {
        // No room after all, or no file: what matters is that it is sent, and sending says what is wrong.
        this.#tooLarge.add(upload);
      }
    }
  }

  #next(): { upload: SealedUpload; index: number } | undefined {
    for (const upload of this.#parts.uploads()) {
      if (this.#tooLarge.has(upload)) continue;
      const index = upload.nextToKeep();
      if (index !== undefined) return { upload, index };
    }
    return undefined;
  }

  /** A file of which only a part is kept would have to be chosen again all the same. */
  async #fits(upload: SealedUpload): Promise<boolean> {
    let kept = 0;
    for (const each of this.#parts.uploads()) kept += each.kept;
    return upload.unkept <= Math.min(maxKept - kept, await this.#parts.room());
  }
}
