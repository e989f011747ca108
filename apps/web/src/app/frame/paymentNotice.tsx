import { Alert } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { appMessages } from '../messages.ts';

/** Says that a payment is missing: to everybody once nothing can be changed any more, before that to those who can pay. */
export function PaymentNotice({ workspace }: { workspace: string }) {
  const t = useMessages(appMessages);
  const mayPay = useCan('subscription.pay');
  const summary = useSession(({ workspaces }) => workspaces.list.find(({ id }) => id === workspace));
  const isReadOnly = summary?.access === 'readOnly';
  if (!isReadOnly && !(mayPay && summary?.subscription?.isUnpaid)) return null;
  return (
    <Alert color="orange" mb="md">
      {t(isReadOnly ? 'readOnly' : 'paymentMissing')}{' '}
      {mayPay && (
        <TextLink to="/$workspace/settings/billing-and-payment" params={{ workspace }}>
          {t('toBilling')}
        </TextLink>
      )}
    </Alert>
  );
}
