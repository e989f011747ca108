import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { currentSession, useSession } from './session.ts';

/** ms between two looks while the line is down. */
const lookAgain = 5_000;

/** Whether what the server announces arrives here. */
const useIsHeard = () => useSession((session) => session.line.state === 'connected');

interface Announced<T> {
  queryKey: readonly unknown[];
  queryFn: () => Promise<T>;
  enabled?: boolean;
}

/** Asks the server for what it announces over the line: anew with all news, and now and then while the line is down. */
export function useAnnounced<T>({ queryKey, ...options }: Announced<T>) {
  const news = useSession((session) => session.news);
  const isHeard = useIsHeard();
  return useQuery({
    ...options,
    queryKey: [...queryKey, news],
    refetchInterval: isHeard ? false : lookAgain,
    placeholderData: keepPreviousData,
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
