import { useAnnounced } from '../../platform/announced.ts';
import { currentSession, useSession } from '../../platform/session.ts';
import { useWorkspace } from '../../platform/workspace.ts';

/** The invitations for the signed-in person's address. */
export function useInvitations() {
  const userId = useSession((session) => session.user?.id);
  return useAnnounced({
    queryKey: ['invitation', 'mine', userId],
    queryFn: () => currentSession().invitations.list(),
  });
}

export const sentKey = ['invitation', 'sent'];

/** The addresses of the open workspace's invitations, and who waits to be let in. */
export function useSentInvitations() {
  const { records } = useWorkspace();
  return useAnnounced({
    queryKey: [...sentKey, records.id],
    queryFn: async () => (await records.team()).sentInvitations(),
  });
}
