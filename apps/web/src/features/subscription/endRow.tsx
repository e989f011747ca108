import type { Subscription } from '@kontor/contract/wire/subscription';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { formatBillingDay } from '../../platform/text/billingDay.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useMutation } from '../../platform/workspace/calls.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { Row } from '../../ui/list/row.tsx';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { subscriptionMessages } from './messages.ts';
import { showSubscription } from './queries.ts';
import { cancelText } from './stateText.ts';
import css from './subscription.module.css';

/** Offers cancelling the subscription, with the day on which everything is deleted, and taking it back. */
export function EndRow({ workspace, subscription }: { workspace: string; subscription: Subscription }) {
  const t = useMessages(subscriptionMessages);
  const name = useSession(
    (session) => session.workspaces.list.find(({ id }) => id === workspace)?.name ?? '',
  );
  const [isAsking, setIsAsking] = useState(false);
  const { state, interval, periodEnd, deletionIfCanceled } = subscription;
  const cancel = useMutation({
    mutationFn: () => currentSession().subscriptions.cancel(workspace),
    onSuccess: (after) => {
      showSubscription(workspace, after);
      setIsAsking(false);
      toast.success(t('canceled', { date: formatBillingDay(after.periodEnd ?? after.now) }));
    },
    onError: (failure) => toastFailure(failure, t('cancelFailed')),
  });
  const resume = useMutation({
    mutationFn: () => currentSession().subscriptions.resume(workspace),
    onSuccess: (after) => {
      showSubscription(workspace, after);
      toast.success(t('resumed'));
    },
    onError: (failure) => toastFailure(failure, t('resumeFailed')),
  });
  if (state === 'canceled' && interval !== null)
    return (
      <Row label={t('end')}>
        <Button loading={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume')}
        </Button>
      </Row>
    );
  if (periodEnd === null || deletionIfCanceled === null) return null;
  return (
    <Row label={t('end')}>
      <Button variant="default" c="var(--danger)" onClick={() => setIsAsking(true)}>
        {t('cancel')}
      </Button>
      {isAsking && (
        <Dialog title={t('cancelTitle', { name })} onClose={() => setIsAsking(false)}>
          <Text>{cancelText(subscription, periodEnd, deletionIfCanceled)}</Text>
          <Text mt="sm">{t('exportFirst')}</Text>
          <div className={css.actions}>
            <ButtonLink variant="subtle" to="/$workspace/settings/export" params={{ workspace }}>
              {t('toExport')}
            </ButtonLink>
            <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
              {t('keep')}
            </Button>
            <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              {t('cancel')}
            </Button>
          </div>
        </Dialog>
      )}
    </Row>
  );
}
