/** Tells which of the open workspace's records are here: until all are, a list may be shorter, and a sum less, than it will be. */

import { withCustomer } from '@kontor/client/nouns/withCustomer';
import type { Loaded } from '@kontor/client/replica/status';
import { useEffect, useState } from 'react';
import { messages } from '../text/messages.ts';
import { toast } from '../toasts.tsx';
import { currentWorkspace, useObservable, useRead, useWorkspace } from './workspace.ts';

const loadedMessages = messages(
  {
    askedLater: 'Not everything is here yet. You will be asked as soon as it is.',
    doneLater: 'Not everything is here yet. This is done as soon as it is.',
  },
  {
    askedLater: 'Noch ist nicht alles geladen. Sie werden gefragt, sobald es so weit ist.',
    doneLater: 'Noch ist nicht alles geladen. Das wird erledigt, sobald es so weit ist.',
  },
);

/** Tells whether everything in these scopes is here; without any named, everything there is. */
export const isLoaded = ({ scopes, isComplete }: Loaded, scopeIds?: readonly string[]): boolean =>
  isComplete || scopeIds?.every((id) => scopes.has(id)) === true;

/** Says whether everything in these scopes is here; without any named, everything there is. */
export function useIsLoaded(scopeIds?: readonly string[]): boolean {
  return useRead(useWorkspace().records.loaded, (loaded) => isLoaded(loaded.get(), scopeIds));
}

/** The replicas of which everything was seen to be here. */
const seenWhole = new WeakSet<object>();

/**
 * Says whether everything is here, or was since the workspace was opened: for lists that only show. They stay while a project that
 * was shared since then is on its way; what decides or sums waits for all of it (`useIsLoaded`).
 */
export function useWasLoaded(): boolean {
  const { records } = useWorkspace();
  const isHere = useIsLoaded();
  if (isHere) seenWhole.add(records);
  return isHere || seenWhole.has(records);
}

/**
 * Says whether everything was here when a part first showed the open workspace. Where it was not, what comes late belongs below
 * what stands: above it, it would push that from under a click.
 */
export function useWasLoadedAtFirst(): boolean {
  const { records } = useWorkspace();
  const hadAll = useWasLoaded();
  const [first, setFirst] = useState({ records, hadAll });
  if (first.records === records) return first.hadAll;
  setFirst({ records, hadAll });
  return hadAll;
}

/** Says whether everything in these scopes is here, as `useIsLoaded` does; asks for it before the rest. */
export function useNeeded(scopeIds?: readonly string[]): boolean {
  const { records } = useWorkspace();
  const list = scopeIds?.join(' ');
  useEffect(() => {
    if (list) records.need(list.split(' '));
  }, [records, list]);
  return useIsLoaded(scopeIds);
}

/** Says whether all of a project is here, and what its customer sees of it; asks for it before the rest. True without one. */
export function useProjectIsHere(projectId: string | null): boolean {
  const { records } = useWorkspace();
  useObservable(records.scopes);
  const scopeIds = useRead(records.collections.project, () =>
    projectId ? withCustomer(records, projectId).join(' ') : '',
  );
  return useNeeded(scopeIds.split(' ').filter(Boolean));
}

/** Says whether all records that head scopes are here: projects, customers, rooms, and whose hours there are. */
export const useHasHeads = (): boolean =>
  useRead(useWorkspace().records.loaded, (loaded) => loaded.get().heads);

/** The newest wait for each thing, by the records that are to come. */
const awaited = new WeakMap<object, Map<string, object>>();

/**
 * Waits for records, and says so where that takes a while. Resolves to false where the same was asked for once more meanwhile: the
 * newest counts.
 */
async function untilHere(id: string, says: 'askedLater' | 'doneLater', scopeIds?: readonly string[]) {
  const { records } = currentWorkspace();
  const { loaded } = records;
  if (isLoaded(loaded.get(), scopeIds)) return true;
  toast.info(loadedMessages.t(says));
  const waits = awaited.get(records) ?? new Map();
  awaited.set(records, waits);
  const [key, own] = [`${says} ${id}`, {}];
  waits.set(key, own);
  await new Promise<void>((resolve) => {
    const stop = loaded.subscribe(() => {
      if (!isLoaded(loaded.get(), scopeIds)) return;
      stop();
      resolve();
    });
  });
  const isNewest = waits.get(key) === own;
  if (isNewest) waits.delete(key);
  return isNewest && currentWorkspace().records === records;
}

/**
 * Waits for everything that a question tells of, or that depends on what is to be deleted or moved.
 * @param id the record that it is about: of that, nobody is asked a second time meanwhile
 * @param says whether a question follows for certain
 */
export const untilAllIsHere = (
  id: string,
  says: 'askedLater' | 'doneLater' = 'askedLater',
): Promise<boolean> => untilHere(id, says);

/**
 * Waits for what is in these scopes, from which something that was decided follows; asks for it before the rest.
 * @param id the record that it is about: nothing is done to that a second time meanwhile
 */
export function untilScopesAreHere(id: string, scopeIds: readonly string[]): Promise<boolean> {
  currentWorkspace().records.need(scopeIds);
  return untilHere(id, 'doneLater', scopeIds);
}
