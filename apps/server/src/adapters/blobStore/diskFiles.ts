/** Objects as files in one folder. A file appears whole or not at all, and has reached the disk when it appears. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dayMs } from '@kontor/contract/time/day';
import { isBlobKey, type StoredBlob } from './blobStore.ts';

/** A body that is longer or shorter than it was declared. */
export class SizeMismatch extends Error {
  override name = 'SizeMismatch';
}

/** An upload that a later one of the same key has ended. */
export class Replaced extends Error {
  override name = 'Replaced';
}

/** Longest time for an upload, in ms; then it is aborted, so that the sweep knows when no upload can still arrive. */
const maxUploadMs = 30 * 60 * 1000;
const abandonedAfterMs = dayMs;
const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Makes a rename or a new folder entry durable (POSIX promises that only for a synced directory). */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Writes exactly `size` bytes to the file and fails at the first byte too many. What arrives during one write goes
 * out with the next: far fewer system calls than one per 64 KiB chunk.
 */
function sink(file: FileHandle, size: number): Writable {
  let seen = 0;
  const writeAll = async (chunks: Buffer[]): Promise<void> => {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    seen += length;
    if (seen > size) throw new SizeMismatch(`more than the declared ${size} bytes`);
    const { bytesWritten } = await file.writev(chunks);
    if (bytesWritten !== length) throw new Error(`the disk took ${bytesWritten} of ${length} bytes`);
  };
  return new Writable({
    highWaterMark: 1 << 20,
    write(chunk: Buffer, _encoding, done) {
      writeAll([chunk]).then(() => done(), done);
    },
    writev(chunks, done) {
      writeAll(chunks.map(({ chunk }) => chunk)).then(() => done(), done);
    },
    final(done) {
      done(seen === size ? null : new SizeMismatch(`${seen} of the declared ${size} bytes`));
    },
  });
}

export class DiskFiles {
  readonly #root: string;
  readonly #temp: string;
  /** The newest upload of each key that is under way. */
  readonly #uploads = new Map<string, { replaced: AbortController; ended: Promise<void> }>();

  private constructor(root: string) {
    this.#root = join(root, 'objects');
    this.#temp = join(root, 'incoming');
  }

  /** Opens or creates the folder, for its owner alone, and deletes uploads that a crash interrupted. */
  static async open(root: string): Promise<DiskFiles> {
    const files = new DiskFiles(root);
    for (const path of [files.#root, files.#temp]) await mkdir(path, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(files.#temp)) {
      const path = join(files.#temp, entry);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { force: true });
    }
    return files;
  }

  /** Resolves a key to its path. The grammar of keys keeps it inside the folder, so no key becomes a path unparsed. */
  #path(key: string): string {
    if (!isBlobKey(key)) throw new RangeError(`no blob key: ${JSON.stringify(key)}`);
    return join(this.#root, key);
  }

  /**
   * Stores exactly `size` bytes under `key`; throws SizeMismatch and leaves nothing behind otherwise. A later upload of the
   * key ends this one, which throws Replaced: side by side they would take the place that was reserved many times over.
   */
  async write(key: string, body: Readable, size: number): Promise<void> {
    const path = this.#path(key);
    const before = this.#uploads.get(key);
    before?.replaced.abort();
    const replaced = new AbortController();
    const stored = Promise.resolve(before?.ended).then(() => this.#store(path, body, size, replaced.signal));
    const upload = { replaced, ended: stored.catch(() => {}) };
    this.#uploads.set(key, upload);
    try {
      await stored;
    } finally {
      if (this.#uploads.get(key) === upload) this.#uploads.delete(key);
    }
  }

  async #store(path: string, body: Readable, size: number, replaced: AbortSignal): Promise<void> {
    if (replaced.aborted) throw new Replaced();
    const incoming = join(this.#temp, randomUUID());
    const file = await open(incoming, 'wx', 0o600);
    try {
      await pipeline(body, sink(file, size), {
        signal: AbortSignal.any([replaced, AbortSignal.timeout(maxUploadMs)]),
      });
      await file.sync();
      await file.close();
      const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(incoming, path);
      await syncFolder(dirname(path));
      if (made) await syncFolder(dirname(made));
    } catch (error) {
      await file.close();
      await rm(incoming, { force: true });
      throw replaced.aborted ? new Replaced() : error;
    }
  }

  /** Opens a file and returns it with its size, or undefined; the caller closes it. It can be read on after a delete. */
  async read(key: string): Promise<{ file: FileHandle; size: number } | undefined> {
    let file: FileHandle;
    try {
      file = await open(this.#path(key), 'r');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    return { file, size: (await file.stat()).size };
  }

  async head(key: string): Promise<{ size: number } | undefined> {
    try {
      return { size: (await stat(this.#path(key))).size };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async *list(prefix: string): AsyncIterable<StoredBlob> {
    const folder = join(this.#root, prefix.slice(0, prefix.lastIndexOf('/') + 1));
    const entries = await opendir(folder, { recursive: true }).catch((error) => {
      if (isMissing(error)) return [];
      throw error;
    });
    for await (const entry of entries) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const key = path.slice(this.#root.length + 1).replaceAll('\\', '/');
      // A stray file is no object: nobody could delete it, and whoever goes through all would end there.
      if (!key.startsWith(prefix) || !isBlobKey(key)) continue;
      const { size, mtime } = await stat(path);
      yield { key, size, modifiedAt: mtime };
    }
  }
}
