/** Packs folders and files into one archive, file by file as they arrive: memory stays flat. */
import { safeFileName } from '@kontor/client/files/safeName';
import { DamagedFileError } from '@kontor/client/files/transfer';
import type { Document } from '@kontor/contract/nouns/document';
import { downloadZip } from 'client-zip';
import { documentMessages } from './messages.ts';
import { inOrder } from './tree.ts';

/** A piece of an archive by its path: a file, or a content made for the archive; an empty folder has neither. */
export interface PackedFile {
  path: string;
  file?: Document;
  content?: Blob;
}

/** Returns what lies in a folder. */
export type ContentsOf = (folderId: string) => readonly Document[];

/** The names that are taken in a folder, in lower case, each with the last number that was put behind it. */
type TakenNames = Map<string, number>;

/** Makes names that are each other's apart on systems that know no upper case. */
function freeIn(taken: TakenNames, name: string): string {
  const dot = name.lastIndexOf('.');
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  const key = name.toLowerCase();
  let free = name;
  // From where it ended the last time: many may be called the same.
  for (let n = taken.get(key) ?? 1; taken.has(free.toLowerCase()); taken.set(key, n)) {
    n++;
    free = `${stem} (${n})${ending}`;
  }
  taken.set(free.toLowerCase(), 1);
  return free;
}

/** Longest path, in UTF-16 code units, that is lengthened: what lies deeper starts again at the top. Systems take no more. */
const longestPath = 2_000;

/**
 * Returns the files of an archive, in the folders that they lie in; an empty folder without a file. Every name is one that
 * all systems take: no path leads out of the archive.
 */
export function packed(chosen: readonly Document[], contentsOf: ContentsOf): PackedFile[] {
  const out: PackedFile[] = [];
  const top = { path: '', taken: new Map() as TakenNames };
  const places = new Map<Document | undefined, typeof top>([[undefined, top]]);
  for (const { document, folder } of inOrder(chosen, contentsOf)) {
    const above = places.get(folder)!;
    const path = above.path + freeIn(above.taken, safeFileName(document.name));
    if (document.kind === 'file') out.push({ path, file: document });
    else {
      out.push({ path: `${path}/` });
      places.set(document, path.length > longestPath ? top : { path: `${path}/`, taken: new Map() });
    }
  }
  return out;
}

/** A file that is damaged, or not there any more: an archive lacks it, or holds its beginning alone. */
export interface Lack {
  path: string;
  isBegun: boolean;
}

/**
 * Returns an archive of files as it is packed.
 * @param onEntry told of each piece as its turn comes, with the number of files that are done
 * @param lacks takes the files that are not what was uploaded, which a text in the archive (`noteIn`) names; without it, one such file
 *   makes the archive error, and it must not be kept
 */
export function archiveOf(
  files: readonly PackedFile[],
  open: (file: Document, signal: AbortSignal) => ReadableStream<Uint8Array>,
  onEntry: (done: number) => void,
  signal: AbortSignal,
  lacks?: Lack[],
): ReadableStream<Uint8Array> {
  async function* entries() {
    let done = 0;
    for (const { path, file, content } of files) {
      signal.throwIfAborted();
      onEntry(done);
      if (content) yield { name: path, lastModified: new Date(), input: content };
      else if (!file) yield { name: path, lastModified: new Date() };
      else {
        const lastModified = new Date(file.uploadedAt ?? file.createdAt);
        const input = await whole(open(file, signal), path, lacks);
        if (input) yield { name: path, lastModified, input };
        done++;
      }
    }
    if (lacks?.length) yield { name: noteIn(files), lastModified: new Date(), input: noteOf(lacks) };
  }
  return downloadZip(entries() as never).body!;
}

/** Returns a content from whose beginning on all is well, as far as that goes; undefined where nothing is. */
async function whole(
  content: ReadableStream<Uint8Array>,
  path: string,
  lacks: Lack[] | undefined,
): Promise<ReadableStream<Uint8Array> | undefined> {
  if (!lacks) return content;
  const pieces = content.getReader();
  /** Reads on; undefined where what comes is damaged, as is noted then. */
  const read = async (isBegun: boolean) => {
    try {
      return await pieces.read();
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      lacks.push({ path, isBegun });
      return undefined;
    }
  };
  let next = await read(false);
  if (!next) return undefined;
  return new ReadableStream(
    {
      pull: async (controller) => {
        if (!next || next.done) return controller.close();
        controller.enqueue(next.value);
        next = await read(true);
        if (!next || next.done) controller.close();
      },
      cancel: (reason) => pieces.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Returns the name of the text that names what is lacking, one that nothing at the top has. */
export function noteIn(files: readonly PackedFile[]): string {
  const top: TakenNames = new Map(files.map(({ path }) => [path.split('/', 1)[0]!.toLowerCase(), 1]));
  return freeIn(top, `${documentMessages.t('lackName')}.txt`);
}

function noteOf(lacks: readonly Lack[]): string {
  const { t } = documentMessages;
  const lines = lacks.map(({ path, isBegun }) => (isBegun ? t('lackBegun', { path }) : path));
  return `${t('lackSays')}\n\n${lines.join('\n')}\n`;
}
