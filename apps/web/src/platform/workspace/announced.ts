import { useQuery } from './calls.ts';
import { currentSession, useSession } from './session.ts';
import { useObservable, useWorkspace } from './workspace.ts';

/** ms between two looks while the connection is down. */
const lookAgain = 5_000;

/** Says whether the server's announcements arrive here. */
const useIsHeard = () => useSession((session) => session.line.state === 'connected');

/** Changes when what the server says of the signed-in person may have. */
export const useOwnNews = (): number => useSession((session) => session.invalidations);

/**
 * Changes when what the server says of the open workspace's people may have. Only what reached this device counts: who is
 * no admin any more knows that first, and does not ask what they must not.
 */
export function useWorkspaceNews(): string {
  const { invalidations, log } = useWorkspace().records;
  return `${useObservable(invalidations)} ${useObservable(log)?.head}`;
}

interface Announced<T> {
  queryKey: readonly unknown[];
  /** What the answer is as old as: `useOwnNews`, `useWorkspaceNews`. */
  news: number | string;
  queryFn: () => Promise<T>;
  enabled?: boolean;
}

/** Asks the server for what it announces over the line: anew with news, and now and then while the line is down. */
export function useAnnounced<T>({ queryKey, news, ...options }: Announced<T>) {
  const isHeard = useIsHeard();
  return useQuery({
    ...options,
    queryKey: [...queryKey, news],
    refetchInterval: isHeard ? false : lookAgain,
    // The older answer to the same question stands until the newer one is here.
    placeholderData: (before, query) =>
      queryKey.every((part, at) => query?.queryKey[at] === part) ? before : undefined,
  });
}

/** Keeps the list of workspaces fresh for somebody who waits for one; over the line it comes by itself. */
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
