/** Packs folders and files into one archive, file by file as they arrive: memory stays flat. */
import { safeFileName } from '@kontor/client/files/safeName';
import type { Document } from '@kontor/contract/nouns/document';
import { downloadZip } from 'client-zip';
import { foldersFirst } from './tree.ts';

/** A piece of an archive by its path: a file, or a content made for the archive; an empty folder has neither. */
export interface PackedFile {
  path: string;
  file?: Document;
  content?: Blob;
}

/** Returns what lies in a folder. */
export type ContentsOf = (folderId: string) => readonly Document[];

/** Makes names that are each other's apart on systems that know no upper case. */
function freeIn(taken: Set<string>, name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${stem} (${n})${ending}`;
  taken.add(free.toLowerCase());
  return free;
}

/**
 * Returns the files of an archive, in the folders that they lie in; an empty folder without a file. Every name is one that
 * all systems take: no path leads out of the archive.
 */
export function packed(chosen: readonly Document[], contentsOf: ContentsOf): PackedFile[] {
  const out: PackedFile[] = [];
  const seen = new Set<string>();
  const walk = (documents: readonly Document[], above: string) => {
    const taken = new Set<string>();
    for (const document of documents.toSorted(foldersFirst)) {
      if (seen.has(document.id)) continue;
      seen.add(document.id);
      const path = above + freeIn(taken, safeFileName(document.name));
      if (document.kind === 'file') out.push({ path, file: document });
      else {
        out.push({ path: `${path}/` });
        walk(contentsOf(document.id), `${path}/`);
      }
    }
  };
  walk(chosen, '');
  return out;
}

/**
 * Returns an archive of files as it is packed. It errors, and must not be kept, when one of them is not what was uploaded.
 * @param onFile told of each file as its turn comes, with the number of files that are done
 */
export function archiveOf(
  files: readonly PackedFile[],
  open: (file: Document, signal: AbortSignal) => ReadableStream<Uint8Array>,
  onFile: (done: number) => void,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  async function* entries() {
    let done = 0;
    for (const { path, file, content } of files) {
      signal.throwIfAborted();
      onFile(done);
      if (content) yield { name: path, lastModified: new Date(), input: content };
      else if (!file) yield { name: path, lastModified: new Date() };
      else {
        const lastModified = new Date(file.uploadedAt ?? file.createdAt);
        yield { name: path, lastModified, size: file.size ?? 0, input: open(file, signal) };
        done++;
      }
    }
  }
  return downloadZip(entries() as never).body!;
}
