import type { PaymentMethod } from '@kontor/contract/server/subscription';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useMutation } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { Row } from '../../ui/list/row.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { subscriptionMessages } from './messages.ts';
import css from './subscription.module.css';

/** Says in words how somebody pays. */
function methodText(method: PaymentMethod | null): string {
  const { t } = subscriptionMessages;
  switch (method?.type) {
    case undefined:
      return t('none');
    case 'card': {
      const { brand, last4, expMonth, expYear } = method;
      const expiry = `${String(expMonth).padStart(2, '0')}/${expYear}`;
      return t('card', { brand: brand.charAt(0).toUpperCase() + brand.slice(1), last4, expiry });
    }
    case 'paypal':
      return t('paypal', method);
    case 'sepa':
      return t('sepa', method);
    case 'bank':
      return t('bank', method);
    case 'other':
      return method.name;
  }
}

/** Shows the payment method, and the way to the provider's page that changes it. */
export function MethodRow({ workspace, subscription }: { workspace: string; subscription: Subscription }) {
  const t = useMessages(subscriptionMessages);
  const [isAsking, setIsAsking] = useState(false);
  const { method } = subscription;
  const leave = useMutation({
    mutationFn: (to: 'addMethod' | 'portal') => currentSession().subscriptions[to](workspace),
    onSuccess: (url) => url !== null && location.assign(url),
    onError: (failure, to) => toastFailure(failure, t(to === 'portal' ? 'portalFailed' : 'methodEditFailed')),
  });
  return (
    <Row label={t('method')}>
      <Text>{methodText(method)}</Text>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {t(method ? 'edit' : 'add')}
      </Button>
      {isAsking && (
        <Dialog title={t(method ? 'editTitle' : 'addTitle')} onClose={() => setIsAsking(false)}>
          <Text>{t('editBody')}</Text>
          <div className={css.actions}>
            {method && (
              <Button variant="subtle" loading={leave.isPending} onClick={() => leave.mutate('portal')}>
                {t('pastPayments')}
              </Button>
            )}
            <Button variant="default" onClick={() => setIsAsking(false)}>
              {t('cancelDialog')}
            </Button>
            <Button loading={leave.isPending} onClick={() => leave.mutate('addMethod')}>
              {t('goOn')}
            </Button>
          </div>
        </Dialog>
      )}
    </Row>
  );
}
