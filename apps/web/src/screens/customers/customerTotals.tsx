import { customerMessages } from '../../features/customer/messages.ts';
import { useEarnedOn, useTrackedIn } from '../../features/effort/queries.ts';
import { formatDuration, formatMoney } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useWhere } from '../../platform/workspace/workspace.ts';
import { SkeletonFigure } from '../../ui/loading.tsx';
import css from './customers.module.css';

/**
 * Shows the sums of what was worked for a customer in all of their projects, archived ones too, and for admins what it is
 * worth; once everything is here.
 */
export function CustomerTotals({ customerId }: { customerId: string }) {
  const t = useMessages(customerMessages);
  const ids = useWhere('project', 'customerId', customerId).map(({ id }) => id);
  const seesMoney = useCan('budget.update');
  const currency = useCurrency();
  const tracked = useTrackedIn(ids);
  const earned = useEarnedOn(ids);
  if (!useIsLoaded()) return <SkeletonFigure />;
  if (tracked === 0) return null;
  const words = [formatDuration(tracked), ...(seesMoney ? [formatMoney(earned, currency)] : [])];
  return <span className={css.quiet}>{t('inAll', { what: words.join(' · ') })}</span>;
}
