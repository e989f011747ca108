import { useRef, useState } from 'react';
import { keepDraft, keptDraft } from '../../../platform/draft/drafts.ts';
import { toast } from '../../../platform/toasts.tsx';
import type { Dropped } from '../../../ui/form/fileDrop.tsx';
import { type ChosenFile, chosenFiles } from './actions.ts';
import { attachedMessages } from './messages.ts';

export interface ChosenFiles {
  files: readonly ChosenFile[];
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
  // Two that are measured at the same time must not lose each other.
  const latest = useRef(files);
  const set = (next: readonly ChosenFile[]) => {
    latest.current = next;
    keepDraft(draft, next.length > 0 ? next : undefined);
    setFiles(next);
  };
  const add = (more: readonly File[]) =>
    void chosenFiles(more, latest.current).then((chosen) => set([...latest.current, ...chosen]));
  return {
    files,
    add,
    drop: ({ files: dropped, hasFolders }) => {
      if (hasFolders) toast.error(attachedMessages.t('folders'));
      if (dropped.length > 0) add(dropped);
    },
    remove: (file) => set(latest.current.filter((each) => each !== file)),
    clear: () => set(none),
  };
}
