import { useEffect, useRef } from 'react';
import { useFreshWorkspaces } from '../../platform/workspace/announced.ts';
import { useSession } from '../../platform/workspace/session.ts';

/**
 * Waits for an admin: calls `onIn` with a workspace that the person asked to join, once it is open to them. The
 * invitation itself is gone by then.
 */
export function useLetIn(onIn: (workspaceId: string) => void): void {
  const workspaces = useSession((session) => session.workspaces.list);
  const awaited = useRef(new Set<string>());
  for (const { id, invitationId } of workspaces) if (invitationId !== null) awaited.current.add(id);
  useFreshWorkspaces({ enabled: awaited.current.size > 0 });
  const letIn = workspaces.find(({ id, status }) => status === 'ACTIVE' && awaited.current.has(id))?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has happened
  useEffect(() => {
    if (letIn !== undefined) onIn(letIn);
  }, [letIn]);
}
