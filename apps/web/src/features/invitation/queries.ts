import { useQuery } from '@tanstack/react-query';
import { currentSession, useSession } from '../../platform/session.ts';
import { useWorkspace } from '../../platform/workspace.ts';

/** ms between two looks at who waits for whom: what an admin or an invited person did elsewhere shows by itself. */
export const lookAgain = 5_000;

/** The invitations for the signed-in person's address. */
export function useInvitations() {
  const userId = useSession((session) => session.user?.id);
  return useQuery({
    queryKey: ['invitation', 'mine', userId],
    queryFn: () => currentSession().invitations.list(),
    refetchInterval: lookAgain,
  });
}

export const sentKey = ['invitation', 'sent'];

/** The addresses of the open workspace's invitations, and who waits to be let in. */
export function useSentInvitations() {
  const { records } = useWorkspace();
  return useQuery({
    queryKey: [...sentKey, records.id],
    queryFn: async () => (await records.team()).sentInvitations(),
    refetchInterval: lookAgain,
  });
}
