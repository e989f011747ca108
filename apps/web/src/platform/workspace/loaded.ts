/** Tells which of the open workspace's records are here: until all are, a list may be shorter, and a sum less, than it will be. */

import type { Loaded } from '@kontor/client/replica/status';
import { messages } from '../text/messages.ts';
import { toast } from '../toasts.tsx';
import { currentWorkspace, useRead, useWorkspace } from './workspace.ts';

const loadedMessages = messages(
  { askedLater: 'Not everything is here yet. You will be asked as soon as it is.' },
  { askedLater: 'Noch ist nicht alles geladen. Sie werden gefragt, sobald es so weit ist.' },
);

/** Tells whether everything in these scopes is here; without any named, everything there is. */
export const isLoaded = ({ scopes, isComplete }: Loaded, scopeIds?: readonly string[]): boolean =>
  isComplete || scopeIds?.every((id) => scopes.has(id)) === true;

/** Says whether everything in these scopes is here; without any named, everything there is. */
export function useIsLoaded(scopeIds?: readonly string[]): boolean {
  return useRead(useWorkspace().records.loaded, (loaded) => isLoaded(loaded.get(), scopeIds));
}

/** Says whether all records that head scopes are here: projects, customers, rooms, and whose hours there are. */
export const useHasHeads = (): boolean =>
  useRead(useWorkspace().records.loaded, (loaded) => loaded.get().heads);

/**
 * Waits for everything that a question tells of, or that depends on what is to be deleted; says so where that takes a while.
 * Resolves to false where another workspace was opened meanwhile.
 */
export async function untilAllIsHere(): Promise<boolean> {
  const { records } = currentWorkspace();
  const { loaded } = records;
  if (isLoaded(loaded.get())) return true;
  toast.info(loadedMessages.t('askedLater'));
  await new Promise<void>((resolve) => {
    const stop = loaded.subscribe(() => {
      if (!isLoaded(loaded.get())) return;
      stop();
      resolve();
    });
  });
  return currentWorkspace().records === records;
}
