import { budgetId } from '@kontor/contract/nouns/budget';
import { useEarned, useTracked } from '../../features/effort/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { useProject } from '../../features/project/queries.ts';
import { formatDuration, formatMoney } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { BudgetBar } from '../../ui/list/budgetBar.tsx';
import { SkeletonFigure } from '../../ui/loading.tsx';

/** Shows the hours worked on a project, against its budget where it has one. */
export function ProjectHours({ id }: { id: string }) {
  const t = useMessages(projectMessages);
  const tracked = useTracked(id);
  const budget = useProject(id)?.timeBudget;
  if (!useIsLoaded([id])) return <SkeletonFigure />;
  if (budget)
    return <BudgetBar used={tracked} budget={budget} label={t('hoursUsed')} write={formatDuration} />;
  return tracked > 0 ? formatDuration(tracked) : null;
}

/** Shows the value of the work on a project, against its budget where it has one; for admins. */
export function ProjectMoney({ id }: { id: string }) {
  const t = useMessages(projectMessages);
  const currency = useCurrency();
  const earned = useEarned(id);
  const budget = useRecord('budget', budgetId(id))?.value;
  const write = (cents: number) => formatMoney(cents, currency);
  // What was worked lies with the hours of everybody.
  if (!useIsLoaded()) return <SkeletonFigure />;
  if (budget) return <BudgetBar used={earned} budget={budget} label={t('moneyUsed')} write={write} />;
  return earned > 0 ? write(earned) : null;
}

/** Shows a project's budgets in a row: its hours and, to admins, its money; hours without a budget only where there is no other. */
export function ProjectBars({ id }: { id: string }) {
  const seesMoney = useCan('budget.update');
  const timeBudget = useProject(id)?.timeBudget;
  const hasMoney = Boolean(useRecord('budget', budgetId(id))?.value) && seesMoney;
  return (
    <>
      {(timeBudget || !hasMoney) && <ProjectHours id={id} />}
      {hasMoney && <ProjectMoney id={id} />}
    </>
  );
}

/** Shows the budgets of a project at a glance: hours, and money for who may see it. */
export function ProjectBudget({ id }: { id: string }) {
  const t = useMessages(projectMessages);
  const seesMoney = useCan('budget.update');
  const tracked = useTracked(id);
  const earned = useEarned(id);
  const timeBudget = useProject(id)?.timeBudget;
  const budget = useRecord('budget', budgetId(id))?.value;
  const hasHours = tracked > 0 || Boolean(timeBudget);
  const hasMoney = useIsLoaded() && (earned > 0 || Boolean(budget));
  if (!hasHours && !(seesMoney && hasMoney)) return null;
  return (
    <>
      {hasHours && (
        <div>
          <dt>{t('hoursUsed')}</dt>
          <dd>
            <ProjectHours id={id} />
          </dd>
        </div>
      )}
      {seesMoney && hasMoney && (
        <div>
          <dt>{t('moneyUsed')}</dt>
          <dd>
            <ProjectMoney id={id} />
          </dd>
        </div>
      )}
    </>
  );
}
