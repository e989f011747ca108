import type { PlanChoice } from '@kontor/contract/billing/standing';
import { Group, Title } from '@mantine/core';
import { getRouteApi, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { BillingRecordForm } from '../../features/invoice/billingRecordForm.tsx';
import { InvoiceList } from '../../features/invoice/invoiceList.tsx';
import { useBillingRecord } from '../../features/invoice/queries.ts';
import { ChoiceDialog } from '../../features/subscription/choiceDialog.tsx';
import { EndRow } from '../../features/subscription/endRow.tsx';
import { subscriptionMessages } from '../../features/subscription/messages.ts';
import { MethodRow } from '../../features/subscription/methodRow.tsx';
import { PlanCards } from '../../features/subscription/planCards.tsx';
import {
  reloadSubscription,
  showSubscription,
  useSubscription,
} from '../../features/subscription/queries.ts';
import { billingSearch } from '../../features/subscription/search.ts';
import { StateRows } from '../../features/subscription/stateRows.tsx';
import { toastFailure } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { planName } from '../../platform/text/planName.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { settingsMessages } from './messages.ts';

const route = getRouteApi('/signed-in/$workspace/settings/billing-and-payment');

/** Shows the subscription among the settings. */
export function SettingsBilling() {
  const { workspace } = route.useParams();
  return <Billing workspace={workspace} />;
}

interface BillingProps {
  workspace: string;
  /** Given where the page stands alone, since the workspace is closed. */
  name?: string;
}

/** Shows plan, payment method, invoices and end of a subscription. Needs none of the workspace's keys. */
export function Billing({ workspace, name }: BillingProps) {
  const t = useMessages(subscriptionMessages);
  const s = useMessages(settingsMessages);
  usePage(t('title'), [{ label: s('settings') }]);
  const { data: subscription, isPending, isError } = useSubscription(workspace);
  const { choice, setChoice } = useReturn(workspace);
  const { data: record } = useBillingRecord(workspace);
  const asksRecord = choice !== undefined && record === null;
  const pay = async () => {
    try {
      const url = await currentSession().subscriptions.portal(workspace);
      if (url !== null) location.assign(url);
    } catch (failure) {
      toastFailure(failure, t('portalFailed'));
    }
  };
  return (
    <>
      {name !== undefined && (
        <Title order={1} mb="md">
          {t('titleOf', { name })}
        </Title>
      )}
      {isPending && <SkeletonRows rows={4} />}
      {isError && <LoadFailed text={t('loadFailed')} onRetry={() => reloadSubscription(workspace)} />}
      {subscription && (
        <>
          <StateRows subscription={subscription} />
          <MethodRow workspace={workspace} subscription={subscription} />
          <PlanCards subscription={subscription} onChoose={setChoice} />
          {!asksRecord && <BillingRecordForm workspace={workspace} />}
          <InvoiceList workspace={workspace} onPay={() => void pay()} />
          <EndRow workspace={workspace} subscription={subscription} />
          {subscription.access === 'closed' && <TakeAlong workspace={workspace} />}
          {choice && (
            <ChoiceDialog
              workspace={workspace}
              subscription={subscription}
              choice={choice}
              onClose={() => setChoice(undefined)}
              record={asksRecord && <BillingRecordForm workspace={workspace} />}
            />
          )}
        </>
      )}
    </>
  );
}

/**
 * Shows the ways to what can be had of a closed workspace, and out of it; whoever is locked is to unlock it
 * first.
 */
function TakeAlong({ workspace }: { workspace: string }) {
  const t = useMessages(subscriptionMessages);
  const status = useSession(({ workspaces }) => workspaces.list.find(({ id }) => id === workspace)?.status);
  return (
    <Group mt="md">
      {status === 'ACTIVE' ? (
        <>
          <ButtonLink variant="default" to="/$workspace/settings/export" params={{ workspace }}>
            {t('toExport')}
          </ButtonLink>
          <ButtonLink variant="default" to="/$workspace/signatures" params={{ workspace }}>
            {t('toSigned')}
          </ButtonLink>
        </>
      ) : (
        <ButtonLink variant="default" to="/unlock" search={{ workspace }}>
          {t('toUnlock')}
        </ButtonLink>
      )}
      <ButtonLink variant="default" to="/">
        {t('toWorkspaces')}
      </ButtonLink>
    </Group>
  );
}

/** Follows up a visit at the payment provider: asks what came of it, and goes on with the choice that led there. */
function useReturn(workspace: string) {
  const t = useMessages(subscriptionMessages);
  const navigate = useNavigate();
  const { from, plan, interval } = billingSearch(useSearch({ strict: false }));
  const [choice, setChoice] = useState<PlanChoice>();
  useEffect(() => {
    if (from === undefined) return;
    void (async () => {
      try {
        const after = await currentSession().subscriptions.refresh(workspace);
        showSubscription(workspace, after);
        if (plan && interval)
          if (from === 'gateway') setChoice({ plan, interval });
          else if (after.plan === plan && after.interval === interval)
            toast.success(t('chosen', { plan: planName(plan) }));
          else if (after.confirmUrl === null) toastFailure({ code: 'PAYMENT_DECLINED' });
      } catch (failure) {
        toastFailure(failure, t('methodLoadFailed'));
      }
      await navigate({
        to: '/$workspace/settings/billing-and-payment',
        params: { workspace },
        search: {},
        replace: true,
      });
    })();
  }, [workspace, from, plan, interval, navigate, t]);
  return { choice, setChoice };
}
