import type { Subscription } from '@kontor/contract/wire/subscription';
import { Button, Progress, Text } from '@mantine/core';
import { formatBytes } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { Row } from '../../ui/list/row.tsx';
import { subscriptionMessages } from './messages.ts';
import { stateText } from './stateText.ts';
import css from './subscription.module.css';

/** Shows the state of the subscription, and the use of its limits. */
export function StateRows({ subscription }: { subscription: Subscription }) {
  const t = useMessages(subscriptionMessages);
  const { seatsUsed, seatLimit, storageUsed, storageLimit, confirmUrl, state } = subscription;
  const { title, hint } = stateText(subscription);
  const isUrgent = state === 'pastDue' || state === 'ended' || state === 'trialEnded';
  const figures = { used: formatBytes(storageUsed), limit: formatBytes(storageLimit ?? 0) };
  return (
    <>
      <Row label={t('state')}>
        <div className={css.state}>
          <Text fw={600} {...(isUrgent && { c: 'var(--danger)' })}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
          {confirmUrl !== null && (
            <Text size="sm" mt="xs">
              {t('waitsForConfirmation')}{' '}
              <Button component="a" href={confirmUrl} size="compact-sm">
                {t('confirmPayment')}
              </Button>
            </Text>
          )}
        </div>
      </Row>
      <Row label={t('seats')}>
        <div className={css.state}>
          <Meter
            used={seatsUsed}
            limit={seatLimit}
            text={t('seatsOf', { used: seatsUsed, limit: seatLimit })}
          />
          <Text size="sm" c="dimmed">
            {t('seatsHint')}
          </Text>
        </div>
      </Row>
      <Row label={t('storage')}>
        <div className={css.state}>
          <Meter
            used={storageUsed}
            limit={storageLimit}
            text={storageLimit === null ? t('storageUsed', figures) : t('storageOf', figures)}
          />
        </div>
      </Row>
    </>
  );
}

/** Shows a figure against its limit, in words and as a bar. */
function Meter({ used, limit, text }: { used: number; limit: number | null; text: string }) {
  const share = limit ? Math.min(100, Math.round((used / limit) * 100)) : 0;
  return (
    <>
      <Text className="figures">{text}</Text>
      {limit !== null && (
        <Progress
          value={share}
          color={share > 90 ? 'red' : 'petrol'}
          size={6}
          w={240}
          maw="100%"
          my={4}
          aria-label={text}
        />
      )}
    </>
  );
}
