/** Puts together what is to be saved, an archive or a large file: one at a time, until it is saved or stopped. */
import type { Document } from '@kontor/contract/nouns/document';
import { shownName } from '../../platform/text/shownName.ts';
import { toast } from '../../platform/toasts.tsx';
import { documentMessages } from './messages.ts';
import { openingProblem } from './opening.ts';
import { type Packing, packing } from './packingState.ts';
import { counted, saveStream } from './save.ts';
import { archiveOf, type PackedFile } from './zip.ts';

/** Shows how far something is until it is saved, stopped or failed; what was being put together before stops. */
async function saving(
  { name, total, unit }: Pick<Packing, 'name' | 'total' | 'unit'>,
  make: (onProgress: (done: number) => void, signal: AbortSignal) => ReadableStream<Uint8Array>,
): Promise<void> {
  packing.get()?.stop();
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    packing.set(undefined);
  };
  const progress = (done: number) => {
    if (!stopping.signal.aborted) packing.set({ name, done, total, unit, stop });
  };
  progress(0);
  try {
    await saveStream(make(progress, stopping.signal), name, unit === 'bytes' ? total : undefined);
    if (stopping.signal.aborted) return;
    toast.success(documentMessages.t('archiveSaved', { name: shownName(name) }));
  } catch (error) {
    // Whoever stopped the browser's download knows.
    if (!stopping.signal.aborted && (error as Error).name !== 'AbortError')
      toast.error(openingProblem(error));
  }
  if (!stopping.signal.aborted) packing.set(undefined);
}

/** Packs files into an archive and saves it. */
export const saveArchive = (
  files: readonly PackedFile[],
  name: string,
  open: (file: Document, signal: AbortSignal) => ReadableStream<Uint8Array>,
): Promise<void> =>
  saving(
    { name: `${name}.zip`, total: files.filter(({ file }) => file).length, unit: 'files' },
    (onProgress, signal) => archiveOf(files, open, onProgress, signal),
  );

/** Saves a file that takes long enough to come for people to wonder how far it is. */
export const saveLarge = (
  file: Document,
  open: (file: Document, signal: AbortSignal) => ReadableStream<Uint8Array>,
): Promise<void> =>
  saving({ name: file.name, total: file.size ?? 0, unit: 'bytes' }, (onProgress, signal) => {
    let done = 0;
    return counted(open(file, signal), (count) => {
      done += count;
      onProgress(done);
    });
  });
