import { readOnlyAfter } from '@kontor/contract/billing/standing';
import { dayMs } from '@kontor/contract/time/day';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { formatBillingDay } from '../../platform/text/billingDay.ts';
import { planName } from '../../platform/text/planName.ts';
import { subscriptionMessages } from './messages.ts';

/** Says in words how a subscription stands, and what follows. */
export function stateText(subscription: Subscription): { title: string; hint: string } {
  const { t } = subscriptionMessages;
  const { state, plan, interval, periodEnd, pastDueSince, deletionAt, trialEndsAt, now } = subscription;
  const deletion = deletionAt === null ? '' : formatBillingDay(deletionAt);
  const end = formatBillingDay(periodEnd ?? trialEndsAt);
  const name = plan === 'trial' ? '' : planName(plan);
  switch (state) {
    case 'trial': {
      const count = Math.ceil((trialEndsAt - now) / dayMs);
      return {
        title: t('stateTrial', { count }),
        hint: t('stateTrialHint', { date: formatBillingDay(trialEndsAt) }),
      };
    }
    case 'trialEnded':
      return {
        title: t('stateTrialEnded'),
        hint: deletionAt === null ? t('stateEndedKept') : t('stateTrialEndedHint', { date: deletion }),
      };
    case 'active':
      return {
        title: t('stateActive', { plan: name, interval: t(interval ?? 'month') }),
        hint: nextText(subscription) ?? t('stateActiveHint', { date: end }),
      };
    case 'pastDue':
      return { title: t('statePastDue'), hint: missingText(subscription) };
    case 'canceled':
      // Of the operator's own: it ends by itself, and nobody cancelled it.
      if (interval === null)
        return { title: t('stateGiven', { plan: name, date: end }), hint: t('stateGivenHint') };
      return {
        title: t('stateCanceled', { date: end }),
        hint: [
          pastDueSince === null ? t('stateCanceledHint') : missingText(subscription),
          deletionAt === null ? t('stateCanceledKept') : t('stateCanceledDeletion', { deletion }),
        ].join(' '),
      };
    case 'ended':
      return {
        title: t('stateEnded'),
        hint: deletionAt === null ? t('stateEndedKept') : t('stateEndedDeletion', { deletion }),
      };
  }
}

/** Says what follows if it is cancelled now. `deletion`: when the data is deleted then. */
export function cancelText(subscription: Subscription, periodEnd: number, deletion: number): string {
  const { t } = subscriptionMessages;
  const dates = { end: formatBillingDay(periodEnd), deletion: formatBillingDay(deletion) };
  return subscription.pastDueSince === null
    ? t('cancelBody', dates)
    : t('cancelUnpaidBody', { ...dates, missing: missingText(subscription) });
}

/** Says since when a payment is missing, and what that means for the workspace now or soon. */
function missingText({ access, pastDueSince, now }: Subscription): string {
  const since = pastDueSince ?? now;
  return subscriptionMessages.t(access === 'readOnly' ? 'stateReadOnlyHint' : 'statePastDueHint', {
    date: formatBillingDay(since),
    readOnly: formatBillingDay(since + readOnlyAfter * dayMs),
  });
}

function nextText({ nextPlan, nextInterval, periodEnd }: Subscription): string | undefined {
  if (!nextPlan || !nextInterval || periodEnd === null) return undefined;
  const { t } = subscriptionMessages;
  return t('stateNext', {
    date: formatBillingDay(periodEnd),
    plan: planName(nextPlan),
    interval: t(nextInterval),
  });
}
