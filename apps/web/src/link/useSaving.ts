import type { Visit } from '@kontor/client/link/visit';
import type { Document } from '@kontor/contract/nouns/document';
import { useRef, useState } from 'react';
import { countBytes } from '../features/document/countBytes.ts';
import { archiveOf, type Lack, noteIn, type PackedFile, packed } from '../features/document/zip.ts';
import { blobOf, saveFile } from '../platform/saveFile.ts';
import { failureOf, type VisitFailure } from './useVisit.ts';

export interface Saving {
  name: string;
  /** Bytes. */
  done: number;
  total: number;
}

const sizeOf = (documents: readonly Document[]) => documents.reduce((sum, { size = 0 }) => sum + size, 0);

/** Saves files of a link on this computer: one as it is, several as one archive. One at a time. */
export function useSaving({ manifest, downloads }: Visit) {
  const [saving, setSaving] = useState<Saving>();
  const [saved, setSaved] = useState<{ name: string; lacking: number; note: string }>();
  const [failed, setFailed] = useState<{ name: string; failure: VisitFailure }>();
  const stopping = useRef<AbortController>(undefined);

  const run = async (
    name: string,
    total: number,
    make: (open: typeof downloads.stream, signal: AbortSignal, lacks: Lack[]) => ReadableStream<Uint8Array>,
    files: readonly PackedFile[] = [],
  ) => {
    stopping.current?.abort();
    stopping.current = new AbortController();
    const { signal } = stopping.current;
    const lacks: Lack[] = [];
    let done = 0;
    const show = (count: number) => {
      done += count;
      if (!signal.aborted) setSaving({ name, done, total });
    };
    setFailed(undefined);
    setSaved(undefined);
    show(0);
    try {
      const content = make((file) => countBytes(downloads.stream(file, signal), show), signal, lacks);
      const blob = await blobOf(content);
      if (signal.aborted) return;
      if (lacks.length > 0 && lacks.length === files.filter(({ file }) => file).length)
        setFailed({ name, failure: 'replaced' });
      else {
        saveFile(blob, name);
        setSaved({ name, lacking: lacks.length, note: noteIn(files) });
      }
    } catch (error) {
      if (!signal.aborted) setFailed({ name, failure: failureOf(error) });
    }
    if (!signal.aborted) setSaving(undefined);
  };

  return {
    saving,
    saved,
    failed,
    saveFile: (file: Document) => run(file.name, file.size ?? 0, (open) => open(file)),
    /** Saves everything that is still there as one archive, with a text that names what is not. */
    saveAll: (name: string) => {
      const { documents, rootId } = manifest;
      const within = Map.groupBy(documents, ({ parentId }) => parentId);
      const files = packed(within.get(rootId) ?? [], (folderId) => within.get(folderId) ?? []);
      return run(
        `${name}.zip`,
        sizeOf(documents),
        (open, signal, lacks) => archiveOf(files, open, () => {}, signal, lacks),
        files,
      );
    },
    stop: () => {
      stopping.current?.abort();
      setSaving(undefined);
    },
  };
}
