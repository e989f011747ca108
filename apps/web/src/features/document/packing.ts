/** The archive that is being packed: one at a time, with its progress, until it is saved or stopped. */
import type { Document } from '@kontor/contract/nouns/document';
import { useSyncExternalStore } from 'react';
import { toast } from '../../platform/toasts.tsx';
import { documentMessages } from './messages.ts';
import { openingProblem } from './opening.ts';
import { saveBlob } from './save.ts';
import { archiveOf, type PackedFile } from './zip.ts';

export interface Packing {
  name: string;
  done: number;
  total: number;
  stop(): void;
}

let current: Packing | undefined;
const listeners = new Set<() => void>();
function show(packing: Packing | undefined): void {
  current = packing;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Returns the archive that is being packed, if one is. */
export const usePacking = (): Packing | undefined => useSyncExternalStore(subscribe, () => current);

/** Packs files into an archive and saves it; another one that is being packed stops. */
export async function saveArchive(
  files: readonly PackedFile[],
  name: string,
  open: (file: Document, signal: AbortSignal) => ReadableStream<Uint8Array>,
): Promise<void> {
  current?.stop();
  const stopping = new AbortController();
  const total = files.filter(({ file }) => file).length;
  const stop = () => {
    stopping.abort();
    show(undefined);
  };
  const progress = (done: number) => {
    if (!stopping.signal.aborted) show({ name, done, total, stop });
  };
  progress(0);
  try {
    const blob = await archiveOf(files, open, progress, stopping.signal);
    if (stopping.signal.aborted) return;
    saveBlob(blob, `${name}.zip`);
    toast.success(documentMessages.t('archiveSaved', { name: `${name}.zip` }));
  } catch (error) {
    if (!stopping.signal.aborted) toast.error(openingProblem(error));
  }
  if (!stopping.signal.aborted) show(undefined);
}
