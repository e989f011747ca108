/** Tells which of the open workspace's records are here: until all are, a list may be shorter, and a sum less, than it will be. */

import type { Loaded } from '@kontor/client/replica/status';
import { useRead, useWorkspace } from './workspace.ts';

/** Tells whether everything in these scopes is here; without any named, everything there is. */
export const isLoaded = ({ scopes, isComplete }: Loaded, scopeIds: readonly string[] | undefined): boolean =>
  isComplete || scopeIds?.every((id) => scopes.has(id)) === true;

/** Says whether everything in these scopes is here; without any named, everything there is. */
export function useIsLoaded(scopeIds?: readonly string[]): boolean {
  return useRead(useWorkspace().records.loaded, (loaded) => isLoaded(loaded.get(), scopeIds));
}

/** Says whether all records that head scopes are here: projects, customers, rooms, and whose hours there are. */
export const useHasHeads = (): boolean =>
  useRead(useWorkspace().records.loaded, (loaded) => loaded.get().heads);
