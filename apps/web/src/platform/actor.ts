import { type Actor, type Capability, can, type Row } from '@kontor/contract/capability';
import { useSession } from './session.ts';
import { useWorkspace } from './workspace.ts';

/** Who the signed-in person is in the open workspace, as far as the screens need to know. */
function useActor(): Actor | undefined {
  const { records, userId } = useWorkspace();
  const summary = useSession((session) => session.workspaces.find(({ id }) => id === records.id));
  if (!summary) return undefined;
  const { role, status, isOwner } = summary;
  return { userId, role, status, isOwner };
}

/** Whether the signed-in person may do a thing here; the server decides again. */
export function useCan(capability: Capability, row?: Row): boolean {
  const actor = useActor();
  return actor !== undefined && can(actor, capability, row);
}
