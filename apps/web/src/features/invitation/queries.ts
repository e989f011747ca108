import { useQuery } from '@tanstack/react-query';
import { currentSession } from '../../platform/session.ts';
import { currentWorkspace } from '../../platform/workspace.ts';

/** ms between two looks at who waits for whom: what an admin or an invited person did elsewhere shows by itself. */
export const lookAgain = 5_000;

/** The invitations for the signed-in person's address. */
export const useInvitations = () =>
  useQuery({
    queryKey: ['invitation', 'mine'],
    queryFn: () => currentSession().invitations(),
    refetchInterval: lookAgain,
  });

export const sentKey = ['invitation', 'sent'];

/** The addresses of the open workspace's invitations, and who waits to be let in. */
export const useSentInvitations = () =>
  useQuery({
    queryKey: sentKey,
    queryFn: async () => (await currentWorkspace().records.team()).sentInvitations(),
    refetchInterval: lookAgain,
  });
