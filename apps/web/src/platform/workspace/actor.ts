/**
 * Determines who the signed-in person is in the open workspace. The member log decides; the server's summary is only a
 * hint as long as there is no log here.
 */
import type { Workspace } from '@kontor/client/workspace/workspace';
import { type Actor, type Capability, can, type RowFacts } from '@kontor/contract/capability';
import { type Role, satisfies } from '@kontor/contract/entity/role';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { useSession } from './session.ts';
import { useObservable, useWorkspace } from './workspace.ts';

/** Returns somebody's role and status as the log has them, else as the server says. */
export function actorFrom(
  log: ReturnType<Workspace['log']['get']>,
  summary: WorkspaceSummary | undefined,
  userId: string,
): Actor | undefined {
  const found = log?.members.get(userId) ?? summary;
  return found && { userId, role: found.role, status: found.status, isOwner: found.isOwner };
}

/** Returns the signed-in person's role and status here; undefined until they are known. */
export function useActor(): Actor | undefined {
  const { records, userId } = useWorkspace();
  const log = useObservable(records.log);
  const summary = useSession((session) => session.workspaces.list.find(({ id }) => id === records.id));
  return actorFrom(log, summary, userId);
}

/** Says whether the signed-in person may do a thing here; the server decides again. */
export function useCan(capability: Capability, row?: RowFacts): boolean {
  const actor = useActor();
  return actor !== undefined && can(actor, capability, row);
}

/** Says whether the signed-in person may do a thing in a workspace that need not be open, by what the server says of them. */
export function useCanIn(workspaceId: string, capability: Capability): boolean {
  const summary = useSession((session) => session.workspaces.list.find(({ id }) => id === workspaceId));
  const userId = useSession(({ user }) => user?.id ?? '');
  const actor = actorFrom(undefined, summary, userId);
  return actor !== undefined && can(actor, capability);
}

/** Says whether the signed-in person has at least a role here. */
export function useHasRole(role: Role): boolean {
  const actor = useActor();
  return actor !== undefined && satisfies(actor.role, role);
}

/** Returns the customer to whom the signed-in person belongs; undefined for people who work here. */
export function useOwnCustomerId(): string | undefined {
  const { records, userId } = useWorkspace();
  return useObservable(records.log)?.members.get(userId)?.customerId ?? undefined;
}
