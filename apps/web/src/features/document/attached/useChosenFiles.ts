import { useState, useSyncExternalStore } from 'react';
import { keepDraft, keptDraft, placeNow } from '../../../platform/draft/drafts.ts';
import { toast } from '../../../platform/toasts.tsx';
import type { Dropped } from '../../../ui/form/fileDrop.tsx';
import { type ChosenFile, chosenFiles } from './actions.ts';
import { attachedMessages } from './messages.ts';

export interface ChosenFiles {
  files: readonly ChosenFile[];
  /** Number of those that are being measured, and are not among them yet. */
  adding: number;
  add: (files: readonly File[]) => void;
  drop: (dropped: Dropped) => void;
  remove: (file: ChosenFile) => void;
  clear: () => void;
}

const none: readonly ChosenFile[] = [];

/** Number of the files that are being measured, and what resolves once they are, by the place and name of their draft. */
const measuring = new Map<string, { count: number; measured: Promise<void> }>();
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const tell = () => {
  for (const listener of listeners) listener();
};

/**
 * Returns the files that were chosen for the next message in a room. They are there when the person comes back, also those
 * that were being measured when they left, and the browser asks before it lets the page go with them. Stands for one room:
 * give it a key.
 */
export function useChosenFiles(roomId: string): ChosenFiles {
  const [place] = useState(placeNow);
  const draft = `files for ${roomId}`;
  const key = `${place}/${draft}`;
  const chosen = () => keptDraft<readonly ChosenFile[]>(draft, place) ?? none;
  const files = useSyncExternalStore(subscribe, chosen);
  const adding = useSyncExternalStore(subscribe, () => measuring.get(key)?.count ?? 0);
  const set = (next: readonly ChosenFile[]) => {
    keepDraft(draft, next.length > 0 ? next : undefined, place);
    tell();
  };
  const measure = async (more: readonly File[]) => {
    const fitting = await chosenFiles(more, chosen()).catch((error) => {
      reportError(error);
      return none;
    });
    const { count, measured } = measuring.get(key)!;
    if (count > more.length) measuring.set(key, { count: count - more.length, measured });
    else measuring.delete(key);
    // Some may have been sent or taken out meanwhile.
    set([...chosen(), ...fitting]);
  };
  // One after the other: how many a message takes, and how large, holds for all of them together.
  const add = (more: readonly File[]) => {
    const { count, measured } = measuring.get(key) ?? { count: 0, measured: Promise.resolve() };
    measuring.set(key, { count: count + more.length, measured: measured.then(() => measure(more)) });
    tell();
  };
  return {
    files,
    adding,
    add,
    drop: ({ files: dropped, hasFolders }) => {
      if (hasFolders) toast.error(attachedMessages.t('folders'));
      if (dropped.length > 0) add(dropped);
    },
    remove: (file) => set(chosen().filter((each) => each !== file)),
    clear: () => set(none),
  };
}
