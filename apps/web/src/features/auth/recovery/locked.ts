import type { LockedMember } from '@kontor/contract/wire/recovery';
import { useCan } from '../../../platform/workspace/actor.ts';
import { useAnnounced, useWorkspaceNews } from '../../../platform/workspace/announced.ts';
import { currentSession } from '../../../platform/workspace/session.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';

export const lockedKey = ['locked'];

/** Returns those of the open workspace who wait for an admin; nobody for whoever may not see it. */
export function useLocked(): readonly LockedMember[] {
  const { id } = useWorkspace().records;
  const mayUnlock = useCan('member.unlock');
  const { data } = useAnnounced({
    queryKey: [...lockedKey, id],
    news: useWorkspaceNews(),
    queryFn: () => currentSession().recovery.locked(id),
    enabled: mayUnlock,
  });
  return mayUnlock && data ? data : [];
}
