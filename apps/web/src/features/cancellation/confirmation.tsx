import type { Cancellation } from '@kontor/contract/wire/cancellation';
import { Button, Stack, Text, Title } from '@mantine/core';
import { failureCode, toastFailure } from '../../platform/failures/failures.ts';
import { formatBillingDay } from '../../platform/text/billingDay.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { calls, useMutation, useQuery } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { cancellationMessages } from './messages.ts';

/** Shows what a mailed link cancels, and does it once that is confirmed. */
export function Confirmation({ token, onAgain }: { token: string; onAgain: () => void }) {
  const t = useMessages(cancellationMessages);
  const queryKey = ['cancellation', token];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => currentSession().cancellations.check(token),
  });
  const confirm = useMutation({
    mutationFn: () => currentSession().cancellations.confirm(token),
    onSuccess: (cancelled) => calls.setQueryData(queryKey, cancelled),
    onError: (failure) => toastFailure(failure, t('confirmFailed')),
  });
  if (data)
    return (
      <Subscription
        cancellation={data}
        isPending={confirm.isPending}
        wasMailed={confirm.isSuccess}
        onConfirm={() => confirm.mutate()}
      />
    );
  if (!error) return <SkeletonRows rows={3} />;
  const isBad = ['INVALID_CODE', 'BAD_INPUT'].includes(failureCode(error) ?? '');
  return (
    <Stack gap="lg" role="alert" align="flex-start">
      <div>
        <Title order={1} mb="xs">
          {t(isBad ? 'badLink' : 'checkFailed')}
        </Title>
        {isBad && <Text>{t('badLinkBody')}</Text>}
      </div>
      <Button variant="default" onClick={() => (isBad ? onAgain() : void refetch())}>
        {t(isBad ? 'again' : 'tryAgain')}
      </Button>
    </Stack>
  );
}

interface SubscriptionProps {
  cancellation: Cancellation;
  isPending: boolean;
  /** It was this visit that cancelled. */
  wasMailed: boolean;
  onConfirm: () => void;
}

function Subscription({ cancellation, isPending, wasMailed, onConfirm }: SubscriptionProps) {
  const t = useMessages(cancellationMessages);
  const { workspace, endsAt, deletionAt, isCanceled, readOnlyFrom } = cancellation;
  const name = { workspace };
  const consequences = (
    <>
      {endsAt !== null && (
        <Text>
          {readOnlyFrom === null
            ? t('endsOn', { date: formatBillingDay(endsAt) })
            : t('endsOnUnpaid', { date: formatBillingDay(endsAt), readOnly: formatBillingDay(readOnlyFrom) })}
        </Text>
      )}
      {deletionAt !== null && <Text>{t('deletedOn', { date: formatBillingDay(deletionAt) })}</Text>}
    </>
  );
  if (isCanceled)
    return (
      <Stack gap="sm" role="status">
        <Title order={1}>{t('done', name)}</Title>
        {consequences}
        {wasMailed && <Text>{t('doneBody')}</Text>}
      </Stack>
    );
  if (endsAt === null)
    return (
      <>
        <Title order={1} mb="xs">
          {t('title')}
        </Title>
        <Text>{t('nothing', name)}</Text>
      </>
    );
  return (
    <Stack gap="lg">
      <Title order={1}>{t('confirmTitle', name)}</Title>
      {consequences}
      <Button color="red" loading={isPending} onClick={onConfirm}>
        {t('confirm')}
      </Button>
    </Stack>
  );
}
