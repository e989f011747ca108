import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { currentSession, useSession } from '../../platform/session.ts';
import { lookAgain } from './queries.ts';

/**
 * Waits for an admin: calls `onIn` with a workspace that the person asked to join, once it is open to them. The
 * invitation itself is gone by then.
 */
export function useLetIn(onIn: (workspaceId: string) => void): void {
  const workspaces = useSession((session) => session.workspaces.list);
  const awaited = useRef(new Set<string>());
  for (const { id, invitationId } of workspaces) if (invitationId !== null) awaited.current.add(id);
  useQuery({
    queryKey: ['invitation', 'waiting'],
    queryFn: async () => {
      await currentSession().workspaces.reload();
      return null;
    },
    enabled: awaited.current.size > 0,
    refetchInterval: lookAgain,
  });
  const letIn = workspaces.find(({ id, status }) => status === 'ACTIVE' && awaited.current.has(id))?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has happened
  useEffect(() => {
    if (letIn !== undefined) onIn(letIn);
  }, [letIn]);
}
