/** Asks about the plan of the open workspace. */
import type { PlanFeature } from '@kontor/contract/billing/plan';
import { type Entitlement, workspaceMay } from '@kontor/contract/billing/standing';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { useSession } from './session.ts';
import { useWorkspace } from './workspace.ts';

const entitlementOf = ({ subscription, access }: WorkspaceSummary): Entitlement =>
  subscription && { plan: subscription.plan, state: subscription.status, access };

/** Says whether the open workspace may use a feature. What the server sees of it, it decides again. */
export function useMay(feature: PlanFeature): boolean {
  const { records } = useWorkspace();
  return useSession(({ workspaces }) => {
    const summary = workspaces.list.find(({ id }) => id === records.id);
    return summary === undefined || workspaceMay(entitlementOf(summary), feature);
  });
}
