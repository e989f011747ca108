import type { PlanFeature } from '@kontor/contract/billing/plan';
import { useMessages } from '../platform/text/messages.ts';
import { useCan } from '../platform/workspace/actor.ts';
import { useWorkspace } from '../platform/workspace/workspace.ts';
import { EmptyState } from './list/emptyState.tsx';
import { uiMessages } from './messages.ts';
import { ButtonLink } from './nav/link.tsx';

/** Stands where a feature would that the plan does not include. */
export function PlanNotice({
  feature,
}: {
  feature: Extract<PlanFeature, 'search' | 'export' | 'personnel' | 'signature'>;
}) {
  const t = useMessages(uiMessages);
  const { records } = useWorkspace();
  const mayPay = useCan('subscription.pay');
  return (
    <EmptyState
      action={
        mayPay && (
          <ButtonLink
            variant="default"
            to="/$workspace/settings/billing-and-payment"
            params={{ workspace: records.id }}
          >
            {t('toPlans')}
          </ButtonLink>
        )
      }
    >
      {t(`${feature}NotInPlan`)}
    </EmptyState>
  );
}
