/** Puts together what is to be saved, archives and large files, each until it is saved or stopped. */
import type { Document } from '@kontor/contract/nouns/document';
import { saveStream } from '../../platform/saveFile.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { toast } from '../../platform/toasts.tsx';
import { countBytes } from './countBytes.ts';
import { documentMessages } from './messages.ts';
import { openingFailureText } from './opening.ts';
import { type Packing, packings } from './packingState.ts';
import { archiveOf, type Lack, noteIn, type PackedFile } from './zip.ts';

const { t } = documentMessages;

let last = 0;

/** Shows how far something is until it is saved, stopped or failed; `problem` says what is wrong with what was saved. */
async function saving(
  { name, total, unit }: Pick<Packing, 'name' | 'total' | 'unit'>,
  make: (onProgress: (done: number) => void, signal: AbortSignal) => ReadableStream<Uint8Array>,
  problem: () => string | undefined = () => undefined,
): Promise<void> {
  const id = ++last;
  const stopping = new AbortController();
  const end = () => packings.set(packings.get().filter((each) => each.id !== id));
  const stop = () => {
    stopping.abort();
    end();
  };
  const progress = (done: number) =>
    packings.set(packings.get().map((each) => (each.id === id ? { ...each, done } : each)));
  packings.set([...packings.get(), { id, name, done: 0, total, unit, stop }]);
  try {
    await saveStream(make(progress, stopping.signal), name, unit === 'bytes' ? total : undefined);
    if (stopping.signal.aborted) return;
    const wrong = problem();
    if (wrong) toast.error(wrong);
    else toast.success(t('archiveSaved', { name: shownName(name) }));
  } catch (error) {
    // Whoever stopped the browser's download knows.
    if (!stopping.signal.aborted && (error as Error).name !== 'AbortError')
      toast.error(openingFailureText(error));
  }
  end();
}

/** Packs files into an archive and saves it, without those that are damaged, which it names. */
export function saveArchive(
  files: readonly PackedFile[],
  name: string,
  open: (file: Document, signal: AbortSignal) => ReadableStream<Uint8Array>,
): Promise<void> {
  const lacks: Lack[] = [];
  const archive = `${name}.zip`;
  return saving(
    { name: archive, total: files.filter(({ file }) => file).length, unit: 'files' },
    (onProgress, signal) => archiveOf(files, open, onProgress, signal, lacks),
    () =>
      lacks.length > 0
        ? t('archiveLacks', { name: shownName(archive), count: lacks.length, note: noteIn(files) })
        : undefined,
  );
}

/** Saves a file that takes long enough to come for people to wonder how far it is. */
export const saveLarge = (
  file: Document,
  open: (file: Document, signal: AbortSignal) => ReadableStream<Uint8Array>,
): Promise<void> =>
  saving({ name: file.name, total: file.size ?? 0, unit: 'bytes' }, (onProgress, signal) => {
    let done = 0;
    return countBytes(open(file, signal), (count) => {
      done += count;
      onProgress(done);
    });
  });
