/** Asks what shall become of files whose names are taken: for all of them, or for one. The dialog is loaded for it. */
import { observable } from '@kontor/client/observable';
import { useSyncExternalStore } from 'react';
import { onPersonLeft } from '../../../platform/leaving.ts';

/** `version`: it becomes the new version of the file of that name; `both`: it gets another name; `skip`. */
export type TakenChoice = 'version' | 'both' | 'skip';

export interface TakenName {
  /** Tells it from another one of the same name in another folder. */
  key: string;
  name: string;
  /** The name that is free. */
  free: string;
  /** True if the name is a file's, which can have versions. */
  hasVersions: boolean;
}

export interface TakenQuestion {
  /** Tells it from the question before, whose choices are not its own. */
  id: number;
  taken: readonly TakenName[];
  /** Without choices nothing is uploaded. */
  answer: (choices?: readonly TakenChoice[]) => void;
}

const open = observable<TakenQuestion | undefined>(undefined);
let last = 0;
// Whoever comes next must neither read it nor upload what they did not choose.
onPersonLeft(() => open.get()?.answer());

/** Returns the question that stands, if one does. */
export const useTakenQuestion = (): TakenQuestion | undefined =>
  useSyncExternalStore(open.subscribe, open.get);

/**
 * Asks, and resolves with a choice for each name; with undefined where nothing at all is to be uploaded. One question stands
 * at a time: whoever asks has waited for the answer to the one before (`afterEarlier` in `actions.ts`), which decides what names
 * are free.
 */
export function askAboutTaken(taken: readonly TakenName[]): Promise<readonly TakenChoice[] | undefined> {
  return new Promise((resolve) => {
    open.set({
      id: ++last,
      taken,
      answer: (choices) => {
        open.set(undefined);
        resolve(choices);
      },
    });
  });
}
