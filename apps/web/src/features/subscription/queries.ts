import type { Subscription } from '@kontor/contract/wire/subscription';
import { calls, useQuery } from '../../platform/workspace/calls.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { invoicesKey, subscriptionKey } from '../../platform/workspace/subscriptionKey.ts';

/** Reads whether a workspace has a subscription: on a server that bills nobody none has. */
export const useIsBilled = (workspaceId: string): boolean =>
  useSession(({ workspaces }) =>
    workspaces.list.some(({ id, subscription }) => id === workspaceId && subscription !== null),
  );

/** Returns the subscription of a workspace, for those who can pay. */
export const useSubscription = (workspaceId: string) =>
  useQuery({
    queryKey: subscriptionKey(workspaceId),
    queryFn: () => currentSession().subscriptions.get(workspaceId),
  });

/** Shows what a change answered, and the invoices that came of it. */
export const showSubscription = (workspaceId: string, subscription: Subscription): void => {
  calls.setQueryData(subscriptionKey(workspaceId), subscription);
  void calls.invalidateQueries({ queryKey: invoicesKey(workspaceId) });
};

/** Asks for the subscription anew, and for all that hangs on it. */
export const reloadSubscription = (workspaceId: string): Promise<void> =>
  calls.invalidateQueries({ queryKey: subscriptionKey(workspaceId) });

/** Returns the addresses of those who can pay. */
export const useContacts = (workspaceId: string) =>
  useQuery({
    queryKey: [...subscriptionKey(workspaceId), 'contacts'],
    queryFn: () => currentSession().subscriptions.contacts(workspaceId),
  });
