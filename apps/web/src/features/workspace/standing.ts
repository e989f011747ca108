import { dayMs } from '@kontor/contract/time/day';
import type { SubscriptionStanding } from '@kontor/contract/wire/subscription';
import { formatBillingDay } from '../../platform/text/billingDay.ts';
import { planName } from '../../platform/text/planName.ts';
import { workspaceMessages } from './messages.ts';

/** Says in words how a workspace's subscription stands; undefined where the server bills nobody. `now`: ms. */
export function standingText(standing: SubscriptionStanding | null, now: number): string | undefined {
  if (!standing) return undefined;
  const { t } = workspaceMessages;
  const { status, plan, currentPeriodEnd, daysAhead } = standing;
  const name = plan === 'trial' ? '' : planName(plan);
  const end = currentPeriodEnd * 1000;
  switch (status) {
    case 'trial': {
      // A day that has begun counts.
      const count = Math.ceil((end - now) / dayMs) - daysAhead;
      return count > 0 ? t('trialDays', { count }) : t('trialEnded');
    }
    case 'trialEnded':
      return t('trialEnded');
    case 'active':
      return t('planIs', { plan: name });
    case 'pastDue':
      return t('unpaid', { plan: name });
    case 'canceled':
      return t('endsOn', { plan: name, date: formatBillingDay(end) });
    case 'ended':
      return t('ended');
  }
}
