import type { Subscribable } from '@kontor/client/observable';
import { useQuery } from './calls.ts';
import { currentSession, useIsHeard, useSession } from './session.ts';
import { useRead, useWorkspaceIfOpen } from './workspace.ts';

/** The news of a workspace that is not open: nothing is announced of it. */
const silence: Subscribable = { subscribe: () => () => {} };

/** ms between two requests while the connection is down. */
const lookAgain = 5_000;

/** Returns a value that changes when what the server says about the signed-in person may have changed. */
export const useOwnNews = (): number => useSession((session) => session.invalidations);

/**
 * Returns a value that changes when what the server says about the open workspace's people may have changed. Only what
 * reached this device counts: a person who is no longer an admin learns that first, and does not ask for what they must
 * not see.
 */
export function useWorkspaceNews(): string {
  const records = useWorkspaceIfOpen()?.records;
  const invalidations = useRead(records?.invalidations ?? silence, () => records?.invalidations.get());
  const head = useRead(records?.log ?? silence, () => records?.log.get()?.head);
  return `${invalidations} ${head}`;
}

interface Announced<T> {
  queryKey: readonly unknown[];
  /** The state that the answer belongs to: `useOwnNews`, `useWorkspaceNews`. */
  news: number | string;
  queryFn: () => Promise<T>;
  enabled?: boolean;
}

/**
 * Asks the server for what it announces over the connection: again with news, and now and then while the connection is
 * down.
 */
export function useAnnounced<T>({ queryKey, news, ...options }: Announced<T>) {
  const isHeard = useIsHeard();
  return useQuery({
    ...options,
    queryKey: [...queryKey, news],
    refetchInterval: isHeard ? false : lookAgain,
    // The older answer to the same question is shown until the newer one is here.
    placeholderData: (before, query) =>
      queryKey.every((part, at) => query?.queryKey[at] === part) ? before : undefined,
  });
}

/**
 * Keeps the list of workspaces fresh for somebody waiting for one while the connection, which announces it, is down.
 */
export function useFreshWorkspaces({ enabled }: { enabled: boolean }): void {
  const isHeard = useIsHeard();
  useQuery({
    queryKey: ['workspaces'],
    queryFn: async () => {
      await currentSession().workspaces.reload();
      return null;
    },
    enabled: enabled && !isHeard,
    refetchInterval: lookAgain,
  });
}
