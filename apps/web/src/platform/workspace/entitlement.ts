/** Asks about the plan of the open workspace. */
import type { PlanFeature } from '@kontor/contract/billing/plan';
import { type Entitlement, workspaceMay } from '@kontor/contract/billing/standing';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { useSession } from './session.ts';
import { useWorkspace } from './workspace.ts';

const entitlementOf = ({ subscription, access }: WorkspaceSummary): Entitlement =>
  subscription && { plan: subscription.plan, state: subscription.status, access };

const useSummary = <T>(choose: (summary: WorkspaceSummary | undefined) => T): T => {
  const { records } = useWorkspace();
  return useSession(({ workspaces }) => choose(workspaces.list.find(({ id }) => id === records.id)));
};

/** Says whether anything can be changed in the open workspace, as far as that depends on what is paid. */
export const useIsWritable = (): boolean => useSummary((summary) => (summary?.access ?? 'full') === 'full');

/** Says whether the open workspace may use a feature. What the server sees of it, it decides again. */
export const useMay = (feature: PlanFeature): boolean =>
  useSummary((summary) => summary === undefined || workspaceMay(entitlementOf(summary), feature));
