import {
  type BillingInterval,
  mostPopular,
  type PaidPlan,
  type PlanFeature,
  paidPlans,
  plans,
  priceOf,
} from '@kontor/contract/billing/plan';
import type { PlanChoice } from '@kontor/contract/billing/standing';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { Badge, Button, SegmentedControl, Text, Title } from '@mantine/core';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBillingDay } from '../../platform/text/billingDay.ts';
import { formatBytes, formatMoney } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { planName } from '../../platform/text/planName.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { Icon } from '../../ui/icon.tsx';
import { subscriptionMessages } from './messages.ts';
import { grossOf, runningPeriod, vatText } from './prices.ts';
import css from './subscription.module.css';

interface PlanCardsProps {
  subscription: Subscription;
  onChoose: (choice: PlanChoice) => void;
}

/** Shows the plans side by side, by the month or by the year, with what this buyer pays. */
export function PlanCards({ subscription, onChoose }: PlanCardsProps) {
  const t = useMessages(subscriptionMessages);
  const [interval, setInterval] = useState<BillingInterval>(subscription.interval ?? 'month');
  return (
    <section aria-labelledby="plans" className={css.plans}>
      <div className={css.plansHead}>
        <Title order={2} id="plans">
          {t('plans')}
        </Title>
        <SegmentedControl
          size="sm"
          aria-label={t('plans')}
          value={interval}
          onChange={(value) => setInterval(value as BillingInterval)}
          data={[
            { value: 'month', label: t('byMonth') },
            { value: 'year', label: t('byYear') },
          ]}
        />
      </div>
      <ul className={css.cards}>
        {paidPlans.map((plan) => (
          <li key={plan} className={css.card} data-popular={plan === mostPopular || undefined}>
            <PlanCard
              plan={plan}
              interval={interval}
              subscription={subscription}
              onChoose={() => onChoose({ plan, interval })}
            />
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="sm">
        {t('businessOnly')}
      </Text>
    </section>
  );
}

interface PlanCardProps {
  plan: PaidPlan;
  interval: BillingInterval;
  subscription: Subscription;
  onChoose: () => void;
}

function PlanCard({ plan, interval, subscription, onChoose }: PlanCardProps) {
  const t = useMessages(subscriptionMessages);
  const { vatPercent } = subscription;
  const hasSupport = Boolean(useServerTerms()?.supportUrl);
  const net = priceOf(plan, interval);
  const { users, storageBytes } = plans[plan];
  const smaller = paidPlans[paidPlans.indexOf(plan) - 1];
  const included: readonly PlanFeature[] = plans[plan].features;
  const added = included.filter(
    (feature) =>
      (feature !== 'support' || hasSupport) &&
      !(smaller && (plans[smaller].features as readonly string[]).includes(feature)),
  );
  const lines = [
    t('users', { count: users }),
    t('space', { size: formatBytes(storageBytes) }),
    ...(smaller
      ? [t(added.length > 0 ? 'everythingInAnd' : 'everythingIn', { plan: planName(smaller) })]
      : []),
    ...added.map((feature) => t(feature)),
  ];
  return (
    <>
      <div className={css.cardHead}>
        <Title order={3}>{planName(plan)}</Title>
        {plan === mostPopular && (
          <Badge variant="light" tt="none">
            {t('mostPopular')}
          </Badge>
        )}
      </div>
      <div>
        <span className={css.price}>{formatMoney(net, 'EUR')}</span>{' '}
        <Text span size="sm" c="dimmed">
          {t(interval === 'year' ? 'perYear' : 'perMonth')}
        </Text>
        <Text size="sm" c="dimmed" className="figures">
          {vatPercent > 0
            ? t('withVat', {
                gross: formatMoney(grossOf(net, vatPercent), 'EUR'),
                percent: vatText(vatPercent),
              })
            : t('noVat')}
        </Text>
      </div>
      <Choice plan={plan} interval={interval} subscription={subscription} onChoose={onChoose} />
      <ul className={css.features}>
        {lines.map((line) => (
          <li key={line}>
            <Icon of={IconCheck} size={16} />
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows the button of a card, or what stands in its place. */
function Choice({ plan, interval, subscription, onChoose }: PlanCardProps) {
  const t = useMessages(subscriptionMessages);
  const running = runningPeriod(subscription);
  const { nextPlan, nextInterval } = subscription;
  // Where none runs, it waits for its first payment and follows nothing.
  if (running && nextPlan === plan && nextInterval === interval)
    return (
      <Text fw={600} className={css.instead}>
        {t('fromDate', { date: formatBillingDay(running.to) })}
      </Text>
    );
  if (running?.plan === plan && running.interval === interval && nextPlan === null)
    return (
      <Text fw={600} className={css.instead}>
        {t('current')}
      </Text>
    );
  return (
    <Button variant={plan === mostPopular ? 'filled' : 'default'} onClick={onChoose} fullWidth>
      {t('choose', { plan: planName(plan) })}
    </Button>
  );
}
