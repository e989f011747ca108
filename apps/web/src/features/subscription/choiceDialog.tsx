import type { PlanChoice } from '@kontor/contract/billing/standing';
import type { Subscription } from '@kontor/contract/wire/subscription';
import { Alert, Button, Text } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import type { ReactNode } from 'react';
import { failureCode, toastFailure } from '../../platform/failures/failures.ts';
import { formatBillingDay } from '../../platform/text/billingDay.ts';
import { formatBytes, formatMoney } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { planName } from '../../platform/text/planName.ts';
import { toast } from '../../platform/toasts.tsx';
import { useMutation } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { LegalLinks } from '../../ui/nav/legalLinks.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { subscriptionMessages } from './messages.ts';
import { type Quote, quoteOf, vatText } from './prices.ts';
import { reloadSubscription } from './queries.ts';
import css from './subscription.module.css';

interface ChoiceDialogProps {
  workspace: string;
  subscription: Subscription;
  choice: PlanChoice;
  onClose: () => void;
  /** The form that says to whom invoices go, where nobody has said so yet: the VAT follows from it. */
  record?: ReactNode;
}

/** Asks once more before a plan is chosen, with what is paid and when. */
export function ChoiceDialog({ record, ...props }: ChoiceDialogProps) {
  const t = useMessages(subscriptionMessages);
  const { choice, onClose } = props;
  const names = { plan: planName(choice.plan), interval: t(choice.interval) };
  return (
    <Dialog title={t('confirmTitle', names)} onClose={onClose}>
      {record || <Choice {...props} />}
    </Dialog>
  );
}

function Choice({ workspace, subscription, choice, onClose }: Omit<ChoiceDialogProps, 'record'>) {
  const t = useMessages(subscriptionMessages);
  const quote = quoteOf(subscription, choice);
  const names = { plan: planName(choice.plan), interval: t(choice.interval) };
  const hasMethod = subscription.method !== null;
  const choose = useMutation({
    mutationFn: () => currentSession().subscriptions.choose(workspace, choice),
    onSuccess: (url) => {
      if (url !== null) return location.assign(url);
      const isLater = quote.kind === 'later';
      toast.success(
        isLater ? t('chosenLater', { ...names, date: formatBillingDay(quote.nextAt) }) : t('chosen', names),
      );
      onClose();
      return reloadSubscription(workspace);
    },
    onError: (failure) => {
      toastFailure(failure, t('chooseFailed'));
      return reloadSubscription(workspace);
    },
  });
  const addMethod = useMutation({
    mutationFn: () => currentSession().subscriptions.addMethod(workspace, choice),
    onSuccess: (url) => url !== null && location.assign(url),
    onError: (failure) => toastFailure(failure, t('methodEditFailed')),
  });
  const over = overText(choose.error, names.plan);
  return (
    <>
      <QuoteText quote={quote} subscription={subscription} choice={choice} />
      {subscription.state === 'canceled' && subscription.interval !== null && (
        <Text mt="sm">{t('choiceResumes')}</Text>
      )}
      {!hasMethod && (
        <Alert color="orange" mt="md" title={t('noMethod')}>
          {t('noMethodHint')}
        </Alert>
      )}
      {over && (
        <Alert color="red" mt="md" role="alert">
          {over}
        </Alert>
      )}
      <footer className={css.legal}>
        <LegalLinks />
      </footer>
      <div className={css.actions}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('cancelDialog')}
        </Button>
        {hasMethod ? (
          <Button loading={choose.isPending} onClick={() => choose.mutate()}>
            {t(quote.kind === 'now' ? 'order' : 'change')}
          </Button>
        ) : (
          <Button loading={addMethod.isPending} onClick={() => addMethod.mutate()}>
            {t('addMethod')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Says which resource is too much for a plan, and by how much; undefined for another failure. */
function overText(failure: unknown, plan: string): string | undefined {
  if (failureCode(failure) !== 'OVER_PLAN') return undefined;
  const { t } = subscriptionMessages;
  const { users, bytes } = (failure as { data: { users: number; bytes: number } }).data;
  const [people, size] = [t('overUsers', { count: users }), formatBytes(bytes)];
  const what =
    users > 0 && bytes > 0 ? t('overBoth', { users: people, bytes: size }) : users > 0 ? people : size;
  return t('over', { plan, what });
}

/** Shows the amounts of a choice. */
function QuoteText({
  quote,
  subscription,
  choice,
}: Pick<ChoiceDialogProps, 'subscription' | 'choice'> & { quote: Quote }) {
  const t = useMessages(subscriptionMessages);
  const { vatPercent, plan } = subscription;
  const names = { plan: planName(choice.plan), interval: t(choice.interval) };
  const money = (cents: number) => formatMoney(cents, 'EUR');
  if (quote.kind === 'same') return <Text>{t('noChange', names)}</Text>;
  const next = {
    date: formatBillingDay(quote.nextAt),
    price: money(quote.periodCents),
    amount: money(quote.nextDueCents),
    interval: names.interval,
  };
  const isReduced = quote.nextDueCents < quote.periodCents;
  if (quote.kind === 'later') {
    const kept = plan === 'trial' ? '' : planName(plan);
    return <Text>{t(isReduced ? 'untilThenWithCredit' : 'untilThen', { ...next, plan: kept })}</Text>;
  }
  const { priceCents, unusedCents, setOffCents, grossCents } = quote;
  const rows: [string, string][] = [
    [`${names.plan}, ${names.interval}`, money(priceCents)],
    ...(unusedCents < 0 ? ([[t('credit'), money(unusedCents)]] as [string, string][]) : []),
    ...(vatPercent > 0
      ? ([[t('vat', { percent: vatText(vatPercent) }), money(quote.vatCents)]] as [string, string][])
      : []),
  ];
  return (
    <>
      <Text fw={600} mb="xs">
        {t('today')}
      </Text>
      <dl className={css.sums}>
        {rows.map(([name, amount]) => (
          <FragmentRow key={name} name={name} amount={amount} />
        ))}
        <dt className={css.total}>{t('total')}</dt>
        <dd className={css.total}>{money(grossCents)}</dd>
        {setOffCents > 0 && (
          <>
            <FragmentRow name={t('setOff')} amount={money(-setOffCents)} />
            <dt className={css.total}>{t('toPay')}</dt>
            <dd className={css.total}>{money(quote.dueCents)}</dd>
          </>
        )}
      </dl>
      {vatPercent === 0 && (
        <Text size="sm" c="dimmed">
          {t('noVat')}.
        </Text>
      )}
      {grossCents < 0 && <Text size="sm">{t('creditStays')}</Text>}
      <Text size="sm" c="dimmed">
        {t(isReduced ? 'thenOnWithCredit' : 'thenOn', next)}
      </Text>
    </>
  );
}

const FragmentRow = ({ name, amount }: { name: string; amount: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{amount}</dd>
  </>
);
