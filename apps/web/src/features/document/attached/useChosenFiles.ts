import { useRef, useState } from 'react';
import { keepDraft, keptDraft } from '../../../platform/draft/drafts.ts';
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

/**
 * Returns the files that were chosen for the next message in a room. They are there when the person comes back, and the
 * browser asks before it lets the page go with them. Stands for one room: give it a key.
 */
export function useChosenFiles(roomId: string): ChosenFiles {
  const draft = `files for ${roomId}`;
  const [files, setFiles] = useState(() => keptDraft<readonly ChosenFile[]>(draft) ?? none);
  const [adding, setAdding] = useState(0);
  const latest = useRef(files);
  /** Resolves once those are measured that were chosen so far. */
  const measured = useRef(Promise.resolve());
  const set = (next: readonly ChosenFile[]) => {
    latest.current = next;
    keepDraft(draft, next.length > 0 ? next : undefined);
    setFiles(next);
  };
  const measure = async (more: readonly File[]) => {
    // Somebody may have left the room and come back, and sent or chosen some there.
    const before = () => keptDraft<readonly ChosenFile[]>(draft) ?? none;
    const chosen = await chosenFiles(more, before()).catch((error) => {
      reportError(error);
      return none;
    });
    if (chosen.length > 0) set([...before(), ...chosen]);
    setAdding((count) => count - more.length);
  };
  // One after the other: how many a message takes, and how large, holds for all of them together.
  const add = (more: readonly File[]) => {
    setAdding((count) => count + more.length);
    measured.current = measured.current.then(() => measure(more));
  };
  return {
    files,
    adding,
    add,
    drop: ({ files: dropped, hasFolders }) => {
      if (hasFolders) toast.error(attachedMessages.t('folders'));
      if (dropped.length > 0) add(dropped);
    },
    remove: (file) => set(latest.current.filter((each) => each !== file)),
    clear: () => set(none),
  };
}
