import { useCan } from '../../platform/workspace/actor.ts';
import { useAnnounced, useOwnNews, useWorkspaceNews } from '../../platform/workspace/announced.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';

/** Returns the invitations for the signed-in person's address. */
export function useInvitations() {
  const userId = useSession((session) => session.user?.id);
  return useAnnounced({
    queryKey: ['invitation', 'mine', userId],
    news: useOwnNews(),
    queryFn: () => currentSession().invitations.list(),
  });
}

export const sentKey = ['invitation', 'sent'];

/** Returns the addresses of the open workspace's invitations, and who waits to be let in. */
export function useSentInvitations() {
  const { records } = useWorkspace();
  return useAnnounced({
    queryKey: [...sentKey, records.id],
    news: useWorkspaceNews(),
    queryFn: async () => (await records.team()).sentInvitations(),
    enabled: useCan('log.invite'),
  });
}
